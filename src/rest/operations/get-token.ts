import { z } from 'zod';
import { formatInstant } from '../../rules/instant.ts';
import { scopes } from '../../rules/requests/scope.ts';
import { demoIds } from '../../services/demo/demo-ids.ts';
import type { RateLimitPolicy } from '../../services/limits/rate-limiter.ts';
import { getToken, getTokenErrors } from '../../services/partners/get-token.ts';
import { exampleCourt } from '../../services/resources/court.ts';
import { Organization } from '../../services/resources/organization.ts';
import { dateTime, uuid } from '../../services/values/fields.ts';
import { defineOperation } from '../transport/operation.ts';

const Token = z
  .object({
    externalServiceId: uuid().describe('For the paths of all other operations.'),
    externalServiceName: z.string(),
    label: z.string().describe('The label that the operator gave the token.'),
    scopes: z.array(z.union([z.enum(scopes), z.string()])).describe('Accept values that you do not know.'),
    expiresAt: dateTime()
      .describe('The token is rejected from this time on. Absent if it does not expire.')
      .optional(),
    organizations: z
      .array(Organization)
      .describe(
        'The organizations whose courts you may book, sorted by name. `listCourts` returns the courts.',
      ),
    rateLimit: z
      .object({
        perSecond: z.number().describe('Permits that are restored each second.'),
        burst: z.int32().min(1).describe('The maximum number of permits, and so of requests at once.'),
      })
      .describe(
        'The rate limit of this token. It can differ per external service. A request costs one permit unless the operation says otherwise.',
      )
      .meta({ id: 'RateLimitPolicy' }),
  })
  .meta({
    id: 'Token',
    description: 'The permissions of a token, and its external service. New fields may be added.',
  });

/** `GET /api/v1/token`. It lets a partner start with nothing but a token. */
export const getTokenOperation = (configured: RateLimitPolicy) =>
  defineOperation({
    operationId: 'getToken',
    tag: 'access',
    method: 'GET',
    path: '/api/v1/token',
    summary: 'Get token',
    description:
      'Returns the external service of the token, its scopes, the organizations whose courts it may book, and its rate limit. ' +
      'A token is therefore all that you need to be given.',
    scope: null,
    response: Token,
    successes: {
      200: {
        description: 'The token of the request.',
        example: {
          externalServiceId: demoIds.externalService,
          externalServiceName: 'Demo Partner',
          label: 'production',
          scopes: ['userwrite', 'court-bookingwrite'],
          expiresAt: '2027-01-01T00:00:00.000Z',
          organizations: [exampleCourt.organization],
          rateLimit: { perSecond: 50, burst: 100 },
        },
      },
    },
    errors: getTokenErrors,
    run: async (context, partner) => {
      const { externalServiceName, label, scopes, expiresAt, organizations, rateLimit } = await getToken(
        context,
        partner,
      );
      const { perSecond, burst } = rateLimit ?? configured;
      return {
        body: {
          externalServiceId: partner.externalServiceId,
          externalServiceName,
          label,
          scopes,
          expiresAt: expiresAt === null ? undefined : formatInstant(expiresAt),
          organizations,
          rateLimit: { perSecond, burst },
        },
      };
    },
  });
