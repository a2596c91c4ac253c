import { z } from 'zod';
import { userIdParameter } from '../../services/resources/schemas.ts';
import { exampleUser, toUser, User } from '../../services/resources/user-response.ts';
import { UpdateUserBody, updateUser, updateUserErrors } from '../../services/users/update-user.ts';
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
      'Changes a user that your external service manages. Fields that you leave out are kept. `null` clears the birthday. After a ' +
      'change of the email address or the external id, the former value can be used again.\n\n' +
      'Safe to repeat: if the values are already stored, nothing is written.',
    scope: 'userwrite',
    pathParameters: z.object({ userId: userIdParameter() }),
    body: UpdateUserBody(today),
    requestExamples: {
      address: { summary: 'Another address', value: { email: 'demo.member.moved@example.com' } },
      birthday: { summary: 'Another name, and no birthday', value: { lastName: 'King', birthday: null } },
    },
    response: User,
    successes: { 200: { description: 'The updated user.', example: exampleUser } },
    errors: updateUserErrors.filter((type) => type !== 'user_not_found'),
    run: async (context, partner, { parameters: { userId }, body }) => {
      const user = toUser(await updateUser(context, partner, { userId, ...body }));
      return { body: user, subject: { externalId: body.externalUserId } };
    },
  });
