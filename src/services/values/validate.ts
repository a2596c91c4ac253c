import type { z } from 'zod';
import { type ApiErrorDetails, type Issue, maxIssues, refusals } from '../../errors.ts';

export const validateErrors = ['invalid_schema'] as const;
const refuse = refusals(validateErrors);

/**
 * The value in the shape of the schema.
 *
 * @throws ApiError `invalid_schema` with every fault, in the order of the schema's fields.
 */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuse('invalid_schema', faults(result.error.issues.flatMap(toIssues)));
}

/** What `invalid_schema` says of these faults: as many as are listed. */
export function faults(issues: Issue[]): ApiErrorDetails {
  if (issues.length <= maxIssues) return { issues };
  return {
    message: `The request does not match the schema of this operation. The first ${maxIssues} of ${issues.length} faults are listed in "issues".`,
    issues: issues.slice(0, maxIssues),
  };
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
