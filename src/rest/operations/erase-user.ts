import { z } from 'zod';
import { eraseUser, eraseUserErrors } from '../../services/users/erase-user.ts';
import { externalServiceIdParameter, userIdParameter } from '../resources/schemas.ts';
import { ErasedUser, exampleUser } from '../resources/user-response.ts';
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
      'Erases a user whom the external service manages: name, address, birthday and all else that is known of the ' +
      'person, and every copy of it. Bookings stay; the participant is then read as `{ "erased": true }`. Address and ' +
      'external id are free again.\n\nThis cannot be undone. Safe to repeat.',
    scope: 'userwrite',
    pathParameters: z.object({ externalServiceId: externalServiceIdParameter(), userId: userIdParameter() }),
    response: ErasedUser,
    successes: {
      200: {
        description: 'The user is erased, by this request or before.',
        example: { id: exampleUser.id, status: 'ERASED' },
      },
    },
    errors: eraseUserErrors.filter((type) => type !== 'user_not_found'),
    run: async (context, partner, { parameters: { userId } }) => ({
      status: 200,
      body: { id: await eraseUser(context, partner, { userId }), status: 'ERASED' },
    }),
  });
