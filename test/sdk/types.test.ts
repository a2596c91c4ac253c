import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type {
  CourtBookingResponse,
  CreateUserRequest,
  Issue,
  PartnerApiError,
  PartnerClient,
  PartnerError,
  PartnerErrorType,
  PartnerResult,
  UserResponse,
} from '../../sdk/src/index.ts';
import { transportErrors } from '../../src/rest/operation.ts';
import { documentedOperations } from '../../src/rest/operations.ts';
import { faultsOfProgram, faultsOfSdk } from '../harness/typescript.ts';

const own = ['unexpected_answer', 'network_error', 'timeout', 'aborted', 'invalid_argument'];
const codes = Object.fromEntries(
  documentedOperations().map(({ operationId, errors }) => [operationId, [...errors, ...transportErrors]]),
);

let faultsHere: string[];
beforeAll(() => {
  faultsHere = faultsOfProgram({ path: 'test/sdk/types.test.ts' });
});
const lines = readFileSync(new URL(import.meta.url), 'utf8').split('\n');

/** What the compiler says of a test of this file: what the test says of types is nothing when it runs. */
function faultsWithin(test: string): string[] {
  const first = lines.findIndex((line) => line.startsWith(`  it('${test}'`));
  expect(first).toBeGreaterThan(0);
  const last = lines.indexOf('  });', first);
  return faultsHere.filter((fault) => {
    const line = Number(/ line (\d+):/.exec(fault)![1]);
    return line > first && line <= last + 1;
  });
}

it('what this file says of types is what the compiler says', () => {
  expect(faultsHere).toEqual([]);
  expect(faultsOfSdk()).toEqual([]);
});

describe('errors', () => {
  it('`type` is the union of exactly the codes of the operation', ({ task }) => {
    type Transport =
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'rate_limit_exceeded'
      | 'service_unavailable';
    expectTypeOf<PartnerApiError<'createUser'>['type']>().toEqualTypeOf<
      | 'invalid_schema'
      | 'missing_api_token'
      | 'invalid_api_token'
      | 'scope_permission_denied'
      | 'external_service_access_denied'
      | 'email_already_in_use'
      | 'external_user_id_already_in_use'
      | 'internal_server_error'
      | Transport
    >();
    expectTypeOf<PartnerApiError<'upsertCourtBooking'>['type']>().toEqualTypeOf<
      | 'invalid_schema'
      | 'mutually_exclusive_fields_violation'
      | 'duplicate_entries_provided'
      | 'invalid_time_range'
      | 'missing_api_token'
      | 'invalid_api_token'
      | 'scope_permission_denied'
      | 'external_service_access_denied'
      | 'organization_access_denied'
      | 'user_access_denied'
      | 'court_not_found'
      | 'stale_write'
      | 'version_conflict'
      | 'court_booking_overlap'
      | 'internal_server_error'
      | Transport
    >();
    expectTypeOf<PartnerApiError<'createUser'>['type']>().toEqualTypeOf<PartnerErrorType<'createUser'>>();
    expect(faultsWithin(task.name)).toEqual([]);
  });

  it('`type` narrows status and issues', ({ task }) => {
    type Of<Type> = Extract<PartnerApiError<'createUser'>, { type: Type }>;
    expectTypeOf<Of<'invalid_schema'>['status']>().toEqualTypeOf<400>();
    expectTypeOf<Of<'invalid_schema'>['issues']>().toEqualTypeOf<Issue[]>();
    expectTypeOf<Of<'email_already_in_use'>['status']>().toEqualTypeOf<409>();
    expectTypeOf<Of<'email_already_in_use'>['issues']>().toEqualTypeOf<undefined>();
    expectTypeOf<Of<'rate_limit_exceeded'>['retryAfterMs']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Of<'rate_limit_exceeded'>['requestId']>().toEqualTypeOf<string>();
    expectTypeOf<Of<'rate_limit_exceeded'>['attempts']>().toEqualTypeOf<number>();
    expectTypeOf<Of<'rate_limit_exceeded'>['operation']>().toEqualTypeOf<'createUser'>();
    expect(faultsWithin(task.name)).toEqual([]);
  });

  it('what a call rejects with: its own codes and those of the package', ({ task }) => {
    expectTypeOf<Exclude<PartnerError<'createUser'>['type'], PartnerErrorType<'createUser'>>>().toEqualTypeOf<
      'unexpected_answer' | 'network_error' | 'timeout' | 'aborted' | 'invalid_argument'
    >();
    expect(faultsWithin(task.name)).toEqual([]);
  });
});

describe('results', () => {
  it('`ok` tells success from failure', ({ task }) => {
    type Success<Operation extends 'createUser' | 'upsertCourtBooking'> = Extract<
      PartnerResult<Operation>,
      { ok: true }
    >;
    expectTypeOf<Success<'createUser'>['data']>().toEqualTypeOf<UserResponse>();
    expectTypeOf<Success<'createUser'>['status']>().toEqualTypeOf<200 | 201>();
    expectTypeOf<Success<'upsertCourtBooking'>['data']>().toEqualTypeOf<CourtBookingResponse>();
    expectTypeOf<Awaited<ReturnType<PartnerClient['createUser']>>>().toEqualTypeOf<UserResponse>();
    expectTypeOf<Awaited<ReturnType<PartnerClient['safe']['createUser']>>>().toEqualTypeOf<
      PartnerResult<'createUser'>
    >();
    expect(faultsWithin(task.name)).toEqual([]);
  });

  it('dates go in as Date or string, and come back as strings', ({ task }) => {
    expectTypeOf<CreateUserRequest['birthday']>().toEqualTypeOf<Date | string | undefined>();
    expectTypeOf<CourtBookingResponse['startDate']>().toEqualTypeOf<string>();
    expect(faultsWithin(task.name)).toEqual([]);
  });

  it('enumerations are open: known values are proposed, others are strings', ({ task }) => {
    expectTypeOf<UserResponse['playingHand']>().toEqualTypeOf<'LEFT' | 'RIGHT' | (string & {}) | undefined>();
    expectTypeOf<'BOTH'>().toExtend<UserResponse['playingHand']>();
    expect(faultsWithin(task.name)).toEqual([]);
  });
});

