import { z } from 'zod';
import { exampleUser, toUser, User } from '../../services/resources/user-response.ts';
import {
  UpsertUserBody,
  UpsertUserInput,
  upsertUser,
  upsertUserErrors,
} from '../../services/users/upsert-user.ts';
import { defineOperation } from '../transport/operation.ts';

/** `PUT /api/v1/external-services/{externalServiceId}/users/by-external-id/{externalUserId}`. */
export const upsertUserOperation = (today: () => string) =>
  defineOperation({
    operationId: 'upsertUser',
    tag: 'users',
    method: 'PUT',
    path: '/api/v1/external-services/{externalServiceId}/users/by-external-id/{externalUserId}',
    summary: 'Create or update user',
    description:
      'Creates a user with your own id, or updates the user that is linked to this id. The rules of "Create user" and ' +
      '"Update user" apply. `null` clears the birthday.\n\n' +
      'Users have no version: the last write wins. Safe to repeat: if the values are already stored, nothing is written.',
    scope: 'userwrite',
    pathParameters: z.object({
      externalUserId: UpsertUserInput(today).shape.externalUserId.meta({ example: 'member-1815' }),
    }),
    body: UpsertUserBody(today),
    requestExamples: {
      member: {
        summary: 'A member of a club',
        value: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', birthday: '1985-12-10' },
      },
      birthday: {
        summary: 'A stored birthday is cleared',
        value: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', birthday: null },
      },
    },
    response: User,
    successes: {
      201: { description: 'The user was created and linked.', example: exampleUser },
      200: { description: 'The user was updated, or had these values already.', example: exampleUser },
    },
    errors: upsertUserErrors,
    subjectOf: ({ externalUserId }) => ({ externalId: externalUserId }),
    run: async (context, partner, { parameters: { externalUserId }, body }) => {
      const { created, user } = await upsertUser(context, partner, { externalUserId, ...body });
      return { status: created ? 201 : 200, body: toUser(user) };
    },
  });
