import { describe, expect, it } from 'vitest';
import { functionParameters } from '../../../src/db/functions/functions.generated.ts';
import { callText, databaseFunctions, readFunctionFiles } from '../../../src/db/functions/functions.ts';
import { catalogue } from '../../../src/errors.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe('database functions', () => {
  it('know no error code: the rules judge', () => {
    const source = readFunctionFiles();
    expect(Object.keys(catalogue).filter((type) => source.includes(`'${type}'`))).toEqual([]);
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
  const service = useTestService('postgresql');
  const tenant = useTenant(service);
  const { schema } = databaseFunctions();

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
    expect(rows.filter(({ keeps }) => keeps).length).toBeGreaterThan(19);
    const sets = rows.filter(({ isSet }) => isSet).map(({ name }) => name);
    const values = new RegExp(
      `(?<!\\bfrom |\\bjoin |lateral |function )\\b${schema}\\.(${sets.join('|')})\\(`,
      'g',
    );
    expect([...databaseFunctions().statements.join('\n').matchAll(values)].map(([call]) => call)).toEqual([]);
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
