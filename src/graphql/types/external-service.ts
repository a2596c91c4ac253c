import { OrganizationGrant, operatorsService } from '../../db/entities/external-service.ts';
import { UserGrant } from '../../db/entities/user.ts';
import { externalServiceList } from '../../db/queries/operators/lists.ts';
import { externalServiceOrders } from '../../db/queries/operators/orders.ts';
import { OrganizationAccessInput, UserAccessInput } from '../../services/partners/change-access.ts';
import {
  CreateExternalServiceInput,
  createExternalService,
  createExternalServiceErrors,
} from '../../services/partners/create-external-service.ts';
import {
  grantOrganizationAccess,
  grantOrganizationAccessErrors,
} from '../../services/partners/grant-organization-access.ts';
import { grantUserAccess, grantUserAccessErrors } from '../../services/partners/grant-user-access.ts';
import {
  revokeOrganizationAccess,
  revokeOrganizationAccessErrors,
} from '../../services/partners/revoke-organization-access.ts';
import { revokeUserAccess, revokeUserAccessErrors } from '../../services/partners/revoke-user-access.ts';
import {
  SetRateLimitInput,
  setRateLimit,
  setRateLimitErrors,
} from '../../services/partners/set-rate-limit.ts';
import {
  UpdateExternalServiceInput,
  updateExternalService,
  updateExternalServiceErrors,
} from '../../services/partners/update-external-service.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedTexts } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineMutation } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
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

const RateLimitType = valueType<{ requestsPerSecond: number; burst: number }>('RateLimit');
RateLimitType.implement({
  description: 'How fast requests may come.',
  fields: (t) => ({
    requestsPerSecond: t.exposeInt('requestsPerSecond', { description: 'Sustained.' }),
    burst: t.exposeInt('burst', { description: 'At once.' }),
  }),
});

ExternalServiceType.implement({
  interfaces: [NodeType],
  description: 'A partner system.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    active: t.exposeBoolean('active', {
      description: 'False: switched off. Its tokens are refused; what it has made stays.',
    }),
    internal: t.boolean({
      description:
        'true: the operators’ own, which has their blocks of courts. It stands in no list, and nothing can be granted, issued or changed.',
      extensions: reads({ columns: ['id'] }),
      resolve: ({ id }) => id === operatorsService.id,
    }),
    rateLimit: t.field({
      type: RateLimitType,
      nullable: true,
      description: 'Of each of its tokens; null: as it is configured for all.',
      extensions: reads({ columns: ['rateLimitPerSecond', 'rateLimitBurst'] }),
      resolve: ({ rateLimitPerSecond, rateLimitBurst }) =>
        rateLimitPerSecond === null || rateLimitBurst === null
          ? null
          : { requestsPerSecond: rateLimitPerSecond, burst: rateLimitBurst },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    apiTokens: newest(t, ApiTokenType, 'externalServiceId', {
      description: 'With their last use; newest first.',
    }),
    organizations: newestThrough(
      t,
      OrganizationType,
      OrganizationGrant,
      'externalServiceId',
      'organizationId',
      'Whose courts it may book.',
    ),
    grantedUsers: newestThrough(
      t,
      UserType,
      UserGrant,
      'externalServiceId',
      'userId',
      'Users of other services that it may name in bookings.',
    ),
    users: newest(t, UserType, 'managedById', {
      description: 'The newest that it manages; for filters and further ones see the query users.',
    }),
    courtBookings: newest(t, CourtBookingType, 'externalServiceId', {
      description: 'The newest; for filters and further ones see the query courtBookings.',
    }),
    partnerRequests: newest(t, PartnerRequestType, 'externalServiceId', {
      description: 'What it sent lately; for filters and further ones see the query partnerRequests.',
    }),
    webhookEndpoints: newest(t, WebhookEndpointType, 'externalServiceId', {
      description: 'Where its changes are sent: 20 at most.',
    }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  externalService: byId(t, ExternalServiceType),
  externalServices: t.connection(
    {
      type: ExternalServiceType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        orderBy: t.arg({ type: orderType(ExternalServiceType, externalServiceOrders) }),
        name: t.arg.string({ description: 'Part of the name, in any case.' }),
      },
      resolve: (_root, args, context, info) =>
        connectionOf(externalServiceList(checkedTexts(args, ['name']).name), args, context, info),
    },
    ...named(ExternalServiceType),
  ),
}));

defineMutation('createExternalService', {
  description:
    'Creates an external service: a partner. It may do nothing yet; see grantOrganizationAccess, issueApiToken.',
  schema: () => CreateExternalServiceInput,
  success: ExternalServiceType,
  errors: createExternalServiceErrors,
  run: createExternalService,
});

defineMutation('grantOrganizationAccess', {
  description: 'Lets an external service book the courts of an organization.',
  schema: () => OrganizationAccessInput,
  input: { name: 'OrganizationAccessInput' },
  success: ExternalServiceType,
  errors: grantOrganizationAccessErrors,
  run: grantOrganizationAccess,
});

defineMutation('revokeOrganizationAccess', {
  description: 'Takes that access away; bookings that were made stay.',
  schema: () => OrganizationAccessInput,
  input: { name: 'OrganizationAccessInput' },
  success: ExternalServiceType,
  errors: revokeOrganizationAccessErrors,
  run: revokeOrganizationAccess,
});

defineMutation('grantUserAccess', {
  description: 'Lets an external service name a user, whom another one manages, in its bookings.',
  schema: () => UserAccessInput,
  input: { name: 'UserAccessInput' },
  success: ExternalServiceType,
  errors: grantUserAccessErrors,
  run: grantUserAccess,
});

defineMutation('revokeUserAccess', {
  description: 'Takes that access away; a user that the service manages stays open to it.',
  schema: () => UserAccessInput,
  input: { name: 'UserAccessInput' },
  success: ExternalServiceType,
  errors: revokeUserAccessErrors,
  run: revokeUserAccess,
});

defineMutation('updateExternalService', {
  description:
    'Changes an external service: a field that is left out stays. While active is false, its tokens answer ' +
    'invalid_api_token, everywhere within a second; what it has made stays.',
  schema: () => UpdateExternalServiceInput,
  success: ExternalServiceType,
  errors: updateExternalServiceErrors,
  isUpdate: true,
  run: updateExternalService,
});

defineMutation('setRateLimit', {
  description:
    'Gives each token of an external service a rate limit of its own; every process keeps to it within a second. Without rateLimit: again as it is configured for all.',
  schema: () => SetRateLimitInput,
  input: {
    parts: {
      rateLimit: {
        name: 'RateLimitInput',
        description: 'How fast requests may come.',
        fields: { requestsPerSecond: 'Sustained.', burst: 'At once: at least requestsPerSecond.' },
      },
    },
  },
  success: ExternalServiceType,
  errors: setRateLimitErrors,
  run: setRateLimit,
});
