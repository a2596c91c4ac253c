import { z } from 'zod';
import { userIdParameter } from '../../services/resources/schemas.ts';
import { ErasedUser, exampleUser } from '../../services/resources/user-response.ts';
import { eraseUser, eraseUserErrors } from '../../services/users/erase-user.ts';
import { defineOperation } from '../transport/operation.ts';

/** `DELETE /api/v1/external-services/{externalServiceId}/users/{userId}`. */
export const eraseUserOperation = () =>
  defineOperation({
    operationId: 'eraseUser',
    tag: 'users',
    method: 'DELETE',
    path: '/api/v1/external-services/{externalServiceId}/users/{userId}',
    summary: 'Erase user',
    description:
      'Erases a user that your external service manages: name, email address, birthday, all other personal data, and every ' +
      'copy of it. Bookings remain, and show the participant as `{ "erased": true }`. The email address and the external id ' +
      'can be used again.\n\nThis cannot be undone. Safe to repeat.',
    scope: 'userwrite',
    pathParameters: z.object({ userId: userIdParameter() }),
    response: ErasedUser,
    successes: {
      200: {
        description: 'The user is erased, by this request or an earlier one.',
        example: { id: exampleUser.id, status: 'ERASED' },
      },
    },
    errors: eraseUserErrors.filter((type) => type !== 'user_not_found'),
    run: async (context, partner, { parameters: { userId } }) => ({
      body: { id: await eraseUser(context, partner, { userId }), status: 'ERASED' },
    }),
  });
