import { z } from 'zod';
import { ApiError, errorFactory } from '../../api-error.ts';
import { operatorsService } from '../../db/entities/external-service.ts';
import { findExternalService } from '../../db/queries/operators/external-services.ts';
import {
  type ExplainedRule,
  explainRules,
  type UpsertRule,
  upsertRules,
  type Violation,
} from '../../rules/explain-court-booking.ts';
import { rejectionDetails } from '../../rules/rejection.ts';
import { judgeUpsert } from '../../rules/upsert-court-booking.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import type { ServiceContext } from '../service-context.ts';
import { externalId, uuid } from '../values/fields.ts';
import { validate } from '../values/validate.ts';
import { rejectAmbiguousParticipants } from './participant.ts';
import { contentOf } from './stored-court-booking.ts';
import { UpsertCourtBookingInput, upsertCourtBookingErrors } from './upsert-court-booking.ts';
import { loadCourtBookings } from './writes/write-court-bookings.ts';

const parameters = { externalServiceId: uuid(), externalCourtBookingId: externalId() };
/** The path parameters. They are validated before the external service, and the body after it. */
const Path = z.object(parameters);

export const ExplainCourtBookingInput = UpsertCourtBookingInput.extend(parameters);

export const explainCourtBookingErrors =
  upsertRules satisfies readonly (typeof upsertCourtBookingErrors)[number][];

const createError = errorFactory(upsertCourtBookingErrors);

export interface ExplainedCourtBooking {
  outcome: 'CREATED' | 'UPDATED' | 'REPLAYED' | 'REFUSED';
  /** The HTTP status. */
  status: number;
  errorType: UpsertRule | null;
  rules: ExplainedRule[];
  /** The id of the stored booking with this external id. */
  storedId: string | null;
  conflictingIds: readonly string[];
}

/**
 * Returns what an upsert by an external service would currently result in, and by which rule. It writes and locks
 * nothing. Errors of the token and the rate limit are left out.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function explainCourtBooking(
  context: ServiceContext,
  _operator: SignedIn,
  given: unknown,
): Promise<ExplainedCourtBooking> {
  let storedId: string | null = null;
  try {
    await rejectUnreachable(context, given);
    const input = validate(ExplainCourtBookingInput, given);
    rejectAmbiguousParticipants(input, createError);
    const { verdict, stored } = await judge(context, input);
    storedId = stored?.id ?? null;
    if (verdict.outcome === 'refused')
      throw createError(verdict.rejection.error, rejectionDetails(verdict.rejection, context.now()));
    const { outcome } = verdict;
    return {
      outcome: outcome.toUpperCase() as Uppercase<typeof outcome>,
      status: outcome === 'created' ? 201 : 200,
      errorType: null,
      rules: explainRules(outcome === 'replayed' ? outcome : 'written'),
      storedId,
      conflictingIds: [],
    };
  } catch (error) {
    if (!isByRule(error)) throw error;
    return {
      outcome: 'REFUSED',
      status: error.status,
      errorType: error.type,
      rules: explainRules(violationOf(error)),
      storedId,
      conflictingIds: error.conflictingIds ?? [],
    };
  }
}

/** Rejects an external service that is deactivated or does not exist, because no token of it is valid. */
async function rejectUnreachable({ database }: ServiceContext, given: unknown): Promise<void> {
  const id = Path.shape.externalServiceId.safeParse(
    (given as { externalServiceId?: unknown }).externalServiceId,
  );
  const service = id.success ? await findExternalService(database.query, id.data) : undefined;
  if (service?.active === false)
    throw createError('invalid_api_token', {
      message: 'The external service is deactivated, so all its tokens are rejected. Activate it first.',
    });
  validate(Path, given);
  if (!service || id.data === operatorsService.id) throw createError('external_service_access_denied');
}

async function judge(
  { database }: ServiceContext,
  { externalServiceId, externalCourtBookingId, ...input }: z.output<typeof ExplainCourtBookingInput>,
) {
  const item = { action: 'upsert', externalCourtBookingId, content: contentOf(input) } as const;
  const { known } = await loadCourtBookings(database, externalServiceId, [item], null);
  return { verdict: judgeUpsert(known, item), stored: known.booking(externalCourtBookingId) };
}

function isByRule(error: unknown): error is ApiError<UpsertRule> {
  return error instanceof ApiError && (explainCourtBookingErrors as readonly string[]).includes(error.type);
}

function violationOf({ type: rule, message, issues = [], fields }: ApiError<UpsertRule>): Violation {
  const faults = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  return {
    rule,
    message: [message, ...faults].join(' '),
    isOfPath: issues.some(({ path }) => String(path[0]) in parameters),
    ...fields,
  };
}
