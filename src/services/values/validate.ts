import type { z } from 'zod';
import { errorFactory, type Issue } from '../../api-error.ts';
import { listIssues } from '../../rules/requests/list-issues.ts';

export const validateErrors = ['invalid_schema'] as const;
const createError = errorFactory(validateErrors);

/**
 * Validates a value against a schema.
 *
 * @param part what the keys of the value are called: fields, or query parameters
 * @throws ApiError `invalid_schema` with every fault, in the order of the schema's fields.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: 'field' | 'parameter' = 'field',
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw createError(
    'invalid_schema',
    listIssues(result.error.issues.flatMap((issue) => toIssues(issue, part))),
  );
}

function toIssues(issue: z.core.$ZodIssue, part: 'field' | 'parameter'): Issue[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const { code } = issue;
  // Not in the document: each unknown field is rejected with its own issue, at the field.
  if (code === 'unrecognized_keys') {
    const message = `Unknown ${part}. Check the spelling: a ${part} that is not documented is rejected, not ignored.`;
    return issue.keys.map((key) => ({ path: [...path, key], code, message }));
  }
  if (code === 'invalid_type') {
    const missing = issue.message.endsWith('received undefined');
    return [{ path, code, message: missing ? 'Required.' : `Must be ${article(issue.expected)}.` }];
  }
  return [{ path, code, message: ownWords(issue) ?? issue.message }];
}

/** The units of lengths. Numbers have none. `unknown`: an object with a length, where a list was expected. */
const units: Record<string, string> = { string: 'character', array: 'item', unknown: 'item' };

/** Replaces zod's default messages. Returns undefined if the schema has its own message. */
function ownWords(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid ')) {
    const values = issue.values.map((one) => JSON.stringify(one)).join(', ');
    return issue.values.length === 1 ? `Must be ${values}.` : `Must be one of ${values}.`;
  }
  if (!issue.message.startsWith('Too ')) return undefined;
  if (issue.code === 'too_big') return bound(issue.origin, 'at most', issue.maximum);
  if (issue.code === 'too_small') return bound(issue.origin, 'at least', issue.minimum);
  return undefined;
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const unit = units[origin];
  return unit
    ? `Must have ${relation} ${limit} ${unit}${Number(limit) === 1 ? '' : 's'}.`
    : `Must be ${relation} ${limit}.`;
}

function article(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
