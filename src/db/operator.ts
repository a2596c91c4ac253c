import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

export const operatorRoles = ['VIEWER', 'ADMIN'] as const;

const OperatorSchema = defineEntity({
  name: 'Operator',
  tableName: 'operators',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    role: p.text().$type<(typeof operatorRoles)[number]>(),
    secretHash: p.blob(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    revokedAt: p.type(InstantType).nullable(),
  },
  uniques: [{ name: 'operators_secret_hash_unique', properties: ['secretHash'] }],
  checks: [{ name: 'operators_role_known', expression: "role = any (array['VIEWER', 'ADMIN'])" }],
});

/** Somebody who runs the platform; of the operator's token only the SHA-256 is kept. */
export class Operator extends OperatorSchema.class {}
OperatorSchema.setClass(Operator);
