import { z } from 'zod';
import {
  RevokeFoundApiTokenInput,
  revokeFoundApiToken,
  revokeFoundApiTokenErrors,
} from '../../services/partners/revoke-found-api-token.ts';
import { defineOperation } from '../transport/operation.ts';

/** `POST /api/v1/token/revoke`. */
export const revokeApiTokenOperation = () =>
  defineOperation({
    operationId: 'revokeApiToken',
    tag: 'access',
    method: 'POST',
    path: '/api/v1/token/revoke',
    summary: 'Revoke API token',
    description:
      'Revokes the token in the body, for whoever has it: you, after a rotation or a leak, or anyone who finds it. It is ' +
      'rejected everywhere within a second. Tokens that replaced it stay valid.\n\nSafe to repeat. The response is the same for ' +
      'a token that is unknown, malformed, or revoked already. Each call counts as a failed attempt of your address.',
    scope: null,
    isPublic: true,
    body: RevokeFoundApiTokenInput.meta({ id: 'RevokeApiTokenRequest', description: 'A token to revoke.' }),
    maxBodyBytes: 2_048,
    requestExamples: {
      leaked: {
        summary: 'A token that leaked',
        value: { token: 'cbp_00000000000000000000000000000000000000000002CZclj' },
      },
    },
    response: z
      .object({
        outcome: z.literal('revoked').describe('The token is not valid, whether or not it ever was.'),
      })
      .meta({ id: 'RevokedApiToken', description: 'The end of a token.' }),
    successes: { 200: { description: 'The token is not valid.', example: { outcome: 'revoked' } } },
    errors: revokeFoundApiTokenErrors,
    run: async (context, _partner, { body, address }) => {
      await revokeFoundApiToken(context, { attempts: context.attempts, address }, body);
      return { body: { outcome: 'revoked' as const } };
    },
  });
