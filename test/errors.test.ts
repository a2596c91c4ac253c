import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError, catalogue, type Refuse, refusals } from '../src/errors.ts';
import { createUserOperation } from '../src/rest/operations/create-user.ts';
import { defineOperation, type Operation } from '../src/rest/transport/operation.ts';

const listed = ['court_not_found', 'stale_write'] as const;

// What is expected not to compile is looked at by `npm run check`.
describe('a list of codes', () => {
  it('makes refusals of its codes, with what is known of them', () => {
    const refuse = refusals(listed);
    const refusal = refuse('stale_write', { message: 'Older.', retryAfterSeconds: 1 });
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ type: 'stale_write', status: 409, message: 'Older.' });
  });

  it('refuses no other: it does not compile', () => {
    const refuse = refusals(listed);
    // @ts-expect-error of the catalogue, but not of the list
    refuse('version_conflict');
    // @ts-expect-error not of the catalogue
    expect(refusals(['court_not_here'])).toBeTypeOf('function');
  });

  it('must have what is refused in its name by what verbs have in common: else it does not compile', () => {
    const shared = (refuse: Refuse<'court_not_found'>) => refuse('court_not_found').type;
    expect(shared(refusals(listed))).toBe('court_not_found');
    // @ts-expect-error the list lacks it
    shared(refusals(['stale_write']));
  });

  it('of an operation has what the checks before it may answer: else it does not compile', () => {
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

describe('the message of an error', () => {
  /** What is wrong there is said by the rule itself. */
  const rules = ['mutually_exclusive_fields_violation', 'invalid_time_range'];
  const ofRanges = ['invalid_filter_time_range', 'invalid_updated_filter_time_range'];
  const instruction =
    /(?:^|[.:,] |\b(?:[Oo]therwise|or|and) )(?:Ask|Check|Choose|Configure|Correct|Create|Delete|Erase|Find|Leave|List|Name|Read|Resend|Request|Rotate|See|Send|Sign|Split|Start|Wait|Do not resend|erase|find|use)\b/;

  it.each(Object.entries(catalogue))('of %s says what to do next', (type, { message }) => {
    if ([...rules, ...ofRanges].includes(type)) expect(message).toMatch(/must be|is required/);
    else if (type === 'nothing_to_change') expect(message).toContain('Nothing was changed');
    else if (type === 'invalid_schema') expect(message).toContain('Every fault is listed in "issues"');
    else expect(message).toMatch(instruction);
  });
});
