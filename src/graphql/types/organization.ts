import { OrganizationGrant } from '../../db/entities/external-service.ts';
import { courtList, organizationList } from '../../db/queries/operators/lists.ts';
import { courtOrders, organizationOrders } from '../../db/queries/operators/orders.ts';
import * as createCourt from '../../services/organizations/create-court.ts';
import * as createCourts from '../../services/organizations/create-courts.ts';
import * as createOrganization from '../../services/organizations/create-organization.ts';
import * as updateCourt from '../../services/organizations/update-court.ts';
import * as updateOrganization from '../../services/organizations/update-organization.ts';
import { listCost } from '../limits/list-size.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts } from '../schema/checked.ts';
import { connectionOf, named } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { orderType } from '../schema/order.ts';
import { history, historyOfOrganization, newest, newestThrough, one } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { CourtBookingType, CourtType, ExternalServiceType, NodeType, OrganizationType } from './types.ts';

OrganizationType.implement({
  interfaces: [NodeType],
  description: 'A club or company that owns courts.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    timeZone: t.exposeString('timeZone'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    courts: newest(t, CourtType, 'organizationId'),
    externalServices: newestThrough(
      t,
      ExternalServiceType,
      OrganizationGrant,
      'organizationId',
      'externalServiceId',
      'The external services that have access.',
    ),
    history: historyOfOrganization(t),
  }),
});

CourtType.implement({
  interfaces: [NodeType],
  description: 'A court that can be booked.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    active: t.exposeBoolean('active', {
      description: 'False if the court is closed. It accepts no new bookings. Existing bookings are kept.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    organization: one(t, OrganizationType, 'organizationId'),
    courtBookings: newest(t, CourtBookingType, 'courtId', {
      description: 'The newest bookings. For filters and more rows, use the query courtBookings.',
    }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  organization: byId(t, OrganizationType),
  organizations: t.connection(
    {
      type: OrganizationType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        orderBy: t.arg({ type: orderType(OrganizationType, organizationOrders) }),
        name: t.arg.string({ description: 'Part of the name, ignoring case.' }),
      },
      resolve: (_root, args, context, info) =>
        connectionOf(organizationList(checkedTexts(args, ['name']).name), args, context, info),
    },
    ...named(OrganizationType),
  ),
  court: byId(t, CourtType),
  courts: t.connection(
    {
      type: CourtType,
      complexity: listCost,
      description: 'Newest first.',
      args: {
        orderBy: t.arg({ type: orderType(CourtType, courtOrders) }),
        organizationId: t.arg.id(),
        name: t.arg.string({ description: 'Part of the name, ignoring case.' }),
      },
      resolve: (_root, args, context, info) => {
        const { organizationId } = checkedIds(args, ['organizationId']);
        const { name } = checkedTexts(args, ['name']);
        return connectionOf(courtList(organizationId, name), args, context, info);
      },
    },
    ...named(CourtType),
  ),
}));

defineVerb('createOrganization', createOrganization, {
  description: 'Creates an organization.',
  success: OrganizationType,
});

defineVerb('createCourt', createCourt, {
  description: 'Creates a court of an organization.',
  success: CourtType,
});

defineVerb('createCourts', createCourts, {
  description: 'Creates several courts of an organization, or none. Returns the organization.',
  input: { fields: { names: '1 to 50 different names.' } },
  success: OrganizationType,
});

defineVerb('updateOrganization', updateOrganization, {
  description: 'Updates an organization. Omitted fields are not changed.',
  success: OrganizationType,
  isUpdate: true,
});

defineVerb('updateCourt', updateCourt, {
  description:
    'Updates a court. Omitted fields are not changed. While active is false, new bookings are rejected with court_not_found. Existing bookings are kept and can be cancelled.',
  success: CourtType,
  isUpdate: true,
});
