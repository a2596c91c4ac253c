import { isApiToken } from './api-token-format.ts';
import type { Issue } from './operation.ts';
import { PartnerError } from './partner-error.ts';

/** Looks at a value: what it must be, for a person, where it is not; else undefined. */
type Check = (value: unknown) => string | undefined;

const matches =
  (pattern: RegExp, message: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : message;

const uuid = matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Must be a UUID.');

// Characters are code points.
const externalId = matches(/^[^\0\p{Surrogate}]{1,255}$/u, 'Must be 1 to 255 characters without NUL.');

const baseUrl: Check = (value) => {
  const isUrl = URL.canParse(value as string) && /^https?:\/\/[^?#@\s]+$/i.test(value as string);
  return isUrl ? undefined : 'Must be like https://example.com.';
};

/** What is looked at before anything is sent, by its name at any depth; the service looks at everything. */
const checks: Record<string, Check> = {
  baseUrl,
  token: (value) => (isApiToken(String(value)) ? undefined : 'Is no API token: cut off or mistyped?'),
  requestId: matches(/^[A-Za-z0-9_.:=+/-]{1,128}$/, 'Must match [A-Za-z0-9_.:=+/-]{1,128}.'),
  externalServiceId: uuid,
  // No URL can carry them, in any encoding.
  externalCourtBookingId: (value) =>
    value === '.' || value === '..' ? 'Must not be "." or "..".' : externalId(value),
  externalUserId: externalId,
  courtId: uuid,
  userId: (value) => (value === undefined ? undefined : uuid(value)),
  // Given only where the body cannot be JSON: the reason.
  bodyFault: (reason) => String(reason),
};

/**
 * Looks at every argument, at any depth.
 *
 * @throws PartnerError of type `invalid_argument`, with every fault, as the service lists issues
 */
export function checkArguments(values: object, fields: object = {}): void {
  const issues = issuesOf(values, []);
  if (issues.length === 0) return;
  const faults = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new PartnerError(`Nothing was sent. ${faults.join(' ')}`, {
    ...fields,
    type: 'invalid_argument',
    attempts: 0,
    issues,
  });
}

function issuesOf(values: object, path: Issue['path']): Issue[] {
  return Object.entries(values).flatMap(([key, value]): Issue[] => {
    const at = [...path, Array.isArray(values) ? Number(key) : key];
    const message = checks[key]?.(value);
    if (message) return [{ path: at, code: 'invalid_argument', message }];
    return value instanceof Object ? issuesOf(value, at) : [];
  });
}
