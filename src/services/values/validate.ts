import type { z } from 'zod';
import { ApiError, type Issue, maxIssues } from '../../errors.ts';

/**
 * The value in the shape of the schema.
 *
 * @throws ApiError `invalid_schema` with every fault, in the order of the schema's fields.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidSchema(result.error.issues.flatMap(toIssues));
}

/** The refusal that lists these faults, as many as are listed. */
export function invalidSchema(issues: Issue[]): ApiError<'invalid_schema'> {
  if (issues.length <= maxIssues) return new ApiError('invalid_schema', { issues });
  return new ApiError('invalid_schema', {
    message: `The request does not match the schema of this operation. The first ${maxIssues} of ${issues.length} faults are listed in "issues".`,
    issues: issues.slice(0, maxIssues),
  });
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.filter((key) => typeof key !== 'symbol');
  const { code } = issue;
  // Not in the document: unknown fields are refused, an issue each, at the field.
  if (code === 'unrecognized_keys') {
    const message =
      'Unknown field. Check the spelling: a field that is not documented is refused, not ignored.';
    return issue.keys.map((key) => ({ path: [...path, key], code, message }));
  }
  if (code === 'invalid_type') {
    const missing = issue.message.endsWith('received undefined');
    return [{ path, code, message: missing ? 'Required.' : `Must be ${article(issue.expected)}.` }];
  }
  return [{ path, code, message: issue.message }];
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
