import { CourtBooking } from '../db/court-booking.ts';
import { ExternalService } from '../db/external-service.ts';
import { Court, Organization } from '../db/organization.ts';
import { courtList, organizationList } from '../db/reading/other-lists.ts';
import { RelatedRows } from '../db/reading/related-rows.ts';
import { CreateCourtInput, createCourt, createCourtErrors } from '../services/organizations/create-court.ts';
import {
  CreateOrganizationInput,
  createOrganization,
  createOrganizationErrors,
} from '../services/organizations/create-organization.ts';
import { builder } from './builder.ts';
import { checkedIds, checkedTexts, checkId } from './checked.ts';
import { listCost, newestFirst, newestRelated } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import {
  auditEventsField,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  OrganizationType,
} from './types.ts';

const ofOrganization = {
  courts: new RelatedRows(Court, 'organization_id'),
  externalServices: new RelatedRows(ExternalService, 'organization_id', {
    through: { table: 'organization_grants', id: 'external_service_id' },
  }),
};

OrganizationType.implement({
  description: 'A club or company that owns courts.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    courts: t.field({
      type: [CourtType],
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) => newestRelated(context, ofOrganization.courts, id, first),
    }),
    externalServices: t.field({
      type: [ExternalServiceType],
      description: 'Those that were granted access.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestRelated(context, ofOrganization.externalServices, id, first),
    }),
    history: auditEventsField(t),
  }),
});

const ofCourt = {
  courtBookings: new RelatedRows(CourtBooking, 'court_id'),
};

CourtType.implement({
  description: 'What a court booking occupies.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    organization: t.field({
      type: OrganizationType,
      resolve: ({ organizationId }, _args, { reader }) => reader.referred(Organization, organizationId),
    }),
    courtBookings: t.field({
      type: [CourtBookingType],
      description: 'The newest; for filters and further ones see the query courtBookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) => newestRelated(context, ofCourt.courtBookings, id, first),
    }),
    history: auditEventsField(t),
  }),
});

builder.queryFields((t) => ({
  organization: t.field({
    type: OrganizationType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(Organization, checkId(id)),
  }),
  organizations: t.connection(
    {
      type: OrganizationType,
      complexity: listCost,
      description: 'Newest first.',
      args: { name: t.arg.string({ description: 'Part of the name, in any case.' }) },
      resolve: (_root, args, context) =>
        newestFirst(context, organizationList(checkedTexts(args, ['name']).name), args),
    },
    {
      fields: (connection) => ({
        totalCount: connection.int({ resolve: ({ count }) => count() }),
      }),
    },
  ),
  court: t.field({
    type: CourtType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { reader }) => reader.byId(Court, checkId(id)),
  }),
  courts: t.connection(
    {
      type: CourtType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        organizationId: t.arg.id(),
        name: t.arg.string({ description: 'Part of the name, in any case.' }),
      },
      resolve: (_root, args, context) => {
        const { organizationId } = checkedIds(args, ['organizationId']);
        const { name } = checkedTexts(args, ['name']);
        return newestFirst(context, courtList(organizationId, name), args);
      },
    },
    {
      fields: (connection) => ({
        totalCount: connection.int({ resolve: ({ count }) => count() }),
      }),
    },
  ),
}));

defineMutation('createOrganization', {
  description: 'Creates an organization.',
  schema: () => CreateOrganizationInput,
  success: OrganizationType,
  errors: createOrganizationErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(Organization, await createOrganization(service, administrator, input)),
});

defineMutation('createCourt', {
  description: 'Creates a court of an organization.',
  schema: () => CreateCourtInput,
  success: CourtType,
  errors: createCourtErrors,
  run: async (service, administrator, input, reader) =>
    reader.referred(Court, await createCourt(service, administrator, input)),
});
