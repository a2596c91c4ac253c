import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError, type ErrorFactory, errorFactory } from '../src/api-error.ts';
import { catalogue } from '../src/errors.ts';
import { createUserOperation } from '../src/rest/operations/create-user.ts';
import { defineOperation, type Operation } from '../src/rest/transport/operation.ts';

const listed = ['court_not_found', 'stale_write'] as const;

// `npm run check` verifies that the lines with `@ts-expect-error` do not compile.
describe('a list of codes', () => {
  it('creates errors of its codes, with details', () => {
    const refuse = errorFactory(listed);
    const refusal = refuse('stale_write', { message: 'Older.', retryAfterSeconds: 1 });
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ type: 'stale_write', status: 409, message: 'Older.' });
  });

  it('does not compile with a code that it does not contain', () => {
    const refuse = errorFactory(listed);
    // @ts-expect-error of the catalogue, but not of the list
    refuse('version_conflict');
    // @ts-expect-error not of the catalogue
    expect(errorFactory(['court_not_here'])).toBeTypeOf('function');
  });

  it('does not compile without a code that a shared function uses', () => {
    const shared = (refuse: ErrorFactory<'court_not_found'>) => refuse('court_not_found').type;
    expect(shared(errorFactory(listed))).toBe('court_not_found');
    // @ts-expect-error the list lacks it
    shared(errorFactory(['stale_write']));
  });

  it('does not compile for an operation if it lacks a code of the checks before the operation', () => {
    const { errors: _errors, ...rest } = createUserOperation(() => '2026-01-01');
    const operation: Omit<Operation, 'errors'> = { ...rest, response: z.unknown() };
    const complete = [
      'invalid_schema',
      'missing_api_token',
      'invalid_api_token',
      'scope_permission_denied',
      'external_service_access_denied',
      'internal_server_error',
    ] as const;
    expect(defineOperation({ ...operation, errors: complete }).errors).toBe(complete);
    const [_invalidSchema, ...others] = complete;
    // @ts-expect-error it lacks `invalid_schema`
    defineOperation({ ...operation, errors: others });
  });
});

describe('error messages', () => {
  /** The messages of these codes state the violated rule. */
  const rules = ['mutually_exclusive_fields_violation', 'invalid_time_range'];
  const ofRanges = ['invalid_filter_time_range', 'invalid_updated_filter_time_range'];
  const instruction =
    /(?:^|[.:,] |\b(?:[Oo]therwise|or|and) )(?:Ask|Check|Choose|Configure|Correct|Create|Delete|Erase|Find|Leave|List|Name|Read|Resend|Request|Revoke|Rotate|See|Send|Sign|Split|Start|Wait|Do not resend|erase|find|use)\b/;

  it.each(Object.entries(catalogue))('the message of %s says what to do next', (type, { message }) => {
    if ([...rules, ...ofRanges].includes(type)) expect(message).toMatch(/must be|is required/);
    else if (type === 'nothing_to_change') expect(message).toContain('Nothing was changed');
    else if (type === 'invalid_schema') expect(message).toContain('Every fault is listed in "issues"');
    else expect(message).toMatch(instruction);
  });
});
