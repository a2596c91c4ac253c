import { ApiToken, ExternalService } from '../db/external-service.ts';
import type { Row } from '../db/reading/row.ts';
import type { Scope } from '../services/access/scope.ts';
import { IssueApiTokenInput, issueApiToken } from '../services/partners/issue-api-token.ts';
import { RevokeApiTokenInput, revokeApiToken } from '../services/partners/revoke-api-token.ts';
import { RotateApiTokenInput, rotateApiToken } from '../services/partners/rotate-api-token.ts';
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
  input: builder.inputType('IssueApiTokenInput', {
    fields: (t) => ({
      externalServiceId: t.id({ required: true }),
      scopes: t.field({ type: [ScopeType], required: true }),
      label: t.string({ required: true, description: 'Where it is used: for people.' }),
      expiresAt: t.field({ type: 'DateTime', description: 'Left out: never.' }),
    }),
  }),
  schema: () => IssueApiTokenInput,
  success: IssuedApiTokenType,
  errors: ['external_service_not_found'],
  run: async (service, administrator, input, reader) => {
    const { id, secret } = await issueApiToken(service, administrator, input);
    return { secret, apiToken: await reader.referred(ApiToken, id) };
  },
});

defineMutation('rotateApiToken', {
  description: 'Issues a token like this one; both are valid for overlapMinutes, then only the new one.',
  input: builder.inputType('RotateApiTokenInput', {
    fields: (t) => ({
      apiTokenId: t.id({ required: true }),
      overlapMinutes: t.int({ required: true, description: '0 to 43,200 (30 days).' }),
    }),
  }),
  schema: () => RotateApiTokenInput,
  success: IssuedApiTokenType,
  errors: ['api_token_not_found', 'api_token_not_active'],
  run: async (service, administrator, input, reader) => {
    const { id, secret } = await rotateApiToken(service, administrator, input);
    return { secret, apiToken: await reader.referred(ApiToken, id) };
  },
});

defineMutation('revokeApiToken', {
  description: 'Ends a token: it is refused everywhere within 1 s.',
  input: builder.inputType('RevokeApiTokenInput', {
    fields: (t) => ({ apiTokenId: t.id({ required: true }) }),
  }),
  schema: () => RevokeApiTokenInput,
  success: ApiTokenType,
  errors: ['api_token_not_found'],
  run: async (service, administrator, input, reader) =>
    reader.referred(ApiToken, await revokeApiToken(service, administrator, input)),
});
