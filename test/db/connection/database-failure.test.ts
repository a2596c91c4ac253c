import { DriverException } from '@mikro-orm/core';
import { describe, expect, it } from 'vitest';
import { classifyFailure } from '../../../src/db/connection/database-failure.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const failed = (code: string, message = 'said by PostgreSQL') => Object.assign(new Error(message), { code });

describe('classification of failed statements by SQLSTATE', () => {
  it.each([
    ['lost_race', '40001', 'serialization_failure'],
    ['lost_race', '40P01', 'deadlock_detected'],
    ['lost_race', '23505', 'unique_violation'],
    ['lost_race', '23P01', 'exclusion_violation'],
    ['lost_race', '23514', 'check_violation without a name: a partition was created'],
    ['unavailable', '08000', 'class 08: connection_exception'],
    ['unavailable', '08P01', 'class 08: protocol_violation'],
    ['unavailable', '28P01', 'class 28: invalid_password, while it is replaced'],
    ['unavailable', 'CERT_HAS_EXPIRED', 'TLS: the certificate'],
    ['unavailable', 'ERR_TLS_CERT_ALTNAME_INVALID', 'TLS: the name in the certificate'],
    ['unavailable', '53100', 'class 53: disk_full'],
    ['unavailable', '53200', 'class 53: out_of_memory'],
    ['unavailable', '53300', 'class 53: too_many_connections'],
    ['unavailable', '57014', 'class 57: query_canceled'],
    ['unavailable', '57P01', 'class 57: admin_shutdown'],
    ['unavailable', '57P04', 'class 57: database_dropped'],
    ['unavailable', '58000', 'class 58: system_error'],
    ['unavailable', '58030', 'class 58: io_error'],
    ['unavailable', '25006', 'read_only_sql_transaction'],
    ['unavailable', '25P03', 'idle_in_transaction_session_timeout'],
    ['unavailable', '55P03', 'lock_not_available'],
    ['unavailable', '42P05', 'duplicate_prepared_statement'],
    ['unavailable', '26000', 'invalid_sql_statement_name'],
    ['unavailable', '3F000', 'invalid_schema_name'],
    ['unavailable', 'ECONNREFUSED', 'the network'],
    ['unexpected', '22P02', 'invalid_text_representation'],
    ['unexpected', '23503', 'foreign_key_violation'],
    ['unexpected', '42P01', 'undefined_table'],
    ['unexpected', '42703', 'undefined_column'],
    ['unexpected', 'P0001', 'raise_exception'],
    ['unexpected', 'XX000', 'internal_error'],
    ['unexpected', '5800', 'four characters: none'],
    ['unexpected', '', 'none'],
  ])('returns %s for %s (%s)', (failure, code) => {
    expect(classifyFailure(failed(code))).toBe(failure);
  });

  it.each([
    ['wrapped by MikroORM', new DriverException(failed('53100'))],
    ['as a cause', new Error('could not load', { cause: new Error('nor that', { cause: failed('55P03') }) })],
    [
      'from a host with several addresses',
      new AggregateError([failed('ECONNREFUSED'), failed('ECONNREFUSED')]),
    ],
    ["without a code, recognized by the driver's message", new Error('Connection terminated unexpectedly')],
    ['a server without TLS', new Error('The server does not support SSL connections')],
  ])('returns unavailable: %s', (_how, error) => {
    expect(classifyFailure(error)).toBe('unavailable');
  });

  it.each([undefined, null, 'text', 7, {}, new Error('else'), { code: '23514', constraint: 'check' }])(
    'returns unexpected for the thrown value %o',
    (thrown) => {
      expect(classifyFailure(thrown)).toBe('unexpected');
    },
  );
});

describe('errors of a real PostgreSQL', () => {
  const test = useTestDatabase('postgresql', 2);
  const fail = (statement: string) => test.database.query(statement, []).catch((error: unknown) => error);

  it.each([
    ['a schema of functions that was dropped', 'select functions_gone.create_user(1)'],
    ['a function that was dropped', 'select create_user_gone(1)'],
    ['a prepared statement that a pooler has lost', 'execute statement_of_another_session'],
  ])('maps %s to service_unavailable', async (_what, statement) => {
    expect(await fail(statement)).toMatchObject({ type: 'service_unavailable', retryAfterSeconds: 1 });
  });

  it('treats an operator without matching types as our bug, despite the same SQLSTATE 42883', async () => {
    const error = await fail("select '{}'::json = '{}'::json");
    expect(error).toMatchObject({ code: '42883' });
    expect(error).not.toHaveProperty('type');
  });
});
