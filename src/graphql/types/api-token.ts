import { apiTokenList } from '../../db/queries/operators/lists.ts';
import { apiTokenOrders } from '../../db/queries/operators/orders.ts';
import type { Scope } from '../../rules/requests/scope.ts';
import {
  describeTokenRevocation,
  describeTokensRevocation,
} from '../../services/confirmations/describe-effect.ts';
import { type ApiTokenStatus, apiTokenStatusOf } from '../../services/partners/change-api-token.ts';
import * as issueApiToken from '../../services/partners/issue-api-token.ts';
import * as revokeApiToken from '../../services/partners/revoke-api-token.ts';
import * as revokeApiTokens from '../../services/partners/revoke-api-tokens.ts';
import * as rotateApiToken from '../../services/partners/rotate-api-token.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedInstants } from '../schema/checked.ts';
import { creation, currentStatus, ids, timeOrNull } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { enumType } from '../schema/enum-type.ts';
import { history, one } from '../schema/related-fields.ts';
import { issuedType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import { ApiTokenType, ExternalServiceType, NodeType, ScopeType } from './types.ts';

const StatusType = enumType<ApiTokenStatus>(
  'ApiTokenStatus',
  'ACTIVE: valid, and can be rotated. ROTATED: replaced by another token, and valid until it expires.',
  {
    ACTIVE: 'It is valid.',
    ROTATED: 'Another token has replaced it. It is valid until it expires.',
    EXPIRED: 'It has expired.',
    REVOKED: 'It was revoked.',
  },
);

ApiTokenType.implement({
  interfaces: [NodeType],
  description: 'An API token. Its secret is not stored.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'A label for the token, for operators.' }),
    scopes: t.field({
      type: [ScopeType],
      description: 'The permissions of the token.',
      extensions: reads({ columns: ['scopes'] }),
      resolve: ({ scopes }) => scopes as Scope[],
    }),
    externalService: one(t, ExternalServiceType, 'externalServiceId', {
      description: 'The partner that it belongs to.',
    }),
    status: t.field({
      type: StatusType,
      ...currentStatus,
      extensions: reads({ columns: ['revokedAt', 'expiresAt', 'replacedById'] }),
      resolve: (token, _args, { now }) => apiTokenStatusOf(token, now()),
    }),
    createdAt: t.expose('createdAt', creation),
    expiresAt: t.expose('expiresAt', timeOrNull('When the token expires; null if it never expires.')),
    revokedAt: t.expose(
      'revokedAt',
      timeOrNull('When it was revoked, by an operator or by somebody who had it; null if it was not.'),
    ),
    lastUsedAt: t.expose('lastUsedAt', timeOrNull('Time of the last use, accurate to a few seconds.')),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  apiTokens: listOf(t, ApiTokenType, {
    orders: apiTokenOrders,
    sortedBy: { LAST_USED_AT: 'Time of the last use. Rows that were never used come last.' },
    description: 'API tokens of all external services, newest first.',
    filters: {
      externalServiceId: t.arg.id({ description: ids.externalServiceId }),
      expiresBefore: t.arg({
        type: 'DateTime',
        description:
          'Only valid tokens of active partners that expire before this time and were not rotated.',
      }),
      unusedSince: t.arg({
        type: 'DateTime',
        description:
          'Only valid tokens of active partners that were neither issued nor used since this time.',
      }),
    },
    list: (args) => {
      const times = checkedInstants(args, ['expiresBefore', 'unusedSince']);
      return apiTokenList({ ...checkedIds(args, ['externalServiceId']), ...times });
    },
  }),
}));

const IssuedApiTokenType = issuedType('IssuedApiToken', ApiTokenType, 'apiToken', {
  type: 'A new token. Its secret is shown only in this response.',
  row: 'The API token that was issued. Its secret is shown only in this response.',
  secret: 'The secret, which the partner sends as "Authorization: Bearer <secret>".',
});

defineVerb('issueApiToken', issueApiToken, {
  description:
    'Issues an API token. Its secret is shown only once. Where partners go live (SANDBOX_KEY is configured), it needs a passed, current report of the sandbox, or a reason to issue it without.',
  input: {
    fields: {
      scopes: 'The permissions of the token.',
      label: 'A label for people, such as where the token is used.',
      expiresAt: 'When the token expires. If omitted, it never expires.',
      report:
        'The signed report of a run of our sandbox by this partner, as JSON: not older than 30 days, of all scenarios, and passed.',
      overrideReason: 'Why the token is issued without such a report. It is recorded.',
    },
  },
  success: IssuedApiTokenType,
});

defineVerb('rotateApiToken', rotateApiToken, {
  description:
    'Issues a token with the same label and scopes. Both are valid for overlapMinutes, then only the new one.',
  input: { fields: { overlapMinutes: 'How long both tokens are valid, in minutes: 0 to 43,200 (30 days).' } },
  success: IssuedApiTokenType,
});

defineVerb('revokeApiToken', revokeApiToken, {
  description: 'Revokes a token. All processes reject it within 1 s.',
  success: ApiTokenType,
  confirm: describeTokenRevocation,
});

defineVerb('revokeApiTokens', revokeApiTokens, {
  description:
    'Revokes all tokens of an external service. All processes reject them within 1 s. Returns the external service.',
  success: ExternalServiceType,
  confirm: describeTokensRevocation,
});
