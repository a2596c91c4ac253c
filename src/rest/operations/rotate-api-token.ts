import { z } from 'zod';
import { formatInstant } from '../../rules/instant.ts';
import {
  RotateOwnApiTokenInput,
  rotateOwnApiToken,
  rotateOwnApiTokenErrors,
} from '../../services/partners/rotate-own-api-token.ts';
import { dateTime, uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const RotatedApiToken = z
  .object({
    id: uuid().describe('The id of the new token.'),
    secret: z.string().describe('The new token, for `Authorization`. The service does not store it.'),
    expiresAt: dateTime()
      .describe(
        'The new token is rejected from this time on, as the old one would have been. Absent if it does not expire.',
      )
      .optional(),
    formerExpiresAt: dateTime().describe('The old token is rejected from this time on.'),
  })
  .meta({ id: 'RotatedApiToken', description: 'A new token, and the end of the one that it replaces.' });

const example = {
  id: '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c09',
  secret: 'cbp_…',
  formerExpiresAt: '2026-11-21T12:00:00.000Z',
};

/** `POST /api/v1/token/rotate`. */
export const rotateApiTokenOperation = () =>
  defineOperation({
    operationId: 'rotateApiToken',
    tag: 'access',
    method: 'POST',
    path: '/api/v1/token/rotate',
    summary: 'Rotate API token',
    description:
      'Issues a token that replaces the token of the request. It has the same label, scopes and expiry, so a rotation never ' +
      'allows more or for longer. Until the overlap ends, both tokens are valid.\n\nSafe to repeat: until the new token is used, ' +
      'the same call with the old token returns it again. After that it is `api_token_not_active`.',
    sdkNote:
      'The client continues with the token that it was given. Store the new one where your `token` function reads it.',
    scope: null,
    body: RotateOwnApiTokenInput.meta({
      id: 'RotateApiTokenRequest',
      description: 'The overlap of a rotation.',
    }),
    requestExamples: {
      day: { summary: 'An overlap of a day', value: { overlapMinutes: 1_440 } },
    },
    response: RotatedApiToken,
    successes: {
      201: { description: 'The token was issued.', example },
      200: { description: 'The token of an earlier call, which is not used yet. Nothing changed.', example },
    },
    errors: rotateOwnApiTokenErrors,
    run: async (context, partner, { body, secret }) => {
      const { isNew, expiresAt, formerExpiresAt, ...issued } = await rotateOwnApiToken(context, partner, {
        ...body,
        secret,
      });
      return {
        status: isNew ? 201 : 200,
        body: {
          ...issued,
          expiresAt: expiresAt === undefined ? undefined : formatInstant(expiresAt),
          formerExpiresAt: formatInstant(formerExpiresAt),
        },
      };
    },
  });
