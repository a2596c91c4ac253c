import { readdirSync, readFileSync } from 'node:fs';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { functionParameters } from '../../../src/db/functions/functions.generated.ts';
import { callText, databaseFunctions, readFunctionFiles } from '../../../src/db/functions/functions.ts';
import type { FunctionResults } from '../../../src/services/function-results.ts';
import { batchUsersErrors } from '../../../src/services/users/batch/batch-users.ts';
import { userBatchItemErrors } from '../../../src/services/users/batch/user-batch-item.ts';
import { createUserErrors, createUserResults } from '../../../src/services/users/create-user.ts';
import { upsertUserResults } from '../../../src/services/users/upsert-user.ts';
import { type Tenant, userBody } from '../../harness/data/factories.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

const folder = new URL('../../../src/db/functions/', import.meta.url);

const answering: Record<string, { answers: FunctionResults; operation: readonly string[] }> = {
  'create-user.sql': { answers: createUserResults, operation: createUserErrors },
  'upsert-users.sql': {
    answers: {
      ...upsertUserResults,
      // The outcome of an atomic batch as a whole.
      outcomes: [...upsertUserResults.outcomes, 'written'],
      errors: [...upsertUserResults.errors, 'batch_refused'],
    },
    operation: [...batchUsersErrors, ...userBatchItemErrors],
  },
};

/** How a function names its outcome for each key, in its result or for the calling function. */
const said = {
  error: "(?:'error', |error_by_\\w+\\()",
  outcome: "(?:'outcome', |\\boutcome := )",
};

/** Returns the outcomes that a function may return for a key, including those of a `case`. */
function wordsOf(file: string, key: keyof typeof said): string[] {
  const source = readFileSync(new URL(file, folder), 'utf8');
  const values = [...source.matchAll(new RegExp(`${said[key]}([^,);]*)`, 'g'))];
  return [
    ...new Set(values.flatMap(([, value]) => [...value!.matchAll(/'(\w+)'/g)].map(([, word]) => word!))),
  ].sort();
}

describe('database functions', () => {
  it.each(Object.entries(answering))(
    '%s uses exactly the listed error codes and outcomes, and the operation documents each code',
    (file, { answers, operation }) => {
      expect(wordsOf(file, 'error')).toEqual([...answers.errors].sort());
      expect(wordsOf(file, 'outcome')).toEqual([...answers.outcomes].sort());
      expect(operation).toEqual(expect.arrayContaining([...answers.errors]));
    },
  );

  it('every function that returns errors has such a list', () => {
    const withErrors = readdirSync(folder).filter((file) => wordsOf(file, 'error').length > 0);
    expect(withErrors.sort()).toEqual(Object.keys(answering).sort());
  });

  it('live in a schema named by a hash of their content and are never replaced', () => {
    const { schema, statements } = databaseFunctions();
    expect(readFunctionFiles()).not.toMatch(/\breplace\s+function\b/i);
    expect(schema).toMatch(/^functions_[0-9a-f]{16}$/);
    for (const statement of statements)
      expect(statement).toMatch(new RegExp(`^create function ${schema}\\.`));
    // Functions call each other only within the same version.
    expect(statements.join('\n')).not.toMatch(/\bfunctions\./);
  });

  it('are called with named and typed arguments', () => {
    expect(callText('renew_lease')).toBe(
      `select ${databaseFunctions().schema}.renew_lease(p_name => $1::text) as answer`,
    );
  });
});

