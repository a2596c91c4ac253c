import { z } from 'zod';
import { revocationReasons } from '../../db/entities/external-service.ts';
import { scopes } from '../../rules/requests/scope.ts';
import { listApiTokens, listApiTokensErrors } from '../../services/partners/list-api-tokens.ts';
import { presentFields } from '../../services/resources/present-fields.ts';
import { openEnumeration, page, pageDescription, pageParameters } from '../../services/resources/schemas.ts';
import { cursor } from '../../services/values/cursor.ts';
import { dateTime, uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const ApiToken = z
  .object({
    id: uuid(),
    label: z.string().describe('The label that the operator gave the token.'),
    scopes: z
      .array(z.union([z.enum(scopes), z.string()]))
      .max(100)
      .describe('Accept values that you do not know.'),
    status: z
      .union([z.enum(['ACTIVE', 'EXPIRED', 'REVOKED']), z.string()])
      .describe('Accept values that you do not know.'),
    isCurrent: z.boolean().describe('True for the token of this request.'),
    createdAt: dateTime(),
    expiresAt: dateTime().describe('Absent if the token does not expire.').optional(),
    revokedAt: dateTime().optional(),
    revokedBecause: openEnumeration(revocationReasons)
      .describe(
        'Present if no operator revoked it. `POSSESSION`: somebody who had it, so you or a finder. `SECRET_SCANNING`: ' +
          'GitHub found it. Accept values that you do not know.',
      )
      .optional(),
    lastUsedAt: dateTime()
      .describe('Accurate to a few seconds. Absent if the token was never used.')
      .optional(),
    replacedBy: uuid().describe('The id of the token that replaced it in a rotation.').optional(),
  })
  .meta({ id: 'ApiToken', description: 'One of your tokens, without its secret. New fields may be added.' });

const instants = ['createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt'];

/** `GET /api/v1/tokens`. */
export const listApiTokensOperation = () =>
  defineOperation({
    operationId: 'listApiTokens',
    tag: 'access',
    method: 'GET',
    path: '/api/v1/tokens',
    summary: 'List API tokens',
    description:
      'Lists the tokens of your external service, newest first, also those that are no longer valid. Their secrets are not stored.',
    scope: null,
    query: z.object({
      ...pageParameters(cursor([z.literal('token'), uuid()])),
    }),
    response: page(ApiToken).meta({ id: 'ApiTokenPage', description: 'A page of tokens.' }),
    successes: {
      200: {
        description: pageDescription,
        example: {
          items: [
            {
              id: '01990b2e-7f6c-7c1e-9a53-0f2a5a6f1c09',
              label: 'production',
              scopes: ['userwrite', 'court-bookingwrite'],
              status: 'ACTIVE',
              isCurrent: true,
              createdAt: '2026-11-20T12:00:00.000Z',
              lastUsedAt: '2026-11-20T12:30:00.000Z',
            },
          ],
        },
      },
    },
    errors: listApiTokensErrors,
    run: async (context, partner, { query }) => {
      const { items, ...next } = await listApiTokens(context, partner, query);
      return {
        body: {
          items: items.map((token) => ({
            ...presentFields<z.output<typeof ApiToken>>(token, instants),
            isCurrent: token.id === partner.actor.id,
          })),
          ...next,
        },
      };
    },
  });
