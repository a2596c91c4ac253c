import type { z } from 'zod';
import { type FunctionName, UnknownOutcome } from '../db/functions/functions.ts';
import type { ErrorType } from '../errors.ts';
import type { Canceller, CourtBookingStatus } from './bookings/court-booking-status.ts';
import type { ServiceContext } from './service-context.ts';

/** The possible answers of a database function. Tests compare its SQL and its answers with this definition. */
export interface FunctionAnswers {
  /** The shape of the resource. */
  thing: z.ZodType;
  outcomes: readonly string[];
  /** The possible errors, a subset of those of the operation. */
  refusals: readonly ErrorType[];
}

/** The reason for an error, and its details. */
export interface FunctionRefusal<Type> {
  refused: Type;
  /** The user who has the address that was sent. Recorded for operators, never sent to the caller. */
  userId?: string;
  /** The indexes of the invalid participants. */
  indexes?: number[];
  /** The stored version that the version rule compared with. */
  stored?: { externalUpdatedAt: string; status: CourtBookingStatus; cancelledBy?: Canceller[] };
  /**
   * The conflicting bookings. `id` is missing if the booking is not stored yet. `externalCourtBookingId` is missing if
   * the booking belongs to another partner.
   */
  conflicts?: { id?: string; startDate: string; endDate: string; externalCourtBookingId?: string }[] | null;
}

type Answer<Answers extends FunctionAnswers> =
  | ({ outcome: Answers['outcomes'][number] } & z.output<Answers['thing']>)
  | FunctionRefusal<Answers['refusals'][number]>;

/**
 * Checks that this version knows the answer of a function.
 *
 * @throws UnknownOutcome if it does not. This is a bug, returned as `internal_server_error`.
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

/** Returns the function arguments that identify the author and the request of a change. */
export function actorArguments(
  actor: { type: string; id: string },
  { requestId, callerRequestId = requestId, newId }: Omit<ServiceContext, 'database' | 'now'>,
) {
  const by = { actorType: actor.type, actorId: actor.id, requestId, shownRequestId: callerRequestId };
  return { ...by, auditEventId: newId() };
}