describe('database functions in a database', () => {
  let service: TestService;
  let tenant: Tenant;
  const { schema } = databaseFunctions();
  beforeAll(async () => {
    service = await startTestService('postgresql');
    tenant = await service.factories.tenant();
  });
  afterAll(() => service.stop());

  it('have the parameters that the code declares, by name, type and order', async () => {
    const rows = await service.database.em().execute<{ name: string; parameters: string }[]>(
      `select proname as name, pg_get_function_identity_arguments(oid) as parameters from pg_proc
       where pronamespace = ?::regnamespace and pg_get_function_identity_arguments(oid) !~ ' (court_bookings|users)(\\[\\]|)(,|$)'
       order by proname`,
      [schema],
    );
    const sqlNames: Record<string, string> = { timestamptz: 'timestamp with time zone', int: 'integer' };
    const known = Object.entries(functionParameters).map(([name, parameters]) => ({
      name,
      parameters: Object.entries(parameters as Record<string, string>)
        .map(([parameter, type]) => {
          const [plain, array] = [type.replace(/[?[\]]/g, ''), type.includes('[]') ? '[]' : ''];
          return `p_${parameter.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} ${sqlNames[plain] ?? plain}${array}`;
        })
        .join(', '),
    }));
    expect(known).toEqual(rows);
  });

  it('keep their plans: those in PL/pgSQL by a setting, and PostgreSQL inlines the others', async () => {
    const rows = await service.database
      .em()
      .execute<
        { name: string; language: string; keeps: boolean; isSet: boolean; inlines: boolean; source: string }[]
      >(
        `select proname as name, lanname as language, proretset as "isSet", prosrc as source,
         coalesce('plan_cache_mode=force_generic_plan' = any (proconfig), false) as keeps,
         provolatile <> 'v' and not proisstrict and not prosecdef and proconfig is null as inlines
       from pg_proc p join pg_language l on l.oid = prolang where pronamespace = ?::regnamespace`,
        [schema],
      );
    // A function that returns one value is inlined only if it reads nothing, and a set only in \`from\`.
    const reads = (source: string) =>
      /\b(from|insert|update|delete)\b/i.test(source.replaceAll(/distinct from|epoch from/g, ''));
    const planned = rows.filter(({ language, keeps, isSet, inlines, source }) =>
      language === 'plpgsql' ? !keeps : !inlines || (reads(source) && !isSet),
    );
    expect(planned.map(({ name }) => name)).toEqual([]);
    expect(rows.filter(({ keeps }) => keeps).length).toBeGreaterThan(20);
    const sets = rows.filter(({ isSet }) => isSet).map(({ name }) => name);
    const values = new RegExp(
      `(?<!\\bfrom |\\bjoin |lateral |function )\\b${schema}\\.(${sets.join('|')})\\(`,
      'g',
    );
    expect([...databaseFunctions().statements.join('\n').matchAll(values)].map(([call]) => call)).toEqual([]);
  });

  it('return results of the declared shape', async () => {
    const { externalServiceId, tokenId, token } = tenant;
    const by = () => ({
      actorType: 'api_token',
      actorId: tokenId,
      requestId: 'shape',
      shownRequestId: 'shape',
      auditEventId: uuidv7(),
    });
    await service.createUser(externalServiceId, { token, body: userBody() });
    const email = 'open@example.com';
    await service.createUser(externalServiceId, { token, body: userBody({ email }) });
    await service.database
      .em()
      .execute(
        "update users set gender = 'OTHER', main_sport_type = 'PADEL', playing_hand = 'LEFT' where email = ?",
        [email],
      );
    const user = async (birthday: string | null, existing?: string) => {
      const { firstName, lastName, ...rest } = userBody() as Record<string, string>;
      const names = { firstName: firstName!, lastName: lastName! };
      const known = existing === undefined ? rest : { email: existing, externalUserId: 'shape' };
      const identity = known as { email: string; externalUserId: string };
      return service.database.call('create_user', {
        newId: uuidv7(),
        externalServiceId,
        ...identity,
        ...names,
        birthday,
        ...by(),
      });
    };
    const answers = [
      [createUserResults, await user(null, 'shape@example.com')],
      [createUserResults, await user('1985-12-10', 'shape@example.com')],
      [createUserResults, await user('1985-12-10')],
    ] as [FunctionResults, { outcome: string }][];
    const outcomes = answers.map(([{ resource, outcomes }, { outcome, ...rest }]) => {
      expect(outcomes).toContain(outcome);
      expect(resource.safeParse(rest).error?.issues ?? []).toEqual([]);
      return outcome;
    });
    expect(outcomes).toEqual(['created', 'existing', 'created']);
  });

  it.each([
    ['{"outcome": "vanished"}', 'create_user returned "vanished"'],
    ['{"error": "an_error_to_come"}', 'create_user returned "an_error_to_come"'],
    ['null', 'create_user returned undefined'],
  ])('an unknown outcome (%s) is internal_server_error, with its cause in the log', async (answer, cause) => {
    const em = service.database.em();
    const [row] = await em.execute<{ parameters: string }[]>(
      "select pg_get_function_arguments((? || '.create_user')::regproc) as parameters",
      [schema],
    );
    await em.execute(`alter function ${schema}.create_user rename to create_user_away`);
    await em.execute(
      `create function ${schema}.create_user(${row!.parameters}) returns jsonb language sql as $$ select '${answer}'::jsonb $$`,
    );
    try {
      service.logLines.length = 0;
      const { status, body } = await service.createUser(tenant.externalServiceId, {
        token: tenant.token,
        body: userBody({ email: 'unknown@example.com', externalUserId: 'unknown' }),
      });
      expect([status, body.error.type]).toEqual([500, 'internal_server_error']);
      expect(JSON.stringify(body)).not.toContain('returned');
      expect(service.logLines.at(-1)).toMatchObject({ err: { code: cause } });
    } finally {
      await em.execute(`drop function ${schema}.create_user`);
      await em.execute(`alter function ${schema}.create_user_away rename to create_user`);
    }
  });

  it('court_bookings_overlapping is inlined into the query and uses the index of the constraint', async () => {
    const em = service.database.em();
    const plan = await em.transactional(async (transaction) => {
      await transaction
        .getConnection()
        .execute('set local enable_seqscan = off', [], 'all', transaction.getTransactionContext());
      return transaction
        .getConnection()
        .execute<{ 'QUERY PLAN': string }[]>(
          `explain select from ${schema}.court_bookings_overlapping('${tenant.courtIds[0]}', now(), now() + interval '1 hour')`,
          [],
          'all',
          transaction.getTransactionContext(),
        );
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('court_bookings_no_overlap');
    expect(text).not.toContain('Function Scan');
  });
});
