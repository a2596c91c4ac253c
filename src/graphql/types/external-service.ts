import { OrganizationGrant, operatorsService } from '../../db/entities/external-service.ts';
import { UserGrant } from '../../db/entities/user.ts';
import { externalServiceList } from '../../db/queries/operators/lists.ts';
import { externalServiceOrders } from '../../db/queries/operators/orders.ts';
import {
  describeOrganizationRevocation,
  describeUserRevocation,
} from '../../services/confirmations/describe-effect.ts';
import * as createExternalService from '../../services/partners/create-external-service.ts';
import * as grantOrganizationAccess from '../../services/partners/grant-organization-access.ts';
import * as grantUserAccess from '../../services/partners/grant-user-access.ts';
import * as revokeOrganizationAccess from '../../services/partners/revoke-organization-access.ts';
import * as revokeUserAccess from '../../services/partners/revoke-user-access.ts';
import * as setRateLimit from '../../services/partners/set-rate-limit.ts';
import * as setTemporaryRateLimit from '../../services/partners/set-temporary-rate-limit.ts';
import * as updateExternalService from '../../services/partners/update-external-service.ts';
import { builder } from '../schema/builder.ts';
import { checkedTexts } from '../schema/checked.ts';
import { creation, switchOff, timeOrNull, uniqueName } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { history, newest, newestThrough } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { valueType } from '../schema/row-type.ts';
import { reads } from '../schema/selection-of.ts';
import {
  ApiTokenType,
  CourtBookingType,
  ExternalServiceType,
  NodeType,
  OrganizationType,
  PartnerRequestType,
  UserType,
  WebhookEndpointType,
} from './types.ts';

const perSecond = 'Sustained requests per second.';
const RateLimitType = valueType<{ requestsPerSecond: number; burst: number; until?: string }>('RateLimit');
RateLimitType.implement({
  description: 'A rate limit.',
  fields: (t) => ({
    requestsPerSecond: t.exposeInt('requestsPerSecond', { description: perSecond }),
    burst: t.exposeInt('burst', { description: 'Maximum number of requests in a burst.' }),
    until: t.expose('until', timeOrNull('When a temporary limit ends; null if it has no end.')),
  }),
});

