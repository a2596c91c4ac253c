import { exampleUser, toUser, User } from '../../services/resources/user-response.ts';
import {
  GetUserByExternalIdInput,
  getUserByExternalId,
  getUserByExternalIdErrors,
} from '../../services/users/get-user-by-external-id.ts';
import { defineOperation } from '../transport/operation.ts';

/** `GET /api/v1/external-services/{externalServiceId}/users/by-external-id/{externalUserId}`. */
export const getUserByExternalIdOperation = () =>
  defineOperation({
    operationId: 'getUserByExternalId',
    tag: 'users',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/users/by-external-id/{externalUserId}',
    summary: 'Get user by external id',
    description: 'Returns the user that is linked with an id of your own. Erasing the user removes the link.',
    scope: 'userread',
    pathParameters: GetUserByExternalIdInput,
    response: User,
    successes: { 200: { description: 'The user.', example: exampleUser } },
    errors: getUserByExternalIdErrors,
    subjectOf: ({ externalUserId }) => ({ externalId: externalUserId }),
    run: async (context, partner, { parameters: { externalUserId } }) => ({
      body: toUser(await getUserByExternalId(context, partner, { externalUserId })),
    }),
  });
