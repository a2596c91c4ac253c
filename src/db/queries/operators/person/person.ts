import type { Query } from '../../../connection/query.ts';
import { databaseFunctions } from '../../../functions/functions.ts';
import type { UserLinkId } from '../../partners/user-identifiers.ts';

/** The maximum per list, except for audit events. */
const atMost = 10_000;

/** Finds a user by its id or e-mail address. */
export async function findPerson(
  query: Query,
  { userId, email }: { userId?: string | undefined; email?: string | undefined },
): Promise<{ id: string; managedById: string } | undefined> {
  const [user] = await query<{ id: string; managedById: string }>(
    'select id, managed_by_id as "managedById" from users where id = $1 or email = $2',
    [userId ?? null, email ?? null],
  );
  return user;
}

/** Returns the number of bookings that name a guest with this e-mail address. */
export async function countBookingsOfGuest(query: Query, email: string): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from court_booking_participants where email = $1',
    [email],
  );
  return row!.count;
}

/** Returns all fields of a user, as a list of at most one. */
export function findPersonUser(query: Query, userId: string): Promise<unknown[]> {
  return list(
    query,
    `${databaseFunctions().schema}.user_snapshot(u) || jsonb_build_object(
             'email', u.email, 'managedBy', jsonb_build_object('id', s.id, 'name', s.name),
             'createdAt', ${instant('u.created_at')}, 'updatedAt', ${instant('u.updated_at')},
             'erasedAt', ${instant('u.erased_at')}
           )`,
    'from users u join external_services s on s.id = u.managed_by_id where u.id = $1',
    [userId],
  );
}

export function listPersonLinks(query: Query, userId: string | undefined): Promise<unknown[]> {
  return list(
    query,
    ofService(`'externalUserId', r.external_user_id, `),
    'from user_links r join external_services s on s.id = r.external_service_id where r.user_id = $1',
    [userId ?? null],
  );
}

export function listPersonGrants(query: Query, userId: string | undefined): Promise<unknown[]> {
  return list(
    query,
    ofService(''),
    'from user_grants r join external_services s on s.id = r.external_service_id where r.user_id = $1',
    [userId ?? null],
  );
}

/** Returns the bookings that name a user or an address, newest first, without participants. */
export function listPersonCourtBookings(
  query: Query,
  userId: string | undefined,
  addresses: readonly string[],
): Promise<unknown[]> {
  return list(
    query,
    `${databaseFunctions().schema}.court_booking_snapshot(b, null) || jsonb_build_object(
         'externalServiceId', b.external_service_id, 'externalCourtBookingId', b.external_court_booking_id,
         'namedBy', case when p.email is null then 'userId' else 'email' end
       )`,
    `from court_booking_participants p join court_bookings b on b.id = p.court_booking_id
       where p.user_id = $1 or p.email = any ($2::text[]) order by b.id desc`,
    [userId ?? null, addresses],
  );
}

/** Returns the partners' requests about a user, newest first. */
export function listPersonRequests(
  query: Query,
  {
    userId,
    links,
    operations,
  }: { userId: string | undefined; links: readonly UserLinkId[]; operations: readonly string[] },
): Promise<unknown[]> {
  return list(
    query,
    `jsonb_build_object('id', r.id, 'at', ${instant('r.at')}, 'externalServiceId', r.external_service_id,
         'operation', r.operation, 'externalId', r.external_id, 'status', r.status, 'errorType', r.error_type)`,
    `from partner_requests r where r.id in (
         select q.id from jsonb_to_recordset($1::jsonb) as l ("externalServiceId" uuid, "externalUserId" text)
         join partner_requests q on q.external_id = l."externalUserId" and q.external_service_id = l."externalServiceId"
         where q.operation = any ($2::text[])
         union
         -- Rejected because they named the address of the user.
         select id from partner_requests
         where error_type = 'email_already_in_use' and conflicting_ids = array[$3::uuid] and external_id is not null
       ) order by r.id desc`,
    [JSON.stringify(links), operations, userId ?? null],
  );
}

async function list(
  query: Query,
  expression: string,
  from: string,
  parameters: readonly unknown[],
): Promise<unknown[]> {
  const rows = await query<{ item: unknown }>(
    `select jsonb_strip_nulls(${expression}) as item ${from} limit ${atMost}`,
    parameters,
  );
  return rows.map(({ item }) => item);
}

function instant(column: string): string {
  return `${databaseFunctions().schema}.as_instant(${column})`;
}

function ofService(more: string): string {
  return `jsonb_build_object('externalServiceId', s.id, 'externalService', s.name, ${more}'createdAt', ${instant('r.created_at')})`;
}
