import { AuditEvent } from '../../entities/audit-event.ts';
import { Change } from '../../entities/change.ts';
import { PartnerRequest } from '../../entities/partner-request.ts';
import { WebhookDelivery } from '../../entities/webhook.ts';
import { databaseFunctions } from '../../functions/functions.ts';
import type { Merged, MergedPart } from './selection.ts';

/** Where an entry stands: its time, then which part it is of, then its id; as text these compare as they are ordered. */
const place =
  /^(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) \d [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/[0-9a-f-]{36})?$/;

/** Whether a text is the place of an entry: only such a one gets into a statement. */
export function isPlace(text: string): boolean {
  return place.test(text);
}

/** The time of a place. */
function timeIn(before: string | undefined): string | undefined {
  return before && place.exec(before)?.groups?.time;
}

const placeOf = (time: string, rank: number, id: string) =>
  `(to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ${rank} ' || ${id}) collate "C"`;

/** Of what has an id of version 7: the time in it, so that the order of ids is the order of entries. */
const timeOf = (id: string) => `to_timestamp(${databaseFunctions().schema}.millis_of(${id}) / 1000.0)`;

/** A query of the first rows before a place. `at`: by which they lie in the index. */
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
  return `select n.*, ${inOrder} as place ${from}${bounds} order by ${order} limit ${size}`;
}

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** What was sent about it: by its id, and batches, which have none, by what they have changed. */
const requests: MergedPart = {
  entity: PartnerRequest,
  rows: (row, range) => {
    const inOrder = placeOf(timeOf('n.id'), 0, 'n.id');
    const single = `from partner_requests n where n.external_id = ${row}.external_court_booking_id
      and n.external_service_id = ${row}.external_service_id
      and n.operation in ('upsertCourtBooking', 'cancelCourtBooking', 'getCourtBooking')`;
    const time = timeIn(range.before);
    // A request comes before what it changes, by less than a minute.
    const until = time === undefined ? '' : ` and a.at < '${time}'::timestamptz + interval '1 minute'`;
    const changing = `select distinct b.request_id::uuid as id from (
        select a.request_id from audit_events a
        where a.subject_id = ${row}.id and a.actor_type = 'api_token'${until} order by a.at desc limit ${range.size}
      ) b where b.request_id ~ '${uuid}'`;
    const batch = `from (${changing}) b join partner_requests n on n.id = b.id where n.operation = 'batchCourtBookings'`;
    const of = (from: string) => `(${firstOf({ from, at: 'n.id', key: 'id' }, inOrder, range)})`;
    return `${of(single)} union all ${of(batch)}`;
  },
};

const events: MergedPart = {
  entity: AuditEvent,
  rows: (row, range) => {
    const from = `from audit_events n where n.subject_id = ${row}.id`;
    return firstOf({ from, at: 'n.at', key: 'at' }, placeOf('n.at', 1, 'n.id'), range);
  },
};

const changesOf = (row: string) =>
  `from changes n where n.subject_id = ${row}.id and n.external_service_id = ${row}.external_service_id`;

const changes: MergedPart = {
  entity: Change,
  rows: (row, range) =>
    firstOf({ from: changesOf(row), at: 'n.id', key: 'id' }, placeOf(timeOf('n.id'), 2, 'n.id'), range),
};

/** What was sent of each change, whenever that was: just after the change, and before the next one. */
const deliveries: MergedPart = {
  entity: WebhookDelivery,
  rows: (row, range) => {
    // The newest changes that may have some before the place will do: they themselves come before those of older ones.
    const newest = firstOf(
      { from: changesOf(row), at: 'n.id', key: 'id' },
      placeOf(timeOf('n.id'), 2, 'n.id'),
      range,
    );
    const from = `from (${newest}) c join webhook_endpoints e on e.external_service_id = c.external_service_id
      join webhook_deliveries n on n.endpoint_id = e.id and n.id = c.id where true`;
    const inOrder = placeOf(timeOf('n.id'), 2, `n.id || '/' || n.endpoint_id`);
    return firstOf({ from, at: 'n.id', key: 'id', last: ', n.endpoint_id desc' }, inOrder, range);
  },
};

/** All that is recorded of a court booking, in one order of time: what was sent, what it changed, and who was told. */
export const courtBookingTimeline: Merged = {
  kind: 'merged',
  parts: [requests, events, changes, deliveries],
};
