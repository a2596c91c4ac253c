import { CourtBooking } from '../db/court-booking.ts';
import { ApiToken, ExternalService } from '../db/external-service.ts';
import { Organization } from '../db/organization.ts';
import { PartnerRequest } from '../db/partner-request.ts';
import { externalServiceList } from '../db/reading/other-lists.ts';
import { RelatedRows } from '../db/reading/related-rows.ts';
import { User } from '../db/user.ts';
import { OrganizationAccessInput, UserAccessInput } from '../services/partners/change-access.ts';
import {
  CreateExternalServiceInput,
  createExternalService,
  createExternalServiceErrors,
} from '../services/partners/create-external-service.ts';
import {
  grantOrganizationAccess,
  grantOrganizationAccessErrors,
} from '../services/partners/grant-organization-access.ts';
import { grantUserAccess, grantUserAccessErrors } from '../services/partners/grant-user-access.ts';
import {
  revokeOrganizationAccess,
  revokeOrganizationAccessErrors,
} from '../services/partners/revoke-organization-access.ts';
import { revokeUserAccess, revokeUserAccessErrors } from '../services/partners/revoke-user-access.ts';
import { builder } from './builder.ts';
import { checkedTexts, checkId } from './checked.ts';
import { listCost, newestFirst, newestRelated } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import {
  ApiTokenType,
  auditEventsField,
  CourtBookingType,
  ExternalServiceType,
  OrganizationType,
  PartnerRequestType,
  UserType,
} from './types.ts';

const ofExternalService = {
  apiTokens: new RelatedRows(ApiToken, 'external_service_id'),
  organizations: new RelatedRows(Organization, 'external_service_id', {
    through: { table: 'organization_grants', id: 'organization_id' },
  }),
  grantedUsers: new RelatedRows(User, 'external_service_id', {
    through: { table: 'user_grants', id: 'user_id' },
  }),
  users: new RelatedRows(User, 'managed_by_id'),
  courtBookings: new RelatedRows(CourtBooking, 'external_service_id'),
  partnerRequests: new RelatedRows(PartnerRequest, 'external_service_id'),
};

ExternalServiceType.implement({
  description: 'A partner system.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    apiTokens: t.field({
      type: [ApiTokenType],
      description: 'With their last use; newest first.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) => newestRelated(context, ofExternalService.apiTokens, id, first),
    }),
    organizations: t.field({
      type: [OrganizationType],
      description: 'Whose courts it may book.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestRelated(context, ofExternalService.organizations, id, first),
    }),
    grantedUsers: t.field({
      type: [UserType],
      description: 'Users of other services that it may name in bookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestRelated(context, ofExternalService.grantedUsers, id, first),
    }),
    users: t.field({
      type: [UserType],
      description: 'The newest that it manages; for filters and further ones see the query users.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) => newestRelated(context, ofExternalService.users, id, first),
    }),
    courtBookings: t.field({
      type: [CourtBookingType],
      description: 'The newest; for filters and further ones see the query courtBookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestRelated(context, ofExternalService.courtBookings, id, first),
    }),
    partnerRequests: t.field({
      type: [PartnerRequestType],
      description: 'What it sent lately; for filters and further ones see the query partnerRequests.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestRelated(context, ofExternalService.partnerRequests, id, first),
    }),
    history: auditEventsField(t),
  }),
});

builder.queryFields((t) => ({
  externalService: t.field({
    type: ExternalServiceType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(ExternalService, checkId(id)),
  }),
  externalServices: t.connection(
    {
      type: ExternalServiceType,
      complexity: listCost,
      description: 'Newest first.',
      args: { name: t.arg.string({ description: 'Part of the name, in any case.' }) },
      resolve: (_root, args, context) =>
        newestFirst(context, externalServiceList(checkedTexts(args, ['name']).name), args),
    },
    {
      fields: (connection) => ({
        totalCount: connection.int({ resolve: ({ count }) => count() }),
      }),
    },
  ),
}));

defineMutation('createExternalService', {
  description:
    'Creates an external service: a partner. It may do nothing yet; see grantOrganizationAccess, issueApiToken.',
  schema: () => CreateExternalServiceInput,
  success: ExternalServiceType,
  errors: createExternalServiceErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(ExternalService, await createExternalService(service, administrator, input)),
});

defineMutation('grantOrganizationAccess', {
  description: 'Lets an external service book the courts of an organization.',
  schema: () => OrganizationAccessInput,
  input: { name: 'OrganizationAccessInput' },
  success: ExternalServiceType,
  errors: grantOrganizationAccessErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(ExternalService, await grantOrganizationAccess(service, administrator, input)),
});

defineMutation('revokeOrganizationAccess', {
  description: 'Takes that access away; bookings that were made stay.',
  schema: () => OrganizationAccessInput,
  input: { name: 'OrganizationAccessInput' },
  success: ExternalServiceType,
  errors: revokeOrganizationAccessErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(ExternalService, await revokeOrganizationAccess(service, administrator, input)),
});

defineMutation('grantUserAccess', {
  description: 'Lets an external service name a user, whom another one manages, in its bookings.',
  schema: () => UserAccessInput,
  input: { name: 'UserAccessInput' },
  success: ExternalServiceType,
  errors: grantUserAccessErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(ExternalService, await grantUserAccess(service, administrator, input)),
});

defineMutation('revokeUserAccess', {
  description: 'Takes that access away; a user that the service manages stays open to it.',
  schema: () => UserAccessInput,
  input: { name: 'UserAccessInput' },
  success: ExternalServiceType,
  errors: revokeUserAccessErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(ExternalService, await revokeUserAccess(service, administrator, input)),
});
