import type { z } from 'zod';
import { type FunctionName, UnknownOutcome } from '../db/functions/functions.ts';
import type { ErrorType } from '../errors.ts';
import type { Rejection } from '../rules/rejection.ts';
import type { ServiceContext } from './service-context.ts';

/** The possible answers of a database function. Tests compare its SQL and its answers with this definition. */
export interface FunctionResults {
  /** The shape of the resource. */
  resource: z.ZodType;
  outcomes: readonly string[];
  /** The possible errors, a subset of those of the operation. */
  errors: readonly ErrorType[];
}

/** The reason for an error, and its details. */
export interface FunctionError<Type extends string> extends Rejection<Type> {
  /** The user who has the address that was sent. Recorded for operators, never sent to the caller. */
  userId?: string;
}

type Answer<Results extends FunctionResults> =
  | ({ outcome: Results['outcomes'][number] } & z.output<Results['resource']>)
  | FunctionError<Results['errors'][number]>;

/**
 * Checks that this version knows the answer of a function.
 *
 * @throws UnknownOutcome if it does not. This is a bug, returned as `internal_server_error`.
 */
export function readResult<Results extends FunctionResults>(
  name: FunctionName,
  { outcomes, errors }: Results,
  answer: unknown,
): Answer<Results> {
  const { outcome, error } = (answer ?? {}) as { outcome?: string; error?: ErrorType };
  const isKnown = error === undefined ? outcomes.includes(outcome!) : errors.includes(error);
  if (!isKnown) throw new UnknownOutcome(name, error ?? outcome);
  return answer as Answer<Results>;
}

/** Returns the function arguments that identify the author and the request of a change. */
export function actorArguments(
  actor: { type: string; id: string },
  { requestId, callerRequestId = requestId, newId }: Omit<ServiceContext, 'database' | 'now'>,
) {
  const by = { actorType: actor.type, actorId: actor.id, requestId, shownRequestId: callerRequestId };
  return { ...by, auditEventId: newId() };
}