const head = `import { createPartnerClient, PartnerApiError, PartnerError } from '../../sdk/src/index.ts';
declare const client: import('../../sdk/src/index.ts').PartnerClient;
`;
const switchOver = (cases: string[], operation: string) => `${head}
export async function run(): Promise<string> {
  const result = await client.safe.${operation === 'createUser' ? 'createUser({} as never)' : "upsertCourtBooking('a', {} as never)"};
  if (result.ok) return result.data.createdAt ?? '';
  switch (result.error.type) {
${cases.map((type) => `    case '${type}': return 'told';`).join('\n')}
    default: { const nothing: never = result.error; return nothing; }
  }
}
`;

describe.each(['createUser', 'upsertCourtBooking'])(
  'an exhaustive switch over the errors of %s',
  (operation) => {
    const all = [...codes[operation]!, ...own];
    const programOf = (cases: string[]) =>
      switchOver(cases, operation).replace(
        "result.data.createdAt ?? ''",
        operation === 'createUser' ? 'result.data.id' : 'result.data.createdAt',
      );

    it('compiles with every case: those of the service itself', () => {
      expect(faultsOfProgram(programOf(all))).toEqual([]);
    });

    it('does not without any one of them', () => {
      // Each missing case costs a compilation: one of each origin stands for all, since `never` is exact above.
      for (const missing of [all[0]!, 'service_unavailable', 'aborted']) {
        const faults = faultsOfProgram(programOf(all.filter((type) => type !== missing)));
        expect(faults, missing).toEqual([
          expect.stringMatching(/^TS2322 .*is not assignable to type 'never'/),
        ]);
      }
    });

    it("does not with a case of the other operation's", () => {
      const foreign = operation === 'createUser' ? 'stale_write' : 'email_already_in_use';
      expect(faultsOfProgram(programOf([...all, foreign]))).toEqual([expect.stringMatching(/^TS2678 /)]);
    });
  },
);

describe('what does not compile', () => {
  const body = `{ courtId: 'x', startDate: new Date(), endDate: '2027-01-01T10:00:00Z', externalUpdatedAt: new Date(), PARTICIPANTS }`;
  const upsert = (participants: string) =>
    faultsOfProgram(
      `${head}export const x = client.upsertCourtBooking('a', ${body.replace('PARTICIPANTS', participants)});`,
    );

  it('a participant by both, by none, or by something else', () => {
    expect(upsert("participants: [{ userId: 'x' }, { email: 'y' }] as const")).toEqual([]);
    for (const participant of ["{ userId: 'x', email: 'y' }", '{}', "{ name: 'z' }"]) {
      expect(upsert(`participants: [${participant}]`), participant).toEqual([expect.stringMatching(/^TS2/)]);
    }
  });

  it('a field too many, a field missing, another type', () => {
    expect(upsert('price: 10')).toEqual([expect.stringMatching(/^TS2353 /)]);
    expect(faultsOfProgram(`${head}client.createUser({ email: 'a' });`)).toEqual([
      expect.stringMatching(/^TS2345 /),
    ]);
    expect(faultsOfProgram(`${head}client.upsertCourtBooking(42, {} as never);`)).toEqual([
      expect.stringMatching(/^TS2345 /),
    ]);
  });
});

it('`instanceof` narrows: to every error, to the documented ones, by operation and code to status and issues', () => {
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

it('a generic function sees the codes, too, and has to handle them', () => {
  const program = `import { type OperationName, PartnerApiError, type PartnerError, type PartnerResult } from '../../sdk/src/index.ts';
export function explain<Operation extends OperationName>(result: PartnerResult<Operation>): string {
  if (result.ok) return result.requestId;
  if (result.error instanceof PartnerApiError) return result.error.type;
  return result.error.type === 'rate_limit_exceeded' ? 'wait' : result.error.type;
}
export const widen = <Operation extends OperationName>(result: PartnerResult<Operation>): PartnerResult => result;
export const widenError = <Operation extends OperationName>(error: PartnerError<Operation>): PartnerError => error;
export function forgetful<Operation extends OperationName>({ type }: PartnerError<Operation>): string {
  switch (type) {
    case 'unexpected_answer': case 'network_error': case 'timeout': case 'aborted': case 'invalid_argument': return 'own';
  }
}`;
  expect(faultsOfProgram(program)).toEqual([expect.stringMatching(/^TS2366 line 9: /)]);
});

it('an option may be undefined, also under exactOptionalPropertyTypes', () => {
  const program = `${head}
export const create = (signal?: AbortSignal, timeoutMs?: number, birthday?: string) =>
  client.createUser(
    { email: 'a', externalUserId: 'b', firstName: 'c', lastName: 'd', birthday },
    { signal, timeoutMs, maxAttempts: undefined, requestId: undefined },
  );`;
  expect(faultsOfProgram(program)).toEqual([]);
});
