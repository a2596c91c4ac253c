import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

/** A VIEWER reads; SUPPORT also steps in on bookings and users; an ADMIN may everything. */
export const operatorRoles = ['VIEWER', 'SUPPORT', 'ADMIN'] as const;

const OperatorSchema = defineEntity({
  name: 'Operator',
  tableName: 'operators',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    role: p.text().$type<(typeof operatorRoles)[number]>(),
    /** Of the operator's token; null: they sign in by an identity. */
    secretHash: p.blob().nullable(),
    /** When the token ends by itself; null: never. */
    expiresAt: p.type(InstantType).nullable(),
    /** Of the token before, and until when it is good, too. */
    formerSecretHash: p.blob().nullable(),
    formerSecretUntil: p.type(InstantType).nullable(),
    /** Who they are to the identity provider: its `iss` and `sub` (OpenID Connect Core 1.0, section 5.7). */
    identityIssuer: p.text().nullable(),
    identitySubject: p.text().nullable(),
    /** The administrator whose token is `OPERATOR_TOKEN`. */
    configured: p.boolean().default(false),
    createdAt: p.type(InstantType).defaultRaw('now()'),
    revokedAt: p.type(InstantType).nullable(),
  },
  uniques: [
    { name: 'operators_secret_hash_unique', properties: ['secretHash'] },
    { name: 'operators_former_secret_hash_unique', properties: ['formerSecretHash'] },
    { name: 'operators_identity_unique', properties: ['identityIssuer', 'identitySubject'] },
  ],
  checks: [
    { name: 'operators_role_known', expression: "role = any (array['VIEWER', 'SUPPORT', 'ADMIN'])" },
    {
      name: 'operators_by_token_or_identity',
      expression:
        'num_nonnulls(secret_hash, identity_subject) = 1 and num_nonnulls(identity_issuer, identity_subject) <> 1',
    },
  ],
});

/** Somebody who runs the platform. Of a token only the SHA-256 is kept. */
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
