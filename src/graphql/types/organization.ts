import { OrganizationGrant } from '../../db/entities/external-service.ts';
import { courtList, organizationList } from '../../db/queries/operators/lists.ts';
import { courtOrders, organizationOrders } from '../../db/queries/operators/orders.ts';
import * as createCourt from '../../services/organizations/create-court.ts';
import * as createCourts from '../../services/organizations/create-courts.ts';
import * as createOrganization from '../../services/organizations/create-organization.ts';
import * as updateCourt from '../../services/organizations/update-court.ts';
import * as updateOrganization from '../../services/organizations/update-organization.ts';
import { builder } from '../schema/builder.ts';
import { checkedIds, checkedTexts } from '../schema/checked.ts';
import { creation, ids, switchOff, uniqueName } from '../schema/common-fields.ts';
import { listOf } from '../schema/connection.ts';
import { defineVerb } from '../schema/define-mutation.ts';
import { history, historyOfOrganization, newest, newestThrough, one } from '../schema/related-fields.ts';
import { byId } from '../schema/row-queries.ts';
import { CourtBookingType, CourtType, ExternalServiceType, NodeType, OrganizationType } from './types.ts';

const timeZone =
  'The IANA name of the time zone, such as Europe/Berlin. The pages for operators show times and days in it.';

OrganizationType.implement({
  interfaces: [NodeType],
  description: 'A club or company that owns courts.',
  fields: (t) => ({
    name: t.exposeString('name', uniqueName),
    timeZone: t.exposeString('timeZone', { description: timeZone }),
    createdAt: t.expose('createdAt', creation),
    courts: newest(t, CourtType, 'organizationId', { description: 'Its courts, newest first.' }),
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
    name: t.exposeString('name', uniqueName),
    active: t.exposeBoolean('active', {
      description: 'False if the court is closed. It accepts no new bookings. Existing bookings are kept.',
    }),
    createdAt: t.expose('createdAt', creation),
    organization: one(t, OrganizationType, 'organizationId', {
      description: 'The club or company that owns it.',
    }),
    courtBookings: newest(t, CourtBookingType, 'courtId', {
      description: 'The newest bookings. For filters and more rows, use the query courtBookings.',
    }),
    history: history(t),
  }),
});

builder.queryFields((t) => ({
  organization: byId(t, OrganizationType),
  organizations: listOf(t, OrganizationType, {
    orders: organizationOrders,
    filters: {
      name: t.arg.string({ description: 'Part of the name, ignoring case.' }),
    },
    list: (args) => organizationList(checkedTexts(args, ['name']).name),
  }),
  court: byId(t, CourtType),
  courts: listOf(t, CourtType, {
    orders: courtOrders,
    filters: {
      organizationId: t.arg.id({ description: ids.organizationId }),
      name: t.arg.string({ description: 'Part of the name, ignoring case.' }),
    },
    list: (args) => {
      const { organizationId } = checkedIds(args, ['organizationId']);
      const { name } = checkedTexts(args, ['name']);
      return courtList(organizationId, name);
    },
  }),
}));

defineVerb('createOrganization', createOrganization, {
  description: 'Creates an organization.',
  input: {
    fields: { timeZone: 'The IANA name of the time zone, such as Europe/Berlin. Default: UTC.' },
  },
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
  input: { fields: { timeZone } },
  success: OrganizationType,
  isUpdate: true,
});

defineVerb('updateCourt', updateCourt, {
  description:
    'Updates a court. Omitted fields are not changed. While active is false, new bookings are rejected with court_not_found. Existing bookings are kept and can be cancelled.',
  input: { fields: { active: switchOff } },
  success: CourtType,
  isUpdate: true,
});
