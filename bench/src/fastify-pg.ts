// The same two operations, written by hand with Fastify and pg in the usual way: one transaction a request, a
// statement a rule. The same checks, in the same order, on the same schema, with the same locks; without logging,
// limits and audit events, which Courtbridge pays for.
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = Fastify({ logger: false });

class Refusal extends Error {
  statusCode: number;
  constructor(status: number, type: string) {
    super(type);
    this.statusCode = status;
  }
}

app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, _request, reply) => {
  const type = error.validation ? 'invalid_schema' : error.message;
  reply.status(error.statusCode ?? 500).send({ error: { type, message: type } });
});

const uuid = { type: 'string', format: 'uuid' };
const instant = { type: 'string', format: 'date-time' };
const identifier = { type: 'string', minLength: 1, maxLength: 255 };

interface Participant {
  userId?: string;
  email?: string;
}
interface Booking {
  courtId: string;
  startDate: string;
  endDate: string;
  externalUpdatedAt: string;
  participants?: Participant[];
}
interface NewUser {
  email: string;
  externalUserId: string;
  firstName: string;
  lastName: string;
  birthday?: string;
}

async function authorize(
  client: pg.PoolClient,
  header: string | undefined,
  scope: string,
  serviceId: string,
) {
  if (!header?.startsWith('Bearer ')) throw new Refusal(401, 'missing_api_token');
  const hash = createHash('sha256').update(header.slice(7)).digest();
  const { rows } = await client.query(
    `select external_service_id, scopes from api_tokens
     where secret_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    [hash],
  );
  if (!rows[0]) throw new Refusal(401, 'invalid_api_token');
  if (!rows[0].scopes.includes(scope)) throw new Refusal(403, 'scope_permission_denied');
  if (rows[0].external_service_id !== serviceId) throw new Refusal(403, 'external_service_access_denied');
}

async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const identity = ({ userId, email }: Participant) => userId ?? email!;
const named = (rows: { user_id: string | null; email: string | null }[]) =>
  rows.map((row) => (row.user_id ? { userId: row.user_id } : { email: row.email! }));

app.put<{ Params: { serviceId: string; bookingId: string }; Body: Booking }>(
  '/api/v1/external-services/:serviceId/court-bookings/by-external-id/:bookingId',
  {
    schema: {
      params: { type: 'object', properties: { serviceId: uuid, bookingId: identifier } },
      body: {
        type: 'object',
        required: ['courtId', 'startDate', 'endDate', 'externalUpdatedAt'],
        additionalProperties: false,
        properties: {
          courtId: uuid,
          startDate: instant,
          endDate: instant,
          externalUpdatedAt: instant,
          participants: {
            type: 'array',
            maxItems: 50,
            items: {
              type: 'object',
              additionalProperties: false,
              properties: { userId: uuid, email: { type: 'string', format: 'email', maxLength: 254 } },
            },
          },
        },
      },
    },
  },
  async (request, reply) => {
    const { serviceId, bookingId } = request.params;
    const { courtId, startDate, endDate, externalUpdatedAt } = request.body;
    const participants = (request.body.participants ?? []).map(({ userId, email }) =>
      userId ? { userId: userId.toLowerCase(), email } : { email: email?.toLowerCase() },
    ) as Participant[];
    const answer = await transaction(async (client) => {
      await authorize(client, request.headers.authorization, 'court-bookingwrite', serviceId);
      if (participants.some(({ userId, email }) => (userId === undefined) === (email === undefined))) {
        throw new Refusal(400, 'mutually_exclusive_fields_violation');
      }
      if (new Set(participants.map(identity)).size < participants.length) {
        throw new Refusal(400, 'duplicate_entries_provided');
      }
      if (Date.parse(startDate) >= Date.parse(endDate)) throw new Refusal(400, 'invalid_time_range');
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${serviceId}/${bookingId}`,
      ]);
      const { rows: courts } = await client.query(
        `select c.id, g.organization_id as granted from courts c
         left join organization_grants g on g.organization_id = c.organization_id and g.external_service_id = $2
         where c.id = $1`,
        [courtId, serviceId],
      );
      if (!courts[0]) throw new Refusal(404, 'court_not_found');
      if (!courts[0].granted) throw new Refusal(403, 'organization_access_denied');
      const openUsers = new Map<string, string>();
      if (participants.length > 0) {
        const { rows } = await client.query(
          `select u.id, u.email from users u
           left join user_grants g on g.user_id = u.id and g.external_service_id = $3
           where (u.id = any($1::uuid[]) or u.email = any($2::text[]))
             and (u.managed_by_id = $3 or g.user_id is not null)`,
          [
            participants.flatMap(({ userId }) => userId ?? []),
            participants.flatMap(({ email }) => email ?? []),
            serviceId,
          ],
        );
        for (const { id, email } of rows) openUsers.set(id, id).set(email, id);
        if (participants.some(({ userId }) => userId && !openUsers.has(userId))) {
          throw new Refusal(403, 'user_access_denied');
        }
        const people = participants.map(
          (participant) => openUsers.get(identity(participant)) ?? identity(participant),
        );
        if (new Set(people).size < people.length) throw new Refusal(400, 'duplicate_entries_provided');
      }
      const present = (list: Participant[]) =>
        list.map((participant) => {
          const userId = participant.email ? openUsers.get(participant.email) : participant.userId;
          return userId ? { ...participant, userId } : participant;
        });

      const { rows: bookings } = await client.query(
        `select *, external_updated_at = $3 as same_version, external_updated_at > $3 as newer_stored,
           start_date = $4 and end_date = $5 and court_id = $6 as same_slot
         from court_bookings where external_service_id = $1 and external_court_booking_id = $2 for update`,
        [serviceId, bookingId, externalUpdatedAt, startDate, endDate, courtId],
      );
      const stored = bookings[0];
      if (stored) {
        const { rows } = await client.query(
          'select user_id, email from court_booking_participants where court_booking_id = $1 order by position',
          [stored.id],
        );
        if (stored.cancelled_at) throw new Refusal(409, 'version_conflict');
        if (stored.newer_stored) throw new Refusal(409, 'stale_write');
        if (stored.same_version) {
          const before = named(rows);
          const same =
            stored.same_slot &&
            before.length === participants.length &&
            before.every((one) => participants.some((other) => identity(other) === identity(one)));
          if (!same) throw new Refusal(409, 'version_conflict');
          return { status: 200, row: stored, participants: present(before) };
        }
      }
      await client.query('select id from courts where id = any($1::uuid[]) order by id for no key update', [
        [courtId, ...(stored ? [stored.court_id] : [])],
      ]);
      const { rows: overlaps } = await client.query(
        `select id from court_bookings where court_id = $1 and active
           and tstzrange(start_date, end_date, '[)') && tstzrange($2, $3, '[)') and id is distinct from $4 limit 1`,
        [courtId, startDate, endDate, stored?.id ?? null],
      );
      if (overlaps[0]) throw new Refusal(409, 'court_booking_overlap');
      const { rows: written } = stored
        ? await client.query(
            `update court_bookings set court_id = $2, start_date = $3, end_date = $4, external_updated_at = $5,
               updated_at = clock_timestamp() where id = $1 returning *`,
            [stored.id, courtId, startDate, endDate, externalUpdatedAt],
          )
        : await client.query(
            `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at)
             values ($1, $2, $3, $4, $5, $6, $7) returning *`,
            [randomUUID(), serviceId, bookingId, courtId, startDate, endDate, externalUpdatedAt],
          );
      if (stored)
        await client.query('delete from court_booking_participants where court_booking_id = $1', [stored.id]);
      if (participants.length > 0) {
        await client.query(
          `insert into court_booking_participants (court_booking_id, position, user_id, email)
           select $1, n - 1, u, e from unnest($2::uuid[], $3::text[]) with ordinality as t (u, e, n)`,
          [
            written[0].id,
            participants.map(({ userId }) => userId ?? null),
            participants.map(({ email }) => email ?? null),
          ],
        );
      }
      return { status: stored ? 200 : 201, row: written[0], participants: present(participants) };
    });
    reply.status(answer.status);
    return {
      externalServiceId: serviceId,
      courtId: answer.row.court_id,
      externalCourtBookingId: bookingId,
      startDate: answer.row.start_date,
      endDate: answer.row.end_date,
      externalUpdatedAt: answer.row.external_updated_at,
      participants: answer.participants,
      createdAt: answer.row.created_at,
      updatedAt: answer.row.updated_at,
    };
  },
);

