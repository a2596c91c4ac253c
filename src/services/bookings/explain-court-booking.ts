import { z } from 'zod';
import { ApiError, errorFactory } from '../../api-error.ts';
import { operatorsService } from '../../db/entities/external-service.ts';
import { findExternalService } from '../../db/queries/operators/external-services.ts';
import type { SignedIn } from '../access/authorize-operator.ts';
import { type FunctionResults, readResult } from '../function-results.ts';
import type { ServiceContext } from '../service-context.ts';
import { externalId, uuid } from '../values/fields.ts';
import { validate } from '../values/validate.ts';
import { rejectAmbiguousParticipants } from './participant.ts';
import { rejectionDetails } from './rejection-details.ts';
import {
  UpsertCourtBookingInput,
  upsertCourtBookingErrors,
  upsertCourtBookingResults,
} from './upsert-court-booking.ts';

const parameters = { externalServiceId: uuid(), externalCourtBookingId: externalId() };
/** The path parameters. They are validated before the external service, and the body after it. */
const Path = z.object(parameters);

export const ExplainCourtBookingInput = UpsertCourtBookingInput.extend(parameters);

/**
 * The rules of an upsert that do not depend on a token, in their order. The first violated rule determines the error.
 */
export const explainCourtBookingErrors = [
  'invalid_api_token',
  'external_service_access_denied',
  'invalid_schema',
  'mutually_exclusive_fields_violation',
  'duplicate_entries_provided',
  'invalid_time_range',
  'court_not_found',
  'organization_access_denied',
  'user_access_denied',
  'stale_write',
  'version_conflict',
  'court_booking_overlap',
] as const satisfies (typeof upsertCourtBookingErrors)[number][];
type UpsertRule = (typeof explainCourtBookingErrors)[number];

const createError = errorFactory(upsertCourtBookingErrors);

interface ExplainedRule {
  rule: UpsertRule;
  /** null: not checked, because an earlier rule determined the result. */
  passed: boolean | null;
  message: string | null;
}

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

/** The possible answers of the database function: those of an upsert. */
const answers = upsertCourtBookingResults satisfies FunctionResults;

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
    const answer = (await explain(context, input)) as { storedId: string | null };
    storedId = answer.storedId;
    const result = readResult('upsert_court_booking', answers, answer);
    if ('error' in result) throw createError(result.error, rejectionDetails(result, context.now()));
    const { outcome } = result;
    return {
      outcome: outcome.toUpperCase() as Uppercase<typeof outcome>,
      status: outcome === 'created' ? 201 : 200,
      errorType: null,
      // A replay is returned before overlaps are checked.
      rules: rulesUntil(outcome === 'replayed' ? 'court_booking_overlap' : undefined),
      storedId,
      conflictingIds: [],
    };
  } catch (error) {
    if (!isByRule(error)) throw error;
    return {
      outcome: 'REFUSED',
      status: error.status,
      errorType: error.type,
      rules: rulesUntil(error.type, messageOf(error), lookedAtUntil(error)),
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
      message:
        'The external service is deactivated, so all its tokens are rejected. Activate it with "updateExternalService".',
    });
  validate(Path, given);
  if (!service || id.data === operatorsService.id) throw createError('external_service_access_denied');
}

function explain(
  { database }: ServiceContext,
  { participants, ...input }: z.output<typeof ExplainCourtBookingInput>,
): Promise<unknown> {
  return database.call('explain_upsert', { ...input, participants: JSON.stringify(participants) });
}

function isByRule(error: unknown): error is ApiError<UpsertRule> {
  return error instanceof ApiError && (explainCourtBookingErrors as readonly string[]).includes(error.type);
}

/**
 * Returns the first rule that was not checked. Normally it is the violated one. Exceptions: a booking that an operator
 * cancelled is not compared by version, and path parameters are validated before the external service.
 */
function lookedAtUntil({ type, fields, issues }: ApiError<UpsertRule>): UpsertRule {
  const { stored } = fields as { stored?: { cancelledBy?: string[] } };
  if (type === 'version_conflict' && stored?.cancelledBy?.includes('OPERATOR')) return 'stale_write';
  const isOfPath = issues?.some(({ path }) => String(path[0]) in parameters);
  return type === 'invalid_schema' && isOfPath ? 'external_service_access_denied' : type;
}

function messageOf({ message, issues }: ApiError): string {
  const faults = issues?.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  return [message, ...faults].join(' ');
}

/** Returns all rules: those before the end passed, those after it were not checked. */
function rulesUntil(end: UpsertRule | undefined, message?: string, notLookedAtFrom = end): ExplainedRule[] {
  const lookedAt = notLookedAtFrom
    ? explainCourtBookingErrors.indexOf(notLookedAtFrom)
    : explainCourtBookingErrors.length;
  return explainCourtBookingErrors.map((rule, index) => {
    if (rule === end && message !== undefined) return { rule, passed: false, message };
    return { rule, passed: index < lookedAt ? true : null, message: null };
  });
}
