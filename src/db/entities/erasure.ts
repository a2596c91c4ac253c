import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

const ErasureSchema = defineEntity({
  name: 'Erasure',
  tableName: 'erasures',
  properties: {
    /** Of the time at which it began. */
    id: p.uuid().primary(),
    /** Null for a guest. */
    userId: p.uuid().nullable(),
    /** Of the person, as long as there may be copies that are found by them; then null. */
    addresses: p.array().columnType('text[]').nullable(),
    /** What the person was linked under, `{externalServiceId, externalUserId}` each; as the addresses. */
    links: p.json().nullable(),
    /** SHA-256 of each address, and of each link as `service/identifier`: what the search goes on by. */
    hashes: p.array().columnType('text[]'),
    /** Audit events up to this one have been searched. */
    walkedTo: p.uuid(),
    /** Only what was begun before this id is erased: that of the moment at which the answer was given. */
    until: p.uuid(),
    /** Whether everything has been searched, and now once more what was under way meanwhile. */
    settling: p.boolean().default(false),
    /** Nobody works at it before: somebody else does, or it is too soon. */
    dueAt: p.type(InstantType),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  indexes: [{ name: 'erasures_due_index', properties: ['dueAt'] }],
});

/** A person whose copies are still being looked for. It goes with the last of them. */
export class Erasure extends ErasureSchema.class {}
ErasureSchema.setClass(Erasure);
