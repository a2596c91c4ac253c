import { sql } from 'kysely';
import { searchKey, searchKeyOf } from '../../search-key.ts';
import { beginning, keyPattern, nameContains } from '../conditions.ts';
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

/** An object that was found. `rank`: 0 if the text is its whole id, address or name, 1 if one begins with it, otherwise 2. */
export interface FoundRow {
  name: NodeName;
  id: string;
  rank: number;
}

/** A query for the object with an id. Returns a `FoundRow`. */
export function withId(id: string): Sql {
  return unionOf(
    Object.entries(nodeTables).map(
      ([name, table]) =>
        sql`select ${sql.raw(`'${name}'`)} as name, id, 0 as rank from ${sql.raw(table)} where id = ${id}`,
    ),
  );
}

/**
 * A query for the objects that a text can identify: part of a name, label or URL, the beginning of an e-mail address or a person's
 * name, a former address, a present or former id in a partner's system, or a request id. Returns `FoundRow`s: at most ten per
 * type, those of the lowest rank, and of these the newest. Each search uses an index, except on small tables.
 *
 * @param given white space around it was probably pasted with it, but an id in a partner's system may have it, too
 * @param id the text, if it is a UUID
 */
export function matching(given: string, id: string | undefined): Sql {
  const text = given.trim();
  const isId = sql`= any(${[text, given]}::text[])`;
  const first = sql.raw(`limit ${maxFound}`);
  const found = (name: NodeName, ranked: Sql) =>
    sql`select ${sql.raw(`'${name}'`)} as name, f.id, f.rank from (
      select id, min(rank) as rank from (${ranked}) r group by id order by 2, 1 desc ${first}) f`;
  const byName = (name: NodeName, column = 't.name', conditions: Sql[] = []) => {
    const key = sql.raw(searchKeyOf(column));
    return found(
      name,
      sql`select t.id, case when ${key} = ${searchKey(text)} then 0 when ${key} like ${keyPattern(text)} then 1 else 2 end as rank
          from ${sql.raw(nodeTables[name])} t where ${allOf([...conditions, ...nameContains(text, column)])}`,
    );
  };
  // Of many people, the first hundred by name are enough: those with exactly this name come first.
  const beginningIn = (column: string, sought: string) =>
    sql`(select t.id, case when ${sql.raw(column)} = ${sought} then 0 else 1 end as rank from users t
         where ${sql.raw(column)} like ${beginning(sought)} order by ${sql.raw(column)} using ~<~, t.id desc limit 100)`;
  // A user can have the same id in the systems of several partners.
  const usersOfId = sql`(select distinct l.user_id as id, 0 as rank from external_services s
         join user_links l on l.external_service_id = s.id and l.external_user_id ${isId} order by 1 desc ${first})`;
  const formerly = (column: 'email' | 'external_user_id', name: string) =>
    sql`(select f.user_id, 1 from (${formerlyNamed(column, name)}) f order by 1 desc ${first})`;
  const users = [
    beginningIn('t.email', text.toLowerCase()),
    ...names.map((name) => beginningIn(name, searchKey(text))),
    usersOfId,
    formerly('email', text.toLowerCase()),
    formerly('external_user_id', text),
  ];
  const bookingsOfId = sql`(select b.id, 0 as rank from external_services s join court_bookings b on b.external_service_id = s.id
         and b.external_court_booking_id ${isId} order by b.id desc ${first})`;
  const courtBookings = [
    bookingsOfId,
    sql`(select p.court_booking_id, 0 from court_booking_participants p where p.email = ${text.toLowerCase()} order by 1 desc ${first})`,
  ];
  const requests = [
    // A batch comes before its items.
    sql`(select r.id, 0 as rank from partner_requests r where r.request_id = ${text} order by r.item_index nulls first ${first})`,
    sql`(select r.id, 0 from partner_requests r where r.caller_request_id = ${text} order by r.item_index nulls first ${first})`,
    // For example, a booking that was rejected. A booking or user that exists has a list of its requests.
    sql`(select r.id, 0 from partner_requests r where r.external_id ${isId}
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
    found('User', unionOf(users)),
    found('CourtBooking', unionOf(courtBookings)),
    found('PartnerRequest', unionOf(requests)),
  ]);
}

function unionOf(queries: readonly Sql[]): Sql {
  return queries.reduce((all, query) => sql`${all} union all ${query}`);
}
