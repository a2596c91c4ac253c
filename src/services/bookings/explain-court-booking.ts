import { z } from 'zod';
import { operatorsService } from '../../db/entities/external-service.ts';
import { ApiError, refusals } from '../../errors.ts';
import { type FunctionAnswers, readAnswer } from '../function-answers.ts';
import type { ServiceContext } from '../service-context.ts';
import { externalId, uuid } from '../values/fields.ts';
import { validate } from '../values/validate.ts';
import { rejectAmbiguousParticipants } from './participant.ts';
import { refusalDetails } from './rejection-details.ts';
import {
  UpsertCourtBookingInput,
  upsertCourtBookingAnswers,
  upsertCourtBookingErrors,
} from './upsert-court-booking.ts';

const parameters = { externalServiceId: uuid(), externalCourtBookingId: externalId() };
/** What stands in the path: it is looked at before the external service, and the body after it. */
const Path = z.object(parameters);

export const ExplainCourtBookingInput = UpsertCourtBookingInput.extend(parameters);

/** The rules of an upsert that depend on no token, in their order; the first that does not hold is what is answered. */
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

const refuse = refusals(upsertCourtBookingErrors);

interface ExplainedRule {
  rule: UpsertRule;
  /** null: not looked at, since the answer was known before. */
  passed: boolean | null;
  /** Of the one that does not hold. */
  message: string | null;
}

export interface ExplainedCourtBooking {
  outcome: 'CREATED' | 'UPDATED' | 'REPLAYED' | 'REFUSED';
  /** Of HTTP. */
  status: number;
  errorType: UpsertRule | null;
  rules: ExplainedRule[];
  /** The booking of this external id. */
  storedId: string | null;
  /** The bookings that are in the way. */
  conflictingIds: readonly string[];
}

/** What the function in the database may answer: what an upsert would be. */
const answers = upsertCourtBookingAnswers satisfies FunctionAnswers;

/**
 * Tells what an upsert of an external service would be answered just now, and by which rule; writes nothing, and locks
 * nothing. What it would be answered by its token and the rate limit is left out.
 *
 * @throws ApiError `service_unavailable`.
 */
export async function explainCourtBooking(
  context: ServiceContext,
  given: unknown,
): Promise<ExplainedCourtBooking> {
  let storedId: string | null = null;
  try {
    await refuseUnreachable(context, given);
    const input = validate(ExplainCourtBookingInput, given);
    rejectAmbiguousParticipants(input, refuse);
    const answer = (await explain(context, input)) as { storedId: string | null };
    storedId = answer.storedId;
    const result = readAnswer('upsert_court_booking', answers, answer);
    if ('refused' in result) throw refuse(result.refused, refusalDetails(result, context.now()));
    const { outcome } = result;
    return {
      outcome: outcome.toUpperCase() as Uppercase<typeof outcome>,
      status: outcome === 'created' ? 201 : 200,
      errorType: null,
      // A replay is answered before anybody looks at the place.
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

/** No token passes that is of an external service which is switched off, or which there is not. */
async function refuseUnreachable({ database }: ServiceContext, given: unknown): Promise<void> {
  const id = Path.shape.externalServiceId.safeParse(
    (given as { externalServiceId?: unknown }).externalServiceId,
  );
  const [service] = id.success
    ? await database.query<{ active: boolean }>('select active from external_services where id = $1', [
        id.data,
      ])
    : [];
  if (service?.active === false)
    throw refuse('invalid_api_token', {
      message:
        'The external service is deactivated, so all its tokens are rejected. Activate it with "updateExternalService".',
    });
  validate(Path, given);
  if (!service || id.data === operatorsService.id) throw refuse('external_service_access_denied');
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
 * From which rule on nothing was looked at: from the one that does not hold, but that nothing is compared with what an
 * operator has cancelled, and that a path is looked at before the external service in it.
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

/** All rules: those before the one at which it ended hold, those after it were not looked at. */
function rulesUntil(end: UpsertRule | undefined, message?: string, notLookedAtFrom = end): ExplainedRule[] {
  const lookedAt = notLookedAtFrom
    ? explainCourtBookingErrors.indexOf(notLookedAtFrom)
    : explainCourtBookingErrors.length;
  return explainCourtBookingErrors.map((rule, index) => {
    if (rule === end && message !== undefined) return { rule, passed: false, message };
    return { rule, passed: index < lookedAt ? true : null, message: null };
  });
}