ExternalServiceType.implement({
  interfaces: [NodeType],
  description: 'A partner system. Also called a partner.',
  fields: (t) => ({
    name: t.exposeString('name', uniqueName),
    active: t.exposeBoolean('active', {
      description: 'False if it is deactivated. Its tokens are rejected. Its data is kept.',
    }),
    internal: t.boolean({
      description:
        'True for the operators’ own external service, which owns the blocks of courts. It is not listed. It cannot be changed, and cannot receive access or tokens.',
      extensions: reads({ columns: ['id'] }),
      resolve: ({ id }) => id === operatorsService.id,
    }),
    rateLimit: t.field({
      type: RateLimitType,
      nullable: true,
      description: 'The rate limit of each of its tokens; null if the configured default applies.',
      extensions: reads({ columns: ['rateLimitPerSecond', 'rateLimitBurst'] }),
      resolve: ({ rateLimitPerSecond, rateLimitBurst }) =>
        rateLimitPerSecond === null || rateLimitBurst === null
          ? null
          : { requestsPerSecond: rateLimitPerSecond, burst: rateLimitBurst },
    }),
    temporaryRateLimit: t.field({
      type: RateLimitType,
      nullable: true,
      description:
        'The rate limit that replaces it until a time; null if there is none, or that time has passed.',
      extensions: reads({
        columns: ['temporaryRateLimitPerSecond', 'temporaryRateLimitBurst', 'temporaryRateLimitUntil'],
      }),
      resolve: (
        {
          temporaryRateLimitPerSecond: requestsPerSecond,
          temporaryRateLimitBurst: burst,
          temporaryRateLimitUntil: until,
        },
        _args,
        { now },
      ) =>
        requestsPerSecond === null || burst === null || until === null || Date.parse(until) <= now()
          ? null
          : { requestsPerSecond, burst, until },
    }),
    createdAt: t.expose('createdAt', creation),
    apiTokens: newest(t, ApiTokenType, 'externalServiceId', {
      description: 'Its API tokens with the time of their last use, newest first.',
    }),
    organizations: newestThrough(
      t,
      OrganizationType,
      OrganizationGrant,
      'externalServiceId',
      'organizationId',
      'The organizations whose courts it can book.',
    ),
    grantedUsers: newestThrough(
      t,
      UserType,
      UserGrant,
      'externalServiceId',
      'userId',
      'Users of other external services that it can name in bookings.',
    ),
    users: newest(t, UserType, 'managedById', {
      description: 'The newest users that it manages. For filters and more rows, use the query users.',
    }),
    courtBookings: newest(t, CourtBookingType, 'externalServiceId', {
      description: 'The newest bookings. For filters and more rows, use the query courtBookings.',
    }),
    partnerRequests: newest(t, PartnerRequestType, 'externalServiceId', {
      description: 'Its most recent requests. For filters and more rows, use the query partnerRequests.',
    }),
    webhookEndpoints: newest(t, WebhookEndpointType, 'externalServiceId', {
      description: 'Its webhook endpoints, 20 at most.',
    }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  externalService: byId(t, ExternalServiceType),
  externalServices: listOf(t, ExternalServiceType, {
    orders: externalServiceOrders,
    filters: {
      name: t.arg.string({ description: 'Part of the name, ignoring case.' }),
    },
    list: (args) => externalServiceList(checkedTexts(args, ['name']).name),
  }),
}));

defineVerb('createExternalService', createExternalService, {
  description:
    'Creates an external service (a partner). It has no access yet; see grantOrganizationAccess and issueApiToken.',
  success: ExternalServiceType,
});

defineVerb('grantOrganizationAccess', grantOrganizationAccess, {
  description: 'Allows an external service to book the courts of an organization.',
  input: { name: 'OrganizationAccessInput' },
  success: ExternalServiceType,
});

defineVerb('revokeOrganizationAccess', revokeOrganizationAccess, {
  description: 'Revokes the access of an external service to an organization. Existing bookings are kept.',
  success: ExternalServiceType,
  confirm: describeOrganizationRevocation,
});

defineVerb('grantUserAccess', grantUserAccess, {
  description: 'Allows an external service to name a user of another external service in its bookings.',
  input: { name: 'UserAccessInput' },
  success: ExternalServiceType,
});

defineVerb('revokeUserAccess', revokeUserAccess, {
  description:
    'Revokes the access of an external service to a user. It keeps access to users that it manages.',
  success: ExternalServiceType,
  confirm: describeUserRevocation,
});

defineVerb('updateExternalService', updateExternalService, {
  description:
    'Updates an external service. Omitted fields are not changed. While active is false, all processes reject its tokens with invalid_api_token, within one second. Its data is kept.',
  input: { fields: { active: switchOff } },
  success: ExternalServiceType,
  isUpdate: true,
});

const rateLimitFields = {
  requestsPerSecond: perSecond,
  burst: 'Maximum number of requests in a burst, at least requestsPerSecond.',
};

defineVerb('setRateLimit', setRateLimit, {
  description:
    'Sets the rate limit for each token of an external service. All processes apply it within one second. With null, the configured default applies again. A temporary limit stays until its end.',
  input: {
    fields: { rateLimit: 'The new limit. Null: the configured default applies. It cannot be omitted.' },
    parts: {
      rateLimit: {
        name: 'RateLimitInput',
        description: 'A rate limit.',
        fields: rateLimitFields,
      },
    },
  },
  nullClears: true,
  success: ExternalServiceType,
});

defineVerb('setTemporaryRateLimit', setTemporaryRateLimit, {
  description:
    'Sets a rate limit for each token of an external service until a time, for example for an import. Then the former limit applies again by itself. With null, it ends now. All processes apply both within one second.',
  input: {
    fields: { temporaryRateLimit: 'The limit and its end. Null: it ends now. It cannot be omitted.' },
    parts: {
      temporaryRateLimit: {
        name: 'TemporaryRateLimitInput',
        description: 'A rate limit with an end.',
        fields: {
          ...rateLimitFields,
          until: 'When the former limit applies again. It must be in the future.',
        },
      },
    },
  },
  nullClears: true,
  success: ExternalServiceType,
});
