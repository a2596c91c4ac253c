import type { IncomingMessage, RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type * as sdk from '../../../sdk/src/index.ts';
import type { components, webhooks } from '../../../sdk/src/openapi.generated.ts';
import type * as hooks from '../../../sdk/src/webhooks/index.ts';
import { documentedOperations } from '../../../src/rest/operations.ts';
import { transportErrors } from '../../../src/rest/transport/operation.ts';
import { changeTypes } from '../../../src/rules/change-types.ts';
import { faultsOfProgram, faultsOfSdk } from '../../harness/assertions/typescript.ts';

const own = [
  'unexpected_answer',
  'network_error',
  'timeout',
  'aborted',
  'token_unavailable',
  'invalid_argument',
];
/** Errors of a request body. An operation without a body cannot have them. */
const bodyErrors = ['payload_too_large', 'unsupported_media_type'];
const codes = Object.fromEntries(
  documentedOperations().map(({ operationId, errors, body }) => [
    operationId,
    [...errors, ...transportErrors.filter((type) => body || !bodyErrors.includes(type))],
  ]),
);

/** The compiler's messages for this file. Assertions on types have no effect at run time. */
let faultsHere: string[];
beforeAll(() => {
  faultsHere = faultsOfProgram({ path: 'test/release/process/sdk-types.test.ts' });
});
it('the SDK compiles without errors', () => {
  expect(faultsOfSdk()).toEqual([]);
});

it('errors have the types of their operation and code', () => {
  // `type` narrows status and issues.
  expectTypeOf<sdk.PartnerApiError<'createUser'>['type']>().toEqualTypeOf<
    sdk.PartnerErrorType<'createUser'>
  >();
  type Of<Type> = Extract<sdk.PartnerApiError<'createUser'>, { type: Type }>;
  expectTypeOf<Of<'invalid_schema'>['status']>().toEqualTypeOf<400>();
  expectTypeOf<Of<'invalid_schema'>['issues']>().toEqualTypeOf<sdk.Issue[]>();
  expectTypeOf<Of<'email_already_in_use'>['status']>().toEqualTypeOf<409>();
  expectTypeOf<Of<'email_already_in_use'>['issues']>().toEqualTypeOf<undefined>();
  expectTypeOf<Of<'rate_limit_exceeded'>['retryAfterMs']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Of<'rate_limit_exceeded'>['requestId']>().toEqualTypeOf<string>();
  expectTypeOf<Of<'rate_limit_exceeded'>['attempts']>().toEqualTypeOf<number>();
  expectTypeOf<Of<'rate_limit_exceeded'>['operation']>().toEqualTypeOf<'createUser'>();

  // Details of an error are typed by its code and absent from other codes.
  type OfBooking<Type> = Extract<sdk.PartnerApiError<'upsertCourtBooking'>, { type: Type }>;
  expectTypeOf<OfBooking<'stale_write'>['stored']['externalUpdatedAt']>().toEqualTypeOf<string>();
  expectTypeOf<OfBooking<'version_conflict'>['stored']['status']>().toEqualTypeOf<
    'ACTIVE' | 'CANCELLED' | (string & {})
  >();
  expectTypeOf<
    OfBooking<'court_booking_overlap'>['conflicts'][number]['externalCourtBookingId']
  >().toEqualTypeOf<string | undefined>();
  expectTypeOf<OfBooking<'court_booking_overlap'>>().not.toHaveProperty('stored');
  expectTypeOf<OfBooking<'court_not_found'>>().not.toHaveProperty('conflicts');
  expectTypeOf<OfBooking<'stale_write'>['response']['headers']>().toEqualTypeOf<Headers>();

  // An error names its operation, also if the package creates it.
  expectTypeOf<sdk.PartnerError<'eraseUser'>['operation']>().toEqualTypeOf<'eraseUser' | undefined>();
  expectTypeOf<
    Extract<sdk.PartnerError<'eraseUser'>, { type: 'timeout' }>['operation']
  >().toEqualTypeOf<'eraseUser'>();

  // A call rejects with its own codes and those of the package.
  expectTypeOf<
    Exclude<sdk.PartnerError<'createUser'>['type'], sdk.PartnerErrorType<'createUser'>>
  >().toEqualTypeOf<
    'unexpected_answer' | 'network_error' | 'timeout' | 'aborted' | 'token_unavailable' | 'invalid_argument'
  >();
  expect(faultsHere).toEqual([]);
});

it('results and requests have the documented types', () => {
  // `ok` distinguishes success from failure.
  type Success<Operation extends 'createUser' | 'upsertCourtBooking'> = Extract<
    sdk.PartnerResult<Operation>,
    { ok: true }
  >;
  expectTypeOf<Success<'createUser'>['data']>().toEqualTypeOf<sdk.UserResponse>();
  expectTypeOf<Success<'createUser'>['status']>().toEqualTypeOf<200 | 201>();
  expectTypeOf<Success<'upsertCourtBooking'>['data']>().toEqualTypeOf<sdk.CourtBookingResponse>();
  expectTypeOf<Awaited<ReturnType<sdk.PartnerClient['createUser']>>>().toEqualTypeOf<sdk.UserResponse>();
  expectTypeOf<Awaited<ReturnType<sdk.PartnerClient['safe']['createUser']>>>().toEqualTypeOf<
    sdk.PartnerResult<'createUser'>
  >();

  // Each operation has the documented response.
  interface Responses {
    getToken: sdk.Token;
    getUser: sdk.User;
    updateUser: sdk.User;
    eraseUser: sdk.ErasedUser;
    getCourtBooking: sdk.CourtBooking;
    cancelCourtBooking: sdk.CancelledCourtBooking;
    listWebhookEndpoints: sdk.WebhookEndpointList;
  }
  type Data<Operation extends sdk.OperationName> = Extract<
    sdk.PartnerResult<Operation>,
    { ok: true }
  >['data'];
  expectTypeOf<{ [Operation in keyof Responses]: Data<Operation> }>().toEqualTypeOf<Responses>();
  expectTypeOf<Extract<sdk.PartnerResult<'getUser'>, { ok: true }>['status']>().toEqualTypeOf<200>();
  expectTypeOf<ReturnType<sdk.PartnerClient['listUsers']>>().toEqualTypeOf<
    sdk.Listing<sdk.UserPage, sdk.User>
  >();
  expectTypeOf<Awaited<ReturnType<sdk.PartnerClient['listUsers']>>>().toEqualTypeOf<sdk.UserPage>();
  expectTypeOf<sdk.UserPage['items'][number]['managed']>().toEqualTypeOf<boolean>();
  expectTypeOf<sdk.Court['organization']['name']>().toEqualTypeOf<string>();

  // Queries accept the documented parameters, and dates also as Date.
  type Lists = 'listCourtBookings' | 'listUsers' | 'listCourts' | 'listChanges';
  type Queries = { [List in Lists]: keyof NonNullable<Parameters<sdk.PartnerClient[List]>[0]> };
  type Documented = { [List in Lists]: keyof NonNullable<sdk.operations[List]['parameters']['query']> };
  expectTypeOf<Queries>().toEqualTypeOf<Documented>();
  expectTypeOf<'email'>().toExtend<Queries['listUsers']>();
  expectTypeOf<keyof Parameters<sdk.PartnerClient['getCourtOccupancy']>[1]>().toEqualTypeOf<
    keyof NonNullable<sdk.operations['getCourtOccupancy']['parameters']['query']>
  >();
  expectTypeOf<sdk.CourtBookingQuery['from']>().toEqualTypeOf<Date | string | undefined>();
  expectTypeOf<sdk.CourtBookingQuery['status']>().toEqualTypeOf<'ACTIVE' | 'CANCELLED' | 'ANY' | undefined>();
  expectTypeOf<sdk.UpdateUserRequest['birthday']>().toEqualTypeOf<Date | string | null | undefined>();

  // `type` narrows the data of a change.
  type Of<Type> = Extract<sdk.Change, { type: Type }>;
  expectTypeOf<Of<'court_booking.cancelled'>['data']>().toEqualTypeOf<Of<'court_booking.created'>['data']>();
  expectTypeOf<Of<'court_booking.cancelled'>['data']>().toExtend<sdk.CourtBooking>();
  expectTypeOf<Of<'user.erased'>['data']>().toExtend<sdk.User>();
  expectTypeOf<Of<'organization_access.revoked'>['data']>().toEqualTypeOf<{ id: string }>();

  // A result of a batch is typed by the action of its item.
  type Results = sdk.BatchOutcome<readonly ['upsert', 'cancel']>['results'];
  expectTypeOf<Results['length']>().toEqualTypeOf<2>();
  type Refused<Action extends 'upsert' | 'cancel'> = sdk.BatchRefusal<Action>['error']['type'];
  expectTypeOf<Refused<'cancel'>>().toEqualTypeOf<
    'invalid_schema' | 'stale_write' | 'internal_server_error' | 'service_unavailable'
  >();
  expectTypeOf<Extract<Refused<'upsert'>, 'court_booking_overlap' | 'version_conflict'>>().toEqualTypeOf<
    'court_booking_overlap' | 'version_conflict'
  >();
  expectTypeOf<sdk.BatchSuccess<'upsert'>['outcome']>().toEqualTypeOf<'created' | 'updated' | 'replayed'>();
  expectTypeOf<sdk.BatchSuccess<'cancel'>['cancelled']>().toEqualTypeOf<sdk.CancelledCourtBooking>();
  expectTypeOf<ReturnType<sdk.BatchOutcome<readonly ['cancel']>['throwOnRefused']>[0]>().toEqualTypeOf<
    sdk.BatchSuccess<'cancel'>
  >();

  // A result of a user batch is typed by the action of its item.
  type UserResults = sdk.UserBatchOutcome<readonly ['upsert', 'erase']>['results'];
  expectTypeOf<UserResults['length']>().toEqualTypeOf<2>();
  type UserRefused<Action extends 'upsert' | 'erase'> = sdk.UserBatchRefusal<Action>['error']['type'];
  expectTypeOf<UserRefused<'erase'>>().toEqualTypeOf<
    | 'invalid_schema'
    | 'user_access_denied'
    | 'user_not_managed'
    | 'internal_server_error'
    | 'service_unavailable'
  >();
  expectTypeOf<UserRefused<'upsert'>>().toEqualTypeOf<UserRefused<'erase'> | 'email_already_in_use'>();
  expectTypeOf<sdk.UserBatchSuccess<'upsert'>['outcome']>().toEqualTypeOf<
    'created' | 'updated' | 'unchanged'
  >();
  expectTypeOf<sdk.UserBatchSuccess<'erase'>['outcome']>().toEqualTypeOf<'erased' | 'unchanged'>();
  expectTypeOf<
    Extract<sdk.UserBatchSuccess<'erase'>, { outcome: 'erased' }>['erased']
  >().toEqualTypeOf<sdk.ErasedUser>();
  expectTypeOf<ReturnType<sdk.UserBatchOutcome<readonly ['erase']>['throwOnRefused']>[0]>().toEqualTypeOf<
    sdk.UserBatchSuccess<'erase'>
  >();

  // Dates are accepted as Date or string and returned as strings.
  expectTypeOf<sdk.CreateUserRequest['birthday']>().toEqualTypeOf<Date | string | null | undefined>();
  expectTypeOf<sdk.CourtBookingResponse['startDate']>().toEqualTypeOf<string>();

  // Enumerations accept unknown values as strings.
  expectTypeOf<sdk.UserResponse['playingHand']>().toEqualTypeOf<
    'LEFT' | 'RIGHT' | (string & {}) | undefined
  >();
  expectTypeOf<'BOTH'>().toExtend<sdk.UserResponse['playingHand']>();
  expect(faultsHere).toEqual([]);
});

const head = `import { createPartnerClient, PartnerApiError, PartnerError } from '../../../sdk/src/index.ts';
declare const client: import('../../../sdk/src/index.ts').PartnerClient;
type Safe = typeof client.safe;
`;

const ownCases = own.map((type) => `case '${type}':`).join(' ');
/** A function with these cases in its `switch`. It has to return a value. */
const switchOver = (operation: string, cases: string[]) => `
export async function ${operation}${cases.length}(): Promise<string> {
  const result = await client.safe.${operation}(...(undefined as never as Parameters<Safe['${operation}']>));
  if (result.ok) return result.requestId;
  switch (result.error.type) {
${cases.map((type) => `    case '${type}': return 'told';`).join('\n')}
    ${ownCases} return 'own';
  }
}
`;

describe('an exhaustive switch over the errors of each operation', () => {
  const operationNames = Object.keys(codes);

  it('compiles with every case', () => {
    const program = operationNames.map((operation) => switchOver(operation, codes[operation]!)).join('');
    expect(faultsOfProgram(head + program)).toEqual([]);
  });

  it('does not compile without any one of them', () => {
    const lacking = operationNames.flatMap((operation) =>
      codes[operation]!.map((missing) =>
        switchOver(
          operation,
          codes[operation]!.filter((type) => type !== missing),
        ).replace(/function \w+/, `function ${operation}_${missing}`),
      ),
    );
    // TS2366 reports a missing return statement.
    expect(faultsOfProgram(head + lacking.join(''))).toEqual(
      lacking.map(() => expect.stringMatching(/^TS2366 /)),
    );
  });

  it('does not compile with an error that the operation cannot return', () => {
    const all = [...new Set(Object.values(codes).flat())];
    for (const operation of operationNames) {
      const foreign = all.filter((type) => !codes[operation]!.includes(type as never));
      expect(foreign.length).toBeGreaterThan(0);
      const faults = faultsOfProgram(head + switchOver(operation, [...codes[operation]!, ...foreign]));
      expect(faults, operation).toEqual(foreign.map(() => expect.stringMatching(/^TS2678 /)));
    }
  });
});

describe('a switch over changes', () => {
  const program = (cases: string) => `${head}
export async function follow(): Promise<string> {
  for await (const change of client.listChanges()) {
    switch (change.type) {
      ${cases}
    }
  }
  return '';
}`;

  it('narrows the data, and `default` receives newer types as strings', () => {
    const cases = `case 'court_booking.cancelled': return change.data.cancelledBy?.join() ?? change.data.status;
      case 'user.created': return change.data.id;
      case 'webhook_endpoint.paused': return change.data.url;
      default: { const newer: string = change.type; return newer; }`;
    expect(faultsOfProgram(program(cases))).toEqual([]);
  });

  it('leaves unknown data after every known case, which must be checked', () => {
    const cases = changeTypes.map((type) => `case '${type}': return change.data.id ?? '';`).join('\n');
    const rest = (use: string) =>
      `${cases.replaceAll('.id ??', ' ? String(change.sequence) :')} default: return ${use};`;
    expect(faultsOfProgram(program(rest('String(change.data)')))).toEqual([]);
    expect(faultsOfProgram(program(rest('change.data')))).toEqual([
      expect.stringMatching(/^TS2322 .*'unknown' is not assignable to type 'string'/),
    ]);
  });

  it('does not compile with an unknown type', () => {
    expect(faultsOfProgram(program("case 'court_booking.moved': return '';"))).toEqual([
      expect.stringMatching(/^TS2678 /),
    ]);
  });
});

describe('a batch', () => {
  const times = "startDate: new Date(), endDate: '2027-01-01T10:00:00Z', externalUpdatedAt: new Date()";
  const upsert = (more = '') =>
    `{ action: 'upsert', externalCourtBookingId: 'a', courtId: 'x', ${times}, ${more} }`;
  const cancel = (more = '') =>
    `{ action: 'cancel', externalCourtBookingId: 'b', externalUpdatedAt: new Date(), ${more} }`;
  const program = (items: string, use = '') => `${head}
export async function send() {
  const { results, throwOnRefused } = await client.batchCourtBookings({ atomic: true, items: ${items} });
  ${use}
  return [results, throwOnRefused];
}`;

  it('of literal items has one result per item, in order', () => {
    const use = `const [first, second] = results;
  if (first.ok) console.log(first.courtBooking?.courtId, first.outcome === 'created');
  else if (first.error.type === 'court_booking_overlap') console.log(first.error.conflicts.length);
  if (second.outcome === 'cancelled') console.log(second.cancelled.cancelledAt);
  const [created, cancelled] = throwOnRefused();
  console.log(created.courtBooking, cancelled.cancelled);`;
    expect(faultsOfProgram(program(`[${upsert()}, ${cancel()}]`, use))).toEqual([]);
  });

  it('of a list of items has results that `action` and `outcome` distinguish', () => {
    const body = `import type { BatchItem } from '../../../sdk/src/index.ts';
declare const items: BatchItem[];
${program('items', "for (const result of results) if (result.ok && result.action === 'cancel') console.log(result.cancelled);")}`;
    expect(faultsOfProgram(body)).toEqual([]);
    const mapped = `[1, 2].map((n) => (${upsert('participants: [{ email: String(n) }],')}) as const)`;
    expect(
      faultsOfProgram(
        program(mapped, 'for (const result of results) if (result.ok) console.log(result.courtBooking);'),
      ),
    ).toEqual([]);
  });

  it.each([
    ['a field too many', upsert('price: 10,')],
    ['a field of another action', cancel("courtId: 'x',")],
    ['a field missing', "{ action: 'cancel', externalCourtBookingId: 'b' }"],
    ['another action', "{ action: 'move', externalCourtBookingId: 'b', externalUpdatedAt: new Date() }"],
    ['a participant by both', upsert("participants: [{ userId: 'x', email: 'y' }],")],
  ])('does not compile with %s', (_name, item) => {
    expect(faultsOfProgram(program(`[${upsert()}, ${item}]`)).length).toBeGreaterThan(0);
  });

  it('has results whose success and error fields need a check of the outcome', () => {
    expect(faultsOfProgram(program(`[${upsert()}]`, 'results[0].courtBooking;'))).toEqual([
      expect.stringMatching(/^TS2339 /),
    ]);
    expect(faultsOfProgram(program(`[${cancel()}]`, 'throwOnRefused()[0].error;'))).toEqual([
      expect.stringMatching(/^TS2339 /),
    ]);
  });
});

describe('a user batch', () => {
  const upsert = (more = '') =>
    `{ action: 'upsert', externalUserId: 'a', email: 'b', firstName: 'c', lastName: 'd', ${more} }`;
  const program = (items: string, use = '') => `${head}
export async function send() {
  const { results, throwOnRefused } = await client.batchUsers({ items: ${items} }, { minimal: true });
  ${use}
  return [results, throwOnRefused];
}`;

  it('of literal items has one result per item, in order', () => {
    const use = `const [first, second] = results;
  if (first.ok) console.log(first.user?.email, first.outcome === 'created');
  else if (first.error.type === 'email_already_in_use') console.log(first.retryable);
  if (second.outcome === 'erased') console.log(second.erased.id);
  const [, erased] = throwOnRefused();
  if (erased.outcome !== 'unchanged') console.log(erased.erased.status);`;
    const items = `[${upsert('birthday: new Date()')}, { action: 'erase', externalUserId: 'b' }]`;
    expect(faultsOfProgram(program(items, use))).toEqual([]);
  });

  it.each([
    ['a field too many', upsert('gender: 10,')],
    ['a field of another action', "{ action: 'erase', externalUserId: 'b', email: 'x' }"],
    ['a field missing', "{ action: 'upsert', externalUserId: 'b' }"],
    ['another action', "{ action: 'cancel', externalUserId: 'b' }"],
  ])('does not compile with %s', (_name, item) => {
    expect(faultsOfProgram(program(`[${upsert()}, ${item}]`)).length).toBeGreaterThan(0);
  });
});

describe('invalid requests', () => {
  const body = `{ courtId: 'x', startDate: new Date(), endDate: '2027-01-01T10:00:00Z', externalUpdatedAt: new Date(), PARTICIPANTS }`;
  const upsert = (participants: string) =>
    faultsOfProgram(
      `${head}export const x = client.upsertCourtBooking('a', ${body.replace('PARTICIPANTS', participants)});`,
    );

  it('do not compile with a participant that has both, neither or other fields', () => {
    expect(upsert("participants: [{ userId: 'x' }, { email: 'y' }] as const")).toEqual([]);
    for (const participant of ["{ userId: 'x', email: 'y' }", '{}', "{ name: 'z' }"]) {
      expect(upsert(`participants: [${participant}]`), participant).toEqual([expect.stringMatching(/^TS2/)]);
    }
  });

  it('do not compile with an unknown field, a missing field or a wrong type', () => {
    expect(upsert('price: 10')).toEqual([expect.stringMatching(/^TS2353 /)]);
    expect(faultsOfProgram(`${head}client.createUser({ email: 'a' });`)).toEqual([
      expect.stringMatching(/^TS2345 /),
    ]);
    expect(faultsOfProgram(`${head}client.upsertCourtBooking(42, {} as never);`)).toEqual([
      expect.stringMatching(/^TS2345 /),
    ]);
  });
});

it('`instanceof` narrows an error by operation and code to its status and issues', () => {
  const program = `${head}
export function explain(error: unknown): string {
  if (error instanceof PartnerApiError && error.operation === 'createUser') {
    if (error.type === 'invalid_schema') return error.issues.map(({ path }) => path.join('.')).join();
    const status: 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503 = error.status;
    return String(status);
  }
  if (error instanceof PartnerError && error.type === 'timeout') return error.limit;
  return createPartnerClient.name;
}`;
  expect(faultsOfProgram(program)).toEqual([]);
});

it('a generic function knows the codes and has to handle them', () => {
  const program = `import { type OperationName, PartnerApiError, type PartnerError, type PartnerResult } from '../../../sdk/src/index.ts';
export function explain<Operation extends OperationName>(result: PartnerResult<Operation>): string {
  if (result.ok) return result.requestId;
  if (result.error instanceof PartnerApiError) return result.error.type;
  return result.error.type === 'rate_limit_exceeded' ? 'wait' : result.error.type;
}
export const widen = <Operation extends OperationName>(result: PartnerResult<Operation>): PartnerResult => result;
export const widenError = <Operation extends OperationName>(error: PartnerError<Operation>): PartnerError => error;
export function forgetful<Operation extends OperationName>({ type }: PartnerError<Operation>): string {
  switch (type) {
    case 'unexpected_answer': case 'network_error': case 'timeout': case 'aborted': case 'token_unavailable': case 'invalid_argument': return 'own';
  }
}`;
  expect(faultsOfProgram(program)).toEqual([expect.stringMatching(/^TS2366 line 9: /)]);
});

it('an option may be undefined under exactOptionalPropertyTypes', () => {
  const program = `${head}
export const create = (signal?: AbortSignal, timeoutMs?: number, birthday?: string) =>
  client.createUser(
    { email: 'a', externalUserId: 'b', firstName: 'c', lastName: 'd', birthday },
    { signal, timeoutMs, maxAttempts: undefined, requestId: undefined },
  );`;
  expect(faultsOfProgram(program)).toEqual([]);
});

type Schemas = components['schemas'];

it('events and handlers of webhooks have the documented types', () => {
  // Are exactly the documented ones, each with its documented data.
  expectTypeOf<hooks.WebhookEventType>().toEqualTypeOf<keyof webhooks>();
  expectTypeOf<hooks.WebhookEventData<'court_booking.cancelled'>>().toEqualTypeOf<Schemas['CourtBooking']>();
  expectTypeOf<hooks.WebhookEventData<'user.erased'>>().toEqualTypeOf<Schemas['User']>();
  expectTypeOf<hooks.WebhookEventData<'user_access.revoked'>>().toEqualTypeOf<Schemas['Reference']>();
  expectTypeOf<hooks.KnownWebhookEvent['type']>().toEqualTypeOf<hooks.WebhookEventType>();
  expectTypeOf<hooks.WebhookEvent['sequence']>().toEqualTypeOf<number>();

  // Are handled by Node, Express, and every framework with Request and Response.
  expectTypeOf<hooks.WebhookHandler['nodeHandler']>().toExtend<RequestListener>();
  expectTypeOf<hooks.WebhookHandler['nodeHandler']>().toExtend<RequestHandler>();
  expectTypeOf<hooks.WebhookHandler['fetchHandler']>().toExtend<
    (request: Request, context: object) => Promise<Response>
  >();
  expectTypeOf<IncomingMessage['headers']>().toExtend<hooks.WebhookHeaders>();
  expectTypeOf<Headers>().toExtend<hooks.WebhookHeaders>();
  expect(faultsHere).toEqual([]);
});

const handlerOf = (body: string) => `
  import type { WebhookEvent } from '../../../sdk/src/webhooks/index.ts';
  export function on(event: WebhookEvent): unknown { ${body} }`;

describe('an event of a webhook', () => {
  it.each<[what: string, body: string]>([
    [
      'is narrowed by a switch over its type',
      "switch (event.type) { case 'court_booking.cancelled': return event.data.externalCourtBookingId.length; case 'court.updated': return event.data.name.length; }",
    ],
    [
      'is narrowed by a comparison of its type',
      "if (event.type === 'user_access.revoked') return event.data.id.length;",
    ],
    [
      'what no case has taken is a newer one, once all are there',
      `switch (event.type) {
      ${['court_booking.created', 'court_booking.updated', 'court_booking.cancelled', 'court_booking.reinstated', 'court_booking.version_reset', 'user.created', 'user.updated', 'user.erased', 'organization_access.granted', 'organization_access.revoked', 'user_access.granted', 'user_access.revoked', 'court.created', 'court.updated', 'court.deactivated', 'webhook_endpoint.paused', 'webhook_endpoint.resumed', 'webhook_endpoint.tested'].map((type) => `case '${type}':`).join(' ')} return event.data;
      default: { const isKnown: false = event.known; return isKnown; } }`,
    ],
    [
      'of a newer type tells it as text',
      "if (!event.known) { const type: string = event.type; return type.startsWith('court_') && (event.type as string) === 'court_booking.moved'; }",
    ],
    ['is known where `known` says so', 'if (event.known) { const data: object = event.data; return data; }'],
  ])('%s', (_what, body) => {
    expect(faultsOfProgram(handlerOf(body))).toEqual([]);
  });

  it.each<[what: string, body: string, fault: string]>([
    [
      'a type that there is not',
      "switch (event.type) { case 'court_booking.canceled': return 1; }",
      'TS2678',
    ],
    [
      'data of another type',
      "if (event.type === 'court.updated') return event.data.externalCourtBookingId;",
      'TS2339',
    ],
    ['data of whatever type', 'return event.data.id;', 'TS18046'],
    [
      'a case that is missing',
      "switch (event.type) { case 'user.created': return 1; default: { const isKnown: false = event.known; return isKnown; } }",
      'TS2322',
    ],
  ])('does not compile with %s', (_what, body, fault) => {
    expect(faultsOfProgram(handlerOf(body)).join('\n')).toContain(fault);
  });
});
