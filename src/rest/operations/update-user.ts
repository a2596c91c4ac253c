import { z } from 'zod';
import { getUser } from '../../services/users/get-user.ts';
import { UpdateUserBody, updateUser, updateUserErrors } from '../../services/users/update-user.ts';
import { externalServiceIdParameter, userIdParameter } from '../resources/schemas.ts';
import { exampleUser, toUser, User } from '../resources/user-response.ts';
import { defineOperation } from '../transport/operation.ts';

/** `PATCH /api/v1/external-services/{externalServiceId}/users/{userId}`. */
export const updateUserOperation = (today: () => string) =>
  defineOperation({
    operationId: 'updateUser',
    tag: 'users',
    method: 'PATCH',
    path: '/api/v1/external-services/{externalServiceId}/users/{userId}',
    summary: 'Update user',
    description:
      'Changes what is known of a user whom the external service manages. A field that is left out stays as it is; ' +
      '`null` clears the birthday. After a change of the address or of the external id the former one is free.\n\n' +
      'Safe to repeat: where nothing is to change, nothing is written.',
    scope: 'userwrite',
    pathParameters: z.object({ externalServiceId: externalServiceIdParameter(), userId: userIdParameter() }),
    body: UpdateUserBody(today),
    requestExamples: {
      address: { summary: 'Another address', value: { email: 'demo.member.moved@example.com' } },
      birthday: { summary: 'Another name, and no birthday', value: { lastName: 'King', birthday: null } },
    },
    response: User,
    successes: { 200: { description: 'The user as it is now.', example: exampleUser } },
    errors: updateUserErrors.filter((type) => type !== 'user_not_found'),
    subjectOf: (_parameters, _query, body) => ({ externalId: body?.externalUserId }),
    run: async (context, partner, { parameters: { userId }, body }) => {
      await updateUser(context, partner, { userId, ...body });
      return { status: 200, body: toUser(await getUser(context, partner, { userId })) };
    },
  });
