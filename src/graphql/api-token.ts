import { ApiToken, ExternalService } from '../db/external-service.ts';
import type { Row } from '../db/reading/row.ts';
import type { Scope } from '../services/access/scope.ts';
import {
  IssueApiTokenInput,
  issueApiToken,
  issueApiTokenErrors,
} from '../services/partners/issue-api-token.ts';
import {
  RevokeApiTokenInput,
  revokeApiToken,
  revokeApiTokenErrors,
} from '../services/partners/revoke-api-token.ts';
import {
  RotateApiTokenInput,
  rotateApiToken,
  rotateApiTokenErrors,
} from '../services/partners/rotate-api-token.ts';
import { builder } from './builder.ts';
import { defineMutation } from './define-mutation.ts';
import { ApiTokenType, auditEventsField, ExternalServiceType, ScopeType } from './types.ts';

ApiTokenType.implement({
  description: 'An API token; its secret is kept nowhere.',
  fields: (t) => ({
    id: t.exposeID('id'),
    label: t.exposeString('label'),
    scopes: t.field({ type: [ScopeType], resolve: ({ scopes }) => scopes as Scope[] }),
    externalService: t.field({
      type: ExternalServiceType,
      resolve: ({ externalServiceId }, _args, { reader }) =>
        reader.referred(ExternalService, externalServiceId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Exact to a few seconds.',
    }),
    history: auditEventsField(t),
  }),
});

const IssuedApiTokenType = builder
  .objectRef<{ secret: string; apiToken: Row<ApiToken> }>('IssuedApiToken')
  .implement({
    description: 'A new token. This is the only time that its secret is shown.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: 'What the partner sends: Authorization: Bearer <secret>.',
      }),
      apiToken: t.field({ type: ApiTokenType, resolve: ({ apiToken }) => apiToken }),
    }),
  });

defineMutation('issueApiToken', {
  description: 'Issues an API token; its secret is shown once.',
  schema: () => IssueApiTokenInput,
  input: { fields: { label: 'Where it is used: for people.', expiresAt: 'Left out: never.' } },
  success: IssuedApiTokenType,
  errors: issueApiTokenErrors,
  run: async (service, administrator, input, reader) => {
    const { id, secret } = await issueApiToken(service, administrator, input);
    return { secret, apiToken: await reader.referred(ApiToken, id) };
  },
});

defineMutation('rotateApiToken', {
  description: 'Issues a token like this one; both are valid for overlapMinutes, then only the new one.',
  schema: () => RotateApiTokenInput,
  input: { fields: { overlapMinutes: '0 to 43,200 (30 days).' } },
  success: IssuedApiTokenType,
  errors: rotateApiTokenErrors,
  run: async (service, administrator, input, reader) => {
    const { id, secret } = await rotateApiToken(service, administrator, input);
    return { secret, apiToken: await reader.referred(ApiToken, id) };
  },
});

defineMutation('revokeApiToken', {
  description: 'Ends a token: it is refused everywhere within 1 s.',
  schema: () => RevokeApiTokenInput,
  success: ApiTokenType,
  errors: revokeApiTokenErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(ApiToken, await revokeApiToken(service, administrator, input)),
});
