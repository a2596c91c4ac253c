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
    /** The administrator whose token is `OPERATOR_TOKEN`. */
    configured: p.boolean().default(false),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    revokedAt: p.type(InstantType).nullable(),
  },
  uniques: [{ name: 'operators_secret_hash_unique', properties: ['secretHash'] }],
  checks: [{ name: 'operators_role_known', expression: "role = any (array['VIEWER', 'ADMIN'])" }],
});

/** Somebody who runs the platform; of the operator's token only the SHA-256 is kept. */
export class Operator extends OperatorSchema.class {}
OperatorSchema.setClass(Operator);

const OperatorSessionSchema = defineEntity({
  name: 'OperatorSession',
  tableName: 'operator_sessions',
  properties: {
    id: p.uuid().primary(),
    operator: () => p.manyToOne(Operator).foreignKeyName('operator_sessions_operator_fk').ref(),
    secretHash: p.blob(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    expiresAt: p.type(InstantType),
  },
  uniques: [{ name: 'operator_sessions_secret_hash_unique', properties: ['secretHash'] }],
  indexes: [{ name: 'operator_sessions_operator_index', properties: ['operator'] }],
});

/** An operator who is signed in with a browser; of the session's secret only the SHA-256 is kept. */
export class OperatorSession extends OperatorSessionSchema.class {}
OperatorSessionSchema.setClass(OperatorSession);
