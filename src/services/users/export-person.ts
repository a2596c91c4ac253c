import { z } from 'zod';
import type { Database } from '../../db/connection/database.ts';
import { inTransaction } from '../../db/connection/in-transaction.ts';
import { databaseFunctions } from '../../db/functions/functions.ts';
import { firstId } from '../../db/id-parts.ts';
import { refusals } from '../../errors.ts';
import type { Supporter } from '../access/authorize-operator.ts';
import { recordChange } from '../audit/record-change.ts';
import { userOperations } from '../erasing/erase-copies.ts';
import type { Link } from '../erasing/erasure.ts';
import type { ServiceContext } from '../service-context.ts';
import { emailAddress, uuid } from '../values/fields.ts';
import { findIdentifiers } from './find-identifiers.ts';

export const ExportPersonInput = z
  .strictObject({
    userId: uuid().optional(),
    email: emailAddress().optional(),
    cursor: uuid().optional(),
  })
  .refine(
    ({ userId, email }) => (userId === undefined) !== (email === undefined),
    'Exactly one of "userId" and "email" is required.',
  );

export const exportPersonErrors = ['user_not_found'] as const;
const refuse = refusals(exportPersonErrors);

export interface ExportedPerson {
  /** As JSON. */
  person: Record<string, unknown>;
  /** Continues the search of the audit events. null: the search is complete. */
  nextCursor: string | null;
}

/** Upper bound on the time that a request spends searching audit events. */
const searchMillis = 800;
const eventsAtOnce = 2_000;
/** The maximum per list, except for audit events. */
const atMost = 10_000;

/**
 * Returns all data that is stored about one person, a user or a guest, for a data subject request. It has no data of
 * other participants. The export itself is recorded, but not its content.
 *
 * All audit events are searched, as far as time permits. Continue with `cursor`.
 *
 * @throws ApiError `user_not_found`, `service_unavailable`.
 */
export async function exportPerson(
  context: ServiceContext,
  supporter: Supporter,
  { userId, email, cursor }: z.output<typeof ExportPersonInput>,
): Promise<ExportedPerson> {
  return context.database.transaction(async (em) => {
    const { query } = inTransaction(context.database, em);
    const [user] = await query<{ id: string; managedById: string }>(
      'select id, managed_by_id as "managedById" from users where id = $1 or email = $2',
      [userId ?? null, email ?? null],
    );
    if (!user && userId !== undefined) throw refuse('user_not_found');
    const { addresses, links } = user
      ? await findIdentifiers(query, user.id, user.managedById)
      : { addresses: [email!], links: [] };
    const known = cursor === undefined ? await allButEvents(query, user?.id, addresses, links) : {};
    const { events, nextCursor } = await searchEvents(context, query, user?.id, addresses, cursor);
    await recordChange(em, context, supporter, {
      action: 'exportPerson',
      subjectType: user ? 'user' : 'guest',
      subjectId: user?.id ?? context.newId(),
    });
    return { person: { ...known, auditEvents: events }, nextCursor };
  });
}

type Query = Database['query'];

async function allButEvents(query: Query, userId: string | undefined, addresses: string[], links: Link[]) {
  const { schema } = databaseFunctions();
  const instant = (column: string) => `${schema}.as_instant(${column})`;
  const list = async (expression: string, from: string, parameters: unknown[]) => {
    const rows = await query<{ item: unknown }>(
      `select jsonb_strip_nulls(${expression}) as item ${from} limit ${atMost}`,
      parameters,
    );
    return rows.map(({ item }) => item);
  };
  const [user] =
    userId === undefined
      ? []
      : await list(
          `${schema}.user_snapshot(u) || jsonb_build_object(
             'email', u.email, 'managedBy', jsonb_build_object('id', s.id, 'name', s.name),
             'createdAt', ${instant('u.created_at')}, 'updatedAt', ${instant('u.updated_at')},
             'erasedAt', ${instant('u.erased_at')}
           )`,
          'from users u join external_services s on s.id = u.managed_by_id where u.id = $1',
          [userId],
        );
  const ofService = (more: string) =>
    `jsonb_build_object('externalServiceId', s.id, 'externalService', s.name, ${more}'createdAt', ${instant('r.created_at')})`;
  return {
    addresses,
    user: user ?? null,
    links: await list(
      ofService(`'externalUserId', r.external_user_id, `),
      'from user_links r join external_services s on s.id = r.external_service_id where r.user_id = $1',
      [userId ?? null],
    ),
    grants: await list(
      ofService(''),
      'from user_grants r join external_services s on s.id = r.external_service_id where r.user_id = $1',
      [userId ?? null],
    ),
    courtBookings: await list(
      `${schema}.court_booking_snapshot(b, null) || jsonb_build_object(
         'externalServiceId', b.external_service_id, 'externalCourtBookingId', b.external_court_booking_id,
         'namedBy', case when p.email is null then 'userId' else 'email' end
       )`,
      `from court_booking_participants p join court_bookings b on b.id = p.court_booking_id
       where p.user_id = $1 or p.email = any ($2::text[]) order by b.id desc`,
      [userId ?? null, addresses],
    ),
    partnerRequests: await list(
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
      [JSON.stringify(links), userOperations, userId ?? null],
    ),
  };
}

async function searchEvents(
  { now }: ServiceContext,
  query: Query,
  userId: string | undefined,
  addresses: string[],
  cursor = firstId!,
) {
  const until = now() + searchMillis;
  const own = `(participant ->> 'email' = any ($3::text[]) or participant ->> 'userId' = $2::text)`;
  // It shows only the person's own place in a booking, because the other participants are private.
  const shown = (snapshot: string) => `case when ${snapshot} ? 'participants' then jsonb_set(
    ${snapshot}, '{participants}',
    (select coalesce(jsonb_agg(participant), '[]') from jsonb_array_elements(${snapshot} -> 'participants') participant where ${own})
  ) else ${snapshot} end`;
  const names = (snapshot: string) =>
    `exists (select from jsonb_path_query(${snapshot}, '$.participants[*]') participant where ${own})`;
  const events: unknown[] = [];
  let walkedTo = cursor;
  for (;;) {
    const [page] = await query<{ count: number; last: string | null; found: unknown[] }>(
      `with page as materialized (
         select * from audit_events where id > $1 order by id limit ${eventsAtOnce}
       )
       select (select count(*)::int from page) as count, (select id from page order by id desc limit 1) as last,
         (select coalesce(jsonb_agg(jsonb_build_object(
            'id', id, 'at', ${databaseFunctions().schema}.as_instant(at), 'action', action, 'actorType', actor_type,
            'subjectType', subject_type, 'subjectId', subject_id, 'before', ${shown('before')}, 'after', ${shown('after')}
          ) order by id), '[]')
          from page where subject_id::text = $2::text
            or (subject_type = 'court_booking' and (${names('before')} or ${names('after')}))) as found`,
      [walkedTo, userId ?? null, addresses],
    );
    events.push(...page!.found);
    walkedTo = page!.last ?? walkedTo;
    if (page!.count < eventsAtOnce) return { events, nextCursor: null };
    if (now() >= until) return { events, nextCursor: walkedTo };
  }
}
