import { z } from 'zod';
import { userIdParameter } from '../../services/resources/schemas.ts';
import { exampleUser, toUser, User } from '../../services/resources/user-response.ts';
import { getUser, getUserErrors } from '../../services/users/get-user.ts';
import { defineOperation } from '../transport/operation.ts';

/** `GET /api/v1/external-services/{externalServiceId}/users/{userId}`. */
export const getUserOperation = () =>
  defineOperation({
    operationId: 'getUser',
    tag: 'users',
    method: 'GET',
    path: '/api/v1/external-services/{externalServiceId}/users/{userId}',
    summary: 'Get user',
    description:
      'Returns a user that your external service manages or was granted access to. An unknown user and an inaccessible user ' +
      'give the same response.\n\nFor an erased user, the service that managed it receives `id`, `managed` and `status`.',
    scope: 'userread',
    pathParameters: z.object({ userId: userIdParameter() }),
    response: User,
    successes: { 200: { description: 'The user.', example: exampleUser } },
    errors: getUserErrors,
    run: async (context, partner, { parameters: { userId } }) => ({
      body: toUser(await getUser(context, partner, { userId })),
    }),
  });
