import { sql } from 'kysely';
import { searchKeyOf } from '../../search-key.ts';
import { beginning, keyPattern, nameContains } from '../conditions.ts';
import { naturalKey } from '../natural-key.ts';
import { allOf, type Sql } from '../statement.ts';
import { formerlyNamed, ofPartner } from './lists.ts';

/** The names of users, in both orders, as they are indexed. */
const names = ["first_name || ' ' || last_name", "last_name || ' ' || first_name"].map(searchKeyOf);

/** The tables whose rows have an id, by entity name. */
export const nodeTables = {
  Organization: 'organizations',
  Court: 'courts',
  ExternalService: 'external_services',
  ApiToken: 'api_tokens',
  User: 'users',
  CourtBooking: 'court_bookings',
  Operator: 'operators',
  WebhookEndpoint: 'webhook_endpoints',
  PartnerRequest: 'partner_requests',
  AuditEvent: 'audit_events',
} as const;
export type NodeName = keyof typeof nodeTables;

/** Per type. */
export const maxFound = 10;

/** A query for the object with an id. Returns `name` (of the entity) and `id`. */
export function withId(id: string): Sql {
  return unionOf(
    Object.entries(nodeTables).map(
      ([name, table]) =>
        sql`select ${sql.raw(`'${name}'`)} as name, id from ${sql.raw(table)} where id = ${id}`,
    ),
  );
}

/**
 * A query for the objects that a text can identify: part of a name, label or URL, the beginning of an e-mail address or a person's
 * name, a former address, a present or former id in a partner's system, or a request id. At most ten per type. Each search uses an
 * index, except on small tables.
 *
 * @param id the text, if it is a UUID
 */
export function matching(text: string, id: string | undefined): Sql {
  const found = (name: NodeName, ids: Sql) =>
    sql`select ${sql.raw(`'${name}'`)} as name, found.id from (${ids}) found`;
  const first = sql.raw(`limit ${maxFound}`);
  const byName = (name: NodeName, column = 't.name', conditions: Sql[] = []) =>
    found(
      name,
      sql`select t.id from ${sql.raw(nodeTables[name])} t where ${allOf([...conditions, ...nameContains(text, column)])} order by ${sql.raw(naturalKey(column))}, t.id ${first}`,
    );
  const beginningIn = (column: string, pattern: string) =>
    sql`(select t.id from users t where ${sql.raw(column)} like ${pattern} order by ${sql.raw(column)} using ~<~ ${first})`;
  // A user can have the same id in the systems of several partners.
  const usersOfId = sql`(select distinct l.user_id as id from external_services s
         join user_links l on l.external_service_id = s.id and l.external_user_id = ${text} ${first})`;
  const users = [
    beginningIn('t.email', beginning(text.toLowerCase())),
    ...names.map((name) => beginningIn(name, keyPattern(text))),
    usersOfId,
    sql`(${formerlyNamed('email', text.toLowerCase())} ${first})`,
    sql`(${formerlyNamed('external_user_id', text)} ${first})`,
  ];
  const bookingsOfId = sql`(select b.id from external_services s join court_bookings b on b.external_service_id = s.id
         and b.external_court_booking_id = ${text} ${first})`;
  const courtBookings = [
    bookingsOfId,
    sql`(select p.court_booking_id as id from court_booking_participants p where p.email = ${text.toLowerCase()} ${first})`,
  ];
  const requests = [
    // A batch comes before its items.
    sql`(select r.id from partner_requests r where r.request_id = ${text} order by r.item_index nulls first ${first})`,
    sql`(select r.id from partner_requests r where r.caller_request_id = ${text} order by r.item_index nulls first ${first})`,
    // For example, a booking that was rejected. A booking or user that exists has a list of its requests.
    sql`(select r.id from partner_requests r where r.external_id = ${text}
         and not exists ${bookingsOfId} and not exists ${usersOfId} order by r.id desc ${first})`,
  ];
  return unionOf([
    ...(id === undefined ? [] : [withId(id)]),
    byName('Organization'),
    byName('Court'),
    byName('ExternalService', 't.name', [ofPartner()]),
    byName('Operator'),
    byName('ApiToken', 't.label'),
    byName('WebhookEndpoint', 't.url'),
    found('User', sql`select distinct id from (${unionOf(users)}) u ${first}`),
    found('CourtBooking', sql`select distinct id from (${unionOf(courtBookings)}) b ${first}`),
    found('PartnerRequest', sql`select distinct id from (${unionOf(requests)}) r ${first}`),
  ]);
}

function unionOf(queries: readonly Sql[]): Sql {
  return queries.reduce((all, query) => sql`${all} union all ${query}`);
}
