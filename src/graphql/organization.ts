import { CourtBooking } from '../db/court-booking.ts';
import { ExternalService } from '../db/external-service.ts';
import { Court, Organization } from '../db/organization.ts';
import { CreateCourtInput, createCourt, createCourtErrors } from '../services/organizations/create-court.ts';
import {
  CreateOrganizationInput,
  createOrganization,
  createOrganizationErrors,
} from '../services/organizations/create-organization.ts';
import { builder } from './builder.ts';
import { checkId, checkText, listCost, newestFirst, newestNeighbours } from './connection.ts';
import { defineMutation } from './define-mutation.ts';
import {
  auditEventsField,
  CourtBookingType,
  CourtType,
  ExternalServiceType,
  OrganizationType,
} from './types.ts';

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
      resolve: ({ id }, { first }, context) =>
        newestNeighbours(context, id, {
          field: 'Organization.courts',
          entity: Court,
          from: 'courts',
          parent: 'organization_id',
          limit: first,
        }),
    }),
    externalServices: t.field({
      type: [ExternalServiceType],
      description: 'Those that were granted access.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestNeighbours(context, id, {
          field: 'Organization.externalServices',
          entity: ExternalService,
          from: 'organization_grants',
          parent: 'organization_id',
          id: 'external_service_id',
          limit: first,
        }),
    }),
    history: auditEventsField(t, 'Organization'),
  }),
});

CourtType.implement({
  description: 'What a court booking occupies.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    organization: t.field({
      type: OrganizationType,
      resolve: ({ organization }) => organization.loadOrFail(),
    }),
    courtBookings: t.field({
      type: [CourtBookingType],
      description: 'The newest; for filters and further ones see the query courtBookings.',
      args: { first: t.arg.int() },
      complexity: listCost,
      resolve: ({ id }, { first }, context) =>
        newestNeighbours(context, id, {
          field: 'Court.courtBookings',
          entity: CourtBooking,
          from: 'court_bookings',
          parent: 'court_id',
          limit: first,
        }),
    }),
    history: auditEventsField(t, 'Court'),
  }),
});

builder.queryFields((t) => ({
  organization: t.field({
    type: OrganizationType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { em }) => em.findOne(Organization, checkId(id)),
  }),
  organizations: t.connection(
    {
      type: OrganizationType,
      complexity: listCost,
      description: 'Newest first.',
      args: { name: t.arg.string({ description: 'Part of the name, in any case.' }) },
      resolve: (_root, args, context) =>
        newestFirst(
          context,
          Organization,
          args,
          args.name == null ? [] : [{ name: { $ilike: like(args.name) } }],
        ),
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
    resolve: (_root, { id }, { em }) => em.findOne(Court, checkId(id)),
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
      resolve: (_root, args, context) =>
        newestFirst(context, Court, args, [
          ...(args.organizationId == null
            ? []
            : [{ organization: checkId(args.organizationId, 'organizationId') }]),
          ...(args.name == null ? [] : [{ name: { $ilike: like(args.name) } }]),
        ]),
    },
    {
      fields: (connection) => ({
        totalCount: connection.int({ resolve: ({ count }) => count() }),
      }),
    },
  ),
}));

/** The pattern of "contains". */
export function like(part: string): string {
  return `%${checkText(part, 'name').replace(/[\\%_]/g, '\\$&')}%`;
}

defineMutation('createOrganization', {
  description: 'Creates an organization.',
  schema: () => CreateOrganizationInput,
  success: OrganizationType,
  errors: createOrganizationErrors,
  run: async (service, administrator, input, { em }) =>
    em.findOneOrFail(Organization, await createOrganization(service, administrator, input)),
});

defineMutation('createCourt', {
  description: 'Creates a court of an organization.',
  schema: () => CreateCourtInput,
  success: CourtType,
  errors: createCourtErrors,
  run: async (service, administrator, input, { em }) =>
    em.findOneOrFail(Court, await createCourt(service, administrator, input)),
});
