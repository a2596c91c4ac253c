import type { Issue } from './operation.ts';
import { PartnerError } from './partner-error.ts';

/** Looks at a value: what it must be, for a person, where it is not; else undefined. */
type Check = (value: unknown) => string | undefined;

const check =
  (pattern: RegExp, message: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : message;

const uuid = check(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Must be a UUID.');

// Characters are code points.
const externalId = check(/^[^\0\p{Surrogate}]{1,255}$/u, 'Must be 1 to 255 characters without NUL.');

/** What is looked at before anything is sent, by its name; the service looks at everything. */
const checks: Record<string, Check> = {
  baseUrl: (value) =>
    URL.canParse(value as string) && /^https?:\/\/[^?#@\s]+$/i.test(value as string)
      ? undefined
      : 'Must be like https://example.com.',
  token: (value) => (isToken(`${value}`) ? undefined : 'Is no API token: cut off or mistyped?'),
  requestId: check(/^[A-Za-z0-9_.:=+/-]{1,128}$/, 'Must match [A-Za-z0-9_.:=+/-]{1,128}.'),
  externalServiceId: uuid,
  // No URL can carry them, in any encoding.
  externalCourtBookingId: (value) =>
    value === '.' || value === '..' ? 'Must not be "." or "..".' : externalId(value),
  externalUserId: externalId,
  courtId: uuid,
  userId: (value) => (value === undefined ? undefined : uuid(value)),
  // Why the body cannot be JSON.
  bodyFault: String,
};

/** `cbp_`, 43 characters of secret, and their CRC-32 (ISO 3309) as six digits of base62 (0-9 A-Z a-z). */
function isToken(token: string): boolean {
  let crc = -1;
  let sum = 0;
  for (const digit of token.slice(4, 47)) {
    crc ^= digit.charCodeAt(0);
    for (let bit = 8; bit--; ) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  for (const digit of token.slice(47)) sum = sum * 62 + Number.parseInt(digit, 36) + (digit > 'Z' ? 26 : 0);
  return /^cbp_\w{49}$/.test(token) && sum === ~crc >>> 0;
}

/**
 * Looks at every argument, at any depth.
 *
 * @throws PartnerError of type `invalid_argument`, with every fault, as the service lists issues
 */
export function checkArguments(values: object, fields: object = {}): void {
  const issues = issuesOf(values, []);
  if (!issues[0]) return;
  const text = issues.map(({ path, message }) => ` ${path.join('.')}: ${message}`).join('');
  throw new PartnerError(`Nothing was sent.${text}`, {
    ...fields,
    type: 'invalid_argument',
    attempts: 0,
    issues,
  });
}

function issuesOf(values: object, path: Issue['path']): Issue[] {
  return Object.entries(values).flatMap(([key, value]): Issue[] => {
    const at = [...path, Array.isArray(values) ? +key : key];
    const message = checks[key]?.(value);
    if (message) return [{ path: at, code: 'invalid_argument', message }];
    return value instanceof Object ? issuesOf(value, at) : [];
  });
}
