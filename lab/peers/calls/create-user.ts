import { newId } from '../../../src/services/values/new-id.ts';
import type { Authorize } from './authorize.ts';
import type { Database, Query } from './database.ts';
import type { RecordChange } from './facts.ts';
import { ApiError, email, identifier, type Request, type Server, uuid } from './server.ts';

interface NewUser {
  email: string;
  externalUserId: string;
  firstName: string;
  lastName: string;
  birthday?: string;
}

interface UserRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  birthday: Date | null;
  updated_at: Date;
}

const schema = {
  params: { type: 'object', properties: { serviceId: uuid } },
  body: {
    type: 'object',
    required: ['email', 'externalUserId', 'firstName', 'lastName'],
    additionalProperties: false,
    properties: {
      email,
      externalUserId: identifier,
      firstName: identifier,
      lastName: identifier,
      birthday: { type: 'string', format: 'date' },
    },
  },
};

/** `POST …/users`, section 4.1 of the document. */
export function addCreateUser(
  server: Server,
  database: Database,
  authorize: Authorize,
  recordChange: RecordChange,
): void {
  server.post<{ Params: { serviceId: string }; Body: NewUser }>(
    '/api/v1/external-services/:serviceId/users',
    { schema, config: { operation: 'createUser', subjectOf } },
    async (request, reply) => {
      const { serviceId } = request.params;
      const caller = await authorize(request.headers.authorization, 'userwrite', serviceId);
      request.caller = caller;
      const { created, user } = await database.transaction(async (query) => {
        const sent = { ...request.body, email: request.body.email.toLowerCase() };
        const result = await createUser(query, serviceId, sent);
        if (result.created)
          recordChange(query, { caller, requestId: request.id, ...changeOf(result.user, sent) });
        return result;
      });
      reply.status(created ? 201 : 200);
      return {
        id: user.id,
        firstName: user.first_name,
        lastName: user.last_name,
        ...(user.birthday ? { birthday: user.birthday.toISOString() } : {}),
      };
    },
  );
}

const subjectOf = ({ body }: Request) => ({ externalId: (body as NewUser).externalUserId });

function changeOf(user: UserRow, { birthday, externalUserId }: NewUser) {
  return {
    action: 'createUser',
    type: 'user.created',
    subjectId: user.id,
    at: user.updated_at,
    after: {
      id: user.id,
      email: user.email,
      firstName: user.first_name,
      lastName: user.last_name,
      birthday,
    },
    further: { externalUserId, managed: true, status: 'ACTIVE', updatedAt: user.updated_at },
  };
}

async function createUser(
  query: Query,
  serviceId: string,
  { email, externalUserId, firstName, lastName, birthday }: NewUser,
): Promise<{ created: boolean; user: UserRow }> {
  query('lock-key', 'select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `${serviceId}/${externalUserId}`,
  ]);
  const [[linked], taken] = await Promise.all([
    query<UserRow>(
      'find-linked-user',
      `select u.id, u.email, u.first_name, u.last_name, u.birthday, u.updated_at
       from user_links l join users u on u.id = l.user_id
       where l.external_service_id = $1 and l.external_user_id = $2`,
      [serviceId, externalUserId],
    ),
    query('find-email', 'select id from users where email = $1', [email]),
  ]);
  if (linked?.email === email) return { created: false, user: linked };
  if (taken.length > 0) throw new ApiError(409, 'email_already_in_use');
  if (linked) throw new ApiError(409, 'external_user_id_already_in_use');
  const [user] = await query<UserRow>(
    'insert-user',
    `insert into users (id, email, first_name, last_name, birthday, managed_by_id)
       values ($1, $2, $3, $4, $5, $6) on conflict (email) do nothing
       returning id, email, first_name, last_name, birthday, updated_at`,
    [newId(), email, firstName, lastName, birthday ?? null, serviceId],
  );
  // Another request took the email meanwhile.
  if (!user) throw new ApiError(409, 'email_already_in_use');
  query(
    'insert-user-link',
    'insert into user_links (external_service_id, external_user_id, user_id) values ($1, $2, $3)',
    [serviceId, externalUserId, user.id],
  );
  return { created: true, user };
}
