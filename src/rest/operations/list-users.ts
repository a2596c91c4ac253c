import { instantParameter, page, pageParameters } from '../../services/resources/schemas.ts';
import { exampleUser, toUser, User } from '../../services/resources/user-response.ts';
import { ListUsersInput, listUsers, listUsersErrors } from '../../services/users/list-users.ts';
import { defineOperation } from '../transport/operation.ts';

/** `GET /api/v1/external-services/{externalServiceId}/users`. */
export const listUsersOperation = () =>
  defineOperation({
    operationId: 'listUsers',
    tag: 'users',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/users',
    summary: 'List users',
    description:
      'Lists the users that your external service manages or was granted access to, newest first. ' +
      'With `updatedFrom` or `updatedTo`, the most recently changed user comes first. Erased users are omitted.',
    scope: 'userread',
    query: ListUsersInput.extend({
      updatedFrom: instantParameter()
        .describe(
          'Only users whose `updatedAt` is at or after this time. To follow changes use `listChanges`, because a transaction that commits late can have an earlier `updatedAt`.',
        )
        .optional(),
      updatedTo: instantParameter().describe('Only users whose `updatedAt` is before this time.').optional(),
      ...pageParameters(ListUsersInput.shape.cursor.unwrap()),
    }),
    response: page(User).meta({ id: 'UserPage', description: 'A page of users.' }),
    successes: { 200: { description: 'A page of users.', example: { items: [exampleUser] } } },
    errors: listUsersErrors,
    run: async (context, partner, { query }) => {
      const { items, ...next } = await listUsers(context, partner, query);
      return { body: { items: items.map(toUser), ...next } };
    },
  });
