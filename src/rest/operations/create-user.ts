import { exampleUser, toUserResponse, UserResponse } from '../../services/resources/user-response.ts';
import { CreateUserInput, createUser, createUserErrors } from '../../services/users/create-user.ts';
import { defineOperation } from '../transport/operation.ts';

const { id, firstName, lastName, birthday } = exampleUser;

/** `POST /api/v1/external-services/{externalServiceId}/users`: section 4.1 of the document. */
export const createUserOperation = (today: () => string) =>
  defineOperation({
    operationId: 'createUser',
    tag: 'users',
    section: '4.1',
    method: 'POST',
    path: '/api/v1/external-services/{externalServiceId}/users',
    summary: 'Create user',
    description:
      'Creates a user account that is linked to your external service and managed by it.\n\n' +
      'Safe to repeat: if your external service has already linked exactly this pair of `email` and `externalUserId`, ' +
      'the response is 200 with the stored user, and nothing changes.',
    scope: 'userwrite',
    body: CreateUserInput(today),
    requestExamples: {
      full: {
        summary: 'Every field',
        value: {
          email: 'ada@example.com',
          externalUserId: 'member-1815',
          firstName: 'Ada',
          lastName: 'Lovelace',
          birthday: '1985-12-10',
        },
      },
      minimal: {
        summary: 'Without a birthday',
        value: {
          email: 'grace@example.com',
          externalUserId: 'member-1906',
          firstName: 'Grace',
          lastName: 'Hopper',
        },
      },
    },
    response: UserResponse,
    // Not in the document: the statuses of success.
    successes: {
      201: {
        description: 'The user was created and linked.',
        example: { id, firstName, lastName, birthday },
      },
      200: {
        description: 'The same user was already linked. The response is the stored user; nothing changed.',
        example: {
          ...{ id, firstName, lastName, birthday },
          ...{ gender: 'FEMALE', mainSportType: 'TENNIS', playingHand: 'LEFT' },
        },
      },
    },
    errors: createUserErrors,
    subjectOf: (_parameters, _query, body) => ({ externalId: body?.externalUserId }),
    run: async (context, partner, { body }) => {
      const { created, user } = await createUser(context, partner, body);
      return { status: created ? 201 : 200, body: toUserResponse(user) };
    },
  });