app.post<{ Params: { serviceId: string }; Body: NewUser }>(
  '/api/v1/external-services/:serviceId/users',
  {
    schema: {
      params: { type: 'object', properties: { serviceId: uuid } },
      body: {
        type: 'object',
        required: ['email', 'externalUserId', 'firstName', 'lastName'],
        additionalProperties: false,
        properties: {
          email: { type: 'string', format: 'email', maxLength: 254 },
          externalUserId: identifier,
          firstName: identifier,
          lastName: identifier,
          birthday: { type: 'string', format: 'date' },
        },
      },
    },
  },
  async (request, reply) => {
    const { serviceId } = request.params;
    const { externalUserId, firstName, lastName, birthday } = request.body;
    const email = request.body.email.toLowerCase();
    const { created, user } = await transaction(async (client) => {
      await authorize(client, request.headers.authorization, 'userwrite', serviceId);
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `${serviceId}/${externalUserId}`,
      ]);
      const { rows: linked } = await client.query(
        `select u.* from user_links l join users u on u.id = l.user_id
         where l.external_service_id = $1 and l.external_user_id = $2`,
        [serviceId, externalUserId],
      );
      if (linked[0]?.email === email) return { created: false, user: linked[0] };
      const { rows: taken } = await client.query('select id from users where email = $1', [email]);
      if (taken[0]) throw new Refusal(409, 'email_already_in_use');
      if (linked[0]) throw new Refusal(409, 'external_user_id_already_in_use');
      const { rows } = await client.query(
        `insert into users (id, email, first_name, last_name, birthday, managed_by_id)
         values ($1, $2, $3, $4, $5, $6) on conflict (email) do nothing returning *`,
        [randomUUID(), email, firstName, lastName, birthday ?? null, serviceId],
      );
      if (!rows[0]) throw new Refusal(409, 'email_already_in_use');
      await client.query(
        'insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2, $3)',
        [serviceId, externalUserId, rows[0].id],
      );
      return { created: true, user: rows[0] };
    });
    reply.status(created ? 201 : 200);
    return {
      id: user.id,
      firstName: user.first_name,
      lastName: user.last_name,
      ...(user.birthday ? { birthday: new Date(user.birthday).toISOString() } : {}),
    };
  },
);

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('ready\n');
