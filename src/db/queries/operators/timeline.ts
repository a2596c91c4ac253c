import { AuditEvent } from '../../entities/audit-event.ts';
import { Change } from '../../entities/change.ts';
import { PartnerRequest } from '../../entities/partner-request.ts';
import { WebhookDelivery } from '../../entities/webhook.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Merged, MergedPart } from './selection.ts';

/** The position of an entry: time, part, and id. As text it compares in the order of the entries. */
const position =
  /^(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) \d [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/[0-9a-f-]{36})?$/;

/** Returns whether a text is the position of an entry. Only such a text may be part of a statement. */
export function isEntryCursor(text: string): boolean {
  return position.test(text);
}

/** The time of a position. */
function timeIn(before: string | undefined): string | undefined {
  return before && position.exec(before)?.groups?.time;
}

const positionOf = (time: string, rank: number, id: string) =>
  `(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ${rank} ' || ${id}) collate "C"`;

/** The time in a version 7 id, so that ids and entries have the same order. */
const timeOf = (id: string) => `to_timestamp(${databaseFunctions().schema}.millis_of(${id}) / 1000.0)`;

/** A query for the first rows before a position. `at` is the indexed time. */
function firstOf(
  { from, at, key, last = '' }: { from: string; at: string; key: 'id' | 'at'; last?: string },
  inOrder: string,
  { before, size }: { before: string | undefined; size: number },
): string {
  const time = timeIn(before);
  const latest =
    key === 'at'
      ? `'${time}'`
      : `${databaseFunctions().schema}.first_id_of('${time}'::timestamptz + interval '1 ms')`;
  const bounds =
    before === undefined ? '' : ` and ${at} <= ${latest} and ${inOrder} < '${before}' collate "C"`;
  const order = `${key === 'at' ? `${at} desc, n.id` : at} desc${last}`;
  return `select n.*, ${inOrder} as position ${from}${bounds} order by ${order} limit ${size}`;
}

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Requests about the booking, and rejected items: by its id. Batches have no id, so they are found by their changes. */
const requests: MergedPart = {
  entity: PartnerRequest,
  rows: (row, range) => {
    const inOrder = positionOf(timeOf('n.id'), 0, 'n.id');
    const single = `from partner_requests n where n.external_id = ${row}.external_court_booking_id
      and n.external_service_id = ${row}.external_service_id
      and n.operation in ('upsertCourtBooking', 'cancelCourtBooking', 'getCourtBooking', 'batchCourtBookings')`;
    const time = timeIn(range.before);
    const ofPartner = `select a.request_id from audit_events a where a.subject_id = ${row}.id and a.actor_type = 'api_token'`;
    const first = `order by a.at desc limit ${range.size}`;
    // A request comes before its changes, by less than a minute. Those of the minute after the position are not counted.
    const events =
      time === undefined
        ? `${ofPartner} ${first}`
        : `(${ofPartner} and a.at >= '${time}' and a.at < '${time}'::timestamptz + interval '1 minute')
           union all (${ofPartner} and a.at < '${time}' ${first})`;
    const changing = `select distinct b.request_id::uuid as id from (${events}) b where b.request_id ~ '${uuid}'`;
    const batch = `from (${changing}) b join partner_requests n on n.id = b.id where n.operation = 'batchCourtBookings'`;
    const of = (from: string) => `(${firstOf({ from, at: 'n.id', key: 'id' }, inOrder, range)})`;
    return `${of(single)} union all ${of(batch)}`;
  },
};

const events: MergedPart = {
  entity: AuditEvent,
  rows: (row, range) => {
    const from = `from audit_events n where n.subject_id = ${row}.id`;
    return firstOf({ from, at: 'n.at', key: 'at' }, positionOf('n.at', 1, 'n.id'), range);
  },
};

const changesOf = (row: string) =>
  `from changes n where n.subject_id = ${row}.id and n.external_service_id = ${row}.external_service_id`;

const changes: MergedPart = {
  entity: Change,
  rows: (row, range) =>
    firstOf({ from: changesOf(row), at: 'n.id', key: 'id' }, positionOf(timeOf('n.id'), 2, 'n.id'), range),
};

/** Deliveries of each change, whenever they were sent: after the change, and before the next one. */
const deliveries: MergedPart = {
  entity: WebhookDelivery,
  rows: (row, range) => {
    // The newest changes before the position are enough, because their deliveries come before those of older changes.
    const newest = firstOf(
      { from: changesOf(row), at: 'n.id', key: 'id' },
      positionOf(timeOf('n.id'), 2, 'n.id'),
      range,
    );
    const from = `from (${newest}) c join webhook_endpoints e on e.external_service_id = c.external_service_id
      join webhook_deliveries n on n.endpoint_id = e.id and n.id = c.id where true`;
    const inOrder = positionOf(timeOf('n.id'), 2, `n.id || '/' || n.endpoint_id`);
    return firstOf({ from, at: 'n.id', key: 'id', last: ', n.endpoint_id desc' }, inOrder, range);
  },
};

/** All records about a court booking in the order of time: requests, changes and deliveries. */
export const courtBookingTimeline: Merged = {
  kind: 'merged',
  parts: [requests, events, changes, deliveries],
};
