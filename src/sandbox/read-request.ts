import { microsOf, parseInstant } from '../rules/instant.ts';
import { parsedJson } from '../services/values/cursor.ts';
import type { Write } from './exchange.ts';

const service = '/api/v1/external-services/[^/?]*';
/** The operations that scenarios are about, and those that replace secrets. Others pass unread. */
const operations: [operation: string, pattern: RegExp][] = [
  ['upsertCourtBooking', new RegExp(`^PUT ${service}/court-bookings/by-external-id/([^/?]*)`)],
  ['cancelCourtBooking', new RegExp(`^DELETE ${service}/court-bookings/by-external-id/([^/?]*)`)],
  ['batchCourtBookings', new RegExp(`^POST ${service}/court-bookings/batch`)],
  ['createUser', new RegExp(`^POST ${service}/users(?:\\?|$)`)],
  ['upsertUser', new RegExp(`^PUT ${service}/users/by-external-id/([^/?]*)`)],
  ['batchUsers', new RegExp(`^POST ${service}/users/batch`)],
  ['listChanges', new RegExp(`^GET ${service}/changes`)],
  ['listCourtBookings', new RegExp(`^GET ${service}/court-bookings(?:\\?|$)`)],
  ['updateWebhookEndpoint', new RegExp(`^PATCH ${service}/webhook-endpoints/([^/?]*)$`)],
  ['rotateApiToken', /^POST \/api\/v1\/token\/rotate$/],
  ['rotateWebhookSecret', new RegExp(`^POST ${service}/webhook-endpoints/([^/?]*)/rotate-secret$`)],
];

type Fields = Record<string, unknown>;

/** Returns which operation a request calls, and the bookings and users that it writes. Unreadable parts are left out. */
export function readRequest(method: string, path: string, text: string) {
  // Nothing is written, and no scenario is about it.
  if (/[?&]dryRun=true(?:&|$)/.test(path)) return { operation: undefined, writes: [] };
  for (const [operation, pattern] of operations) {
    const [, rawId] = pattern.exec(`${method} ${path}`) ?? [undefined];
    if (!pattern.test(`${method} ${path}`)) continue;
    return { operation, writes: writesOf(operation, rawId ?? '', path, parsedJson(text)) };
  }
  return { operation: undefined, writes: [] };
}

function writesOf(operation: string, rawId: string, path: string, body: unknown): Write[] {
  const fields = isFields(body) ? body : {};
  const items = (Array.isArray(fields.items) ? fields.items : []).filter(isFields);
  switch (operation) {
    case 'upsertCourtBooking':
      return [bookingWrite({ ...fields, action: 'upsert', externalCourtBookingId: decoded(rawId) })];
    case 'cancelCourtBooking': {
      const externalUpdatedAt = new URL(path, 'http://sandbox').searchParams.get('externalUpdatedAt');
      return [bookingWrite({ action: 'cancel', externalCourtBookingId: decoded(rawId), externalUpdatedAt })];
    }
    case 'batchCourtBookings':
      return items.map(bookingWrite);
    case 'createUser':
      return [userWrite(fields)];
    case 'upsertUser':
      return [userWrite({ ...fields, externalUserId: decoded(rawId) })];
    case 'batchUsers':
      return items.map(userWrite);
    default:
      return [];
  }
}

/** Returns the write of an item of a batch, which has the form of a row. */
export function bookingWrite({
  action,
  externalCourtBookingId,
  externalUpdatedAt,
  ...content
}: Fields): Write {
  const id = String(externalCourtBookingId);
  const version = versionOf(externalUpdatedAt);
  return action === 'cancel'
    ? { id, action, version, content: `cancellation of ${id}` }
    : { id, action: 'upsert', version, content: bookingContent(content) };
}

/** Returns an `externalUpdatedAt` in Unix microseconds, or undefined if the service rejects it. */
export function versionOf(externalUpdatedAt: unknown): number | undefined {
  const parsed = parseInstant(String(externalUpdatedAt).replace(' ', '+'));
  return 'instant' in parsed ? microsOf(parsed.instant) : undefined;
}

/** A comparable text of court, times and participants. */
export function bookingContent({ courtId, startDate, endDate, participants }: Fields): string {
  const named = (Array.isArray(participants) ? participants : []).map((one) =>
    isFields(one) ? (one.userId ?? one.email ?? '') : '',
  );
  return JSON.stringify([
    courtId,
    Date.parse(String(startDate)),
    Date.parse(String(endDate)),
    ...named.sort(),
  ]);
}

const userWrite = ({ action, externalUserId, ...content }: Fields): Write => ({
  id: String(externalUserId),
  action: action === 'erase' ? 'erase' : 'upsert',
  version: undefined,
  content: JSON.stringify(Object.entries(content).sort()),
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
