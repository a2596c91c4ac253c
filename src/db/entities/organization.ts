import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    /** The IANA name, in which operators see times. */
    timeZone: p.text().default('UTC'),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
});

/** A club or company that owns courts. */
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);

const CourtSchema = defineEntity({
  name: 'Court',
  tableName: 'courts',
  properties: {
    id: p.uuid().primary(),
    organization: () => p.manyToOne(Organization).foreignKeyName('courts_organization_fk').ref(),
    name: p.text(),
    /** Whether it can be booked. Existing bookings are kept. */
    active: p.boolean().default(true),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  indexes: [
    { name: 'courts_organization_newest_index', properties: ['organization', 'id'] },
    // For the lists of partners, by name.
    { name: 'courts_organization_name_index', properties: ['organization', 'name', 'id'] },
  ],
});

/** A court of an organization. */
export class Court extends CourtSchema.class {}
CourtSchema.setClass(Court);
