import { requestIdPattern } from '../../src/rules/requests/request-headers.ts';
import { uuidPattern } from '../../src/rules/requests/uuid.ts';
import type { Issue, OperationName } from './documented-responses.ts';
import { isObject } from './from-outside.ts';
import { invalidDatesIn } from './json.ts';
import type { operations } from './openapi.generated.ts';
import { PartnerError } from './partner-error.ts';

/** Checks a value. Returns a message for people if it is invalid, or undefined. */
type Check = (value: unknown) => string | undefined;
type PathParameter = {
  [Operation in OperationName]: operations[Operation]['parameters'] extends { path: infer Path }
    ? keyof Path
    : never;
}[OperationName];
/** Checks by field name. Each has no prototype, because a field may be called `valueOf`. */
type Checks = Record<string, Check>;

const matches =
  (pattern: RegExp, message: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : message;

export const uuid = matches(uuidPattern, 'Must be a UUID.');

// Characters are code points. No URL can contain `.` and `..` as an id, in any encoding.
const externalId = matches(
  /^(?!\.{1,2}$)[^\0\p{Surrogate}]{1,255}$/u,
  'Must be 1 to 255 characters without NUL, and not "." or "..".',
);

const optional =
  (check: Check): Check =>
  (value) =>
    value == null ? undefined : check(value);

const amount = optional((value) =>
  typeof value === 'number' && value >= 0 ? undefined : 'Must be a number, not a negative one.',
);

// NaN may come from a variable that is not set. It means the default.
const limit: Check = (value) => amount(Number.isNaN(value) ? 0 : value);

/** Fields of bodies and queries, at any depth, and path parameters. The service checks all other fields. */
export const fieldChecks: Checks & Record<PathParameter, Check> = {
  __proto__: null as never,
  externalServiceId: uuid,
  externalCourtBookingId: externalId,
  externalUserId: externalId,
  courtId: uuid,
  organizationId: uuid,
  userId: uuid,
  requestId: externalId,
  webhookEndpointId: uuid,
};

export const optionChecks: Checks = {
  __proto__: null as never,
  baseUrl: (value) =>
    typeof value === 'string' && URL.canParse(value) && /^https?:\/\/[^?#@\s]+$/i.test(value)
      ? undefined
      : 'Must be like https://example.com.',
  // Any string that a header can carry (RFC 9110, section 5.5). The service decides what a token looks like.
  token: matches(/^[!-~\x80-\xff]+([\t ]+[!-~\x80-\xff]+)*$/, 'Must be a text that a header can carry.'),
  externalServiceId: optional(uuid),
  userAgent: optional(matches(/^[\x20-\x7e]+$/, 'Must be a text that a header can carry: ASCII.')),
  requestId: matches(requestIdPattern, 'Must match [A-Za-z0-9_.:=+/-]{1,128}.'),
  signal: optional((value) =>
    (value as AbortSignal).addEventListener ? undefined : 'Must be an AbortSignal.',
  ),
  headers: (value) => {
    try {
      new Headers(value as ConstructorParameters<typeof Headers>[0]);
      return undefined;
    } catch {
      return 'Must be headers.';
    }
  },
  concurrency: limit,
  maxAttempts: limit,
  initialDelayMs: limit,
  maxDelayMs: limit,
  attemptTimeoutMs: limit,
  timeoutMs: limit,
  maxRounds: amount,
  roundDelayMs: amount,
};

export const issueOf = (path: Issue['path'], message: string): Issue => ({
  path,
  code: 'invalid_argument',
  message,
});

export const invalidDateIssues = (value: unknown): Issue[] =>
  invalidDatesIn(value).map((path) => issueOf(path, 'Must be a valid Date.'));

/** The issues that `checks` find. Those of fields are found at any depth. */
export function issuesOf(values: object, checks: Checks, path: Issue['path'] = []): Issue[] {
  return Object.entries(values).flatMap(([key, value]): Issue[] => {
    const at = [...path, Array.isArray(values) ? Number(key) : key];
    const message = checks[key]?.(value);
    if (message) return [issueOf(at, message)];
    return isObject(value) && checks === fieldChecks ? issuesOf(value, checks, at) : [];
  });
}

/** @throws PartnerError of type `invalid_argument` with all issues, if there are any */
export function throwOnIssues(issues: Issue[], fields: object = {}): void {
  if (issues.length === 0) return;
  throw new PartnerError(`Nothing was sent. ${listed(issues)}`, {
    ...fields,
    type: 'invalid_argument',
    attempts: 0,
    issues,
  });
}

/** Returns at most ten issues as one string. */
export function listed(issues: readonly Issue[]): string {
  const texts = issues.slice(0, 10).map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (issues.length > 10) texts.push(`And ${issues.length - 10} more.`);
  return texts.join(' ');
}
