import type { z } from 'zod';
import { type FunctionName, UnknownOutcome } from '../db/functions/functions.ts';
import type { ErrorType } from '../errors.ts';
import type { Canceller, CourtBookingStatus } from './bookings/court-booking-status.ts';
import type { ServiceContext } from './service-context.ts';

/** What a function in the database may answer, told once; tests hold its SQL and its answers against it. */
export interface FunctionAnswers {
  /** The shape of the thing itself. */
  thing: z.ZodType;
  /** What may have become of it. */
  outcomes: readonly string[];
  /** Which refusals: of those that the operation may answer. */
  refusals: readonly ErrorType[];
}

/** Why something was refused, and what more is known of it. */
export interface FunctionRefusal<Type> {
  refused: Type;
  /** Who has the address that was sent. For our records, never for the caller. */
  userId?: string;
  /** Of the participants at fault. */
  indexes?: number[];
  /** What the version rule has compared with. */
  stored?: { externalUpdatedAt: string; status: CourtBookingStatus; cancelledBy?: Canceller[] };
  /**
   * The bookings that are in the way: `id` is missing if it is not stored yet, and the id in the partner's system if it is
   * somebody else's.
   */
  conflicts?: { id?: string; startDate: string; endDate: string; externalCourtBookingId?: string }[] | null;
}

type Answer<Answers extends FunctionAnswers> =
  | ({ outcome: Answers['outcomes'][number] } & z.output<Answers['thing']>)
  | FunctionRefusal<Answers['refusals'][number]>;

/**
 * An answer of a function, as one of those that this version knows.
 *
 * @throws UnknownOutcome where it is none of them: a fault of ours, answered as `internal_server_error`.
 */
export function readAnswer<Answers extends FunctionAnswers>(
  name: FunctionName,
  { outcomes, refusals }: Answers,
  answer: unknown,
): Answer<Answers> {
  const { outcome, refused } = (answer ?? {}) as { outcome?: string; refused?: ErrorType };
  const isKnown = refused === undefined ? outcomes.includes(outcome!) : refusals.includes(refused);
  if (!isKnown) throw new UnknownOutcome(name, refused ?? outcome);
  return answer as Answer<Answers>;
}

/** Who changes something, under which request, as the functions take it. */
export function actorArguments(
  actor: { type: string; id: string },
  { requestId, callerRequestId = requestId, newId }: Omit<ServiceContext, 'database' | 'now'>,
) {
  const by = { actorType: actor.type, actorId: actor.id, requestId, shownRequestId: callerRequestId };
  return { ...by, auditEventId: newId() };
}
