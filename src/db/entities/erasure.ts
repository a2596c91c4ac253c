import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    /** Contains the time of the start. */
    id: p.uuid().primary(),
    /** Null for a guest. */
    userId: p.uuid().nullable(),
    /** The addresses of the person, while there may be copies to find by them; then null. */
    addresses: p.array().columnType('text[]').nullable(),
    /** The person's links, `{externalServiceId, externalUserId}` each. Kept as long as the addresses. */
    links: p.json().nullable(),
    /** SHA-256 of each address, and of each link as `service/identifier`. The search continues with these. */
    hashes: p.array().columnType('text[]'),
    /** The last audit event that was searched. */
    walkedTo: p.uuid(),
    /** Only data from before this id is erased. It is the id at the time of the response. */
    until: p.uuid(),
    /** True if everything was searched once, and the writes that were running meanwhile must be searched again. */
    settling: p.boolean().default(false),
    /** No process works on it before this time: it is leased, or not due yet. */
    dueAt: p.type(InstantType),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  indexes: [{ name: 'erasures_due_index', properties: ['dueAt'] }],
});

/** A person whose copies are still being searched. Deleted when all copies are erased. */
export class Erasure extends ErasureSchema.class {}
ErasureSchema.setClass(Erasure);
