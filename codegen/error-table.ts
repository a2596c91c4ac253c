import { catalogue, type ErrorType } from '../src/errors.ts';
import { documentedOperations } from '../src/rest/operations.ts';
import { type Held, heldBy } from './held-by.ts';

/** Of the codes that no operation has as its own: those of the operations are provoked in the tests of each. */
const everywhere: Partial<Record<ErrorType, Held>> = {
  route_not_found: [['rest/hostile-input', '404 and 405 are JSON, with Allow']],
  method_not_allowed: [['rest/hostile-input', '404 and 405 are JSON, with Allow']],
  payload_too_large: [
    [
      'rest/hostile-input',
      '64 KiB pass, a byte more is 413, announced or chunked; a body of 2 MiB is answered',
    ],
  ],
  headers_too_large: [['rest/hostile-input', '16 KiB of address and headers pass, more is 431']],
  unsupported_media_type: [['rest/hostile-input', 'content type %s: %i']],
  rate_limit_exceeded: [
    [
      'rest/rate-limit',
      'is one limit of a token for all processes, to the request and to the millisecond; of others it is none',
    ],
  ],
  service_unavailable: [
    [
      'process/database-away',
      'killed: 503 with Retry-After, /readyz says no, /healthz yes; back once it returns',
    ],
    [
      'process/starvation',
      'a saturated partner: its next request is refused unread, as documented, and recorded; another partner is served; then so is this one',
    ],
  ],
};
const testsOf: Record<string, string> = {
  createUser: 'rest/create-user',
  upsertCourtBooking: 'rest/upsert-court-booking',
  cancelCourtBooking: 'rest/cancel-court-booking',
  batchCourtBookings: 'rest/batch-court-bookings',
  getToken: 'rest/get-token',
  getCourtBooking: 'rest/get-court-booking',
  listCourtBookings: 'rest/list-court-bookings',
  listCourts: 'rest/list-courts',
  getCourtOccupancy: 'rest/get-court-occupancy',
  getUser: 'rest/get-user',
  getUserByExternalId: 'rest/get-user-by-external-id',
  listUsers: 'rest/list-users',
  updateUser: 'rest/update-user',
  eraseUser: 'rest/erase-user',
  listChanges: 'rest/list-changes',
  listWebhookEndpoints: 'rest/list-webhook-endpoints',
};

const inCode = (names: string[]) => names.map((name) => `\`${name}\``).join(', ');

/** Operations in few words: all of them, or all but a few. */
function whereOf(answering: string[]): string {
  const others = documentedOperations()
    .map(({ operationId }) => operationId)
    .filter((name) => !answering.includes(name));
  if (others.length === 0) return 'every operation';
  return others.length < 3 ? `every operation but ${inCode(others)}` : inCode(answering);
}

/** The partners' part of the catalogue as a table of docs/partners: the document's own codes first, in its order. */
export function errorTable(): string[] {
  const operations = documentedOperations();
  const partners = Object.entries(catalogue).filter(([, { origin }]) => origin !== 'operators');
  const rows = partners.map(([type, { status, condition, origin }]) => {
    const answering = operations
      .filter(({ errors }) => (errors as readonly string[]).includes(type))
      .map(({ operationId }) => operationId);
    const isOfOperations = origin === 'document' || origin === 'operations';
    const where = isOfOperations ? whereOf(answering) : 'every path';
    const tests = isOfOperations
      ? answering.map((name) => [testsOf[name]!, `${status} ${type}`] as const)
      : (everywhere[type as ErrorType] ?? []);
    return `| ${status} | \`${type}\` | ${condition} | ${where} | ${heldBy(tests, 2)} |`;
  });
  return ['| status | `error.type` | condition | answered by | held by |', '|---|---|---|---|---|', ...rows];
}

/** What operators alone are told, as a table of docs/operators.md, in the order of the codes. */
export function operatorErrorTable(): string[] {
  const operators = Object.entries(catalogue).filter(([, { origin }]) => origin === 'operators');
  const rows = operators
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(
      ([type, { status, condition, message }]) =>
        `| \`${type}\` | ${status} | ${condition} | ${message.replaceAll('|', '\\|')} |`,
    );
  return ['| `type` | status | when | what it says, unless more is known |', '|---|---|---|---|', ...rows];
}
