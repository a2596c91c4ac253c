import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';

/** VIEWER can read. SUPPORT can also change bookings and users. ADMIN can change everything. */
export const operatorRoles = ['VIEWER', 'SUPPORT', 'ADMIN'] as const;

const OperatorSchema = defineEntity({
  name: 'Operator',
  tableName: 'operators',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    role: p.text().$type<(typeof operatorRoles)[number]>(),
    /** SHA-256 of the token; null if the operator signs in with an identity provider. */
    secretHash: p.blob().nullable(),
    /** When the token expires; null if it never expires. */
    expiresAt: p.type(InstantType).nullable(),
    /** The former token, which is valid until `formerSecretUntil`. */
    formerSecretHash: p.blob().nullable(),
    formerSecretUntil: p.type(InstantType).nullable(),
    /** The operator's identity at the identity provider: `iss` and `sub` (OpenID Connect Core 1.0, section 5.7). */
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

/** A person who operates the platform. Only the SHA-256 of the token is stored. */
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

/** A browser session of an operator. Only the SHA-256 of the secret is stored. */
export class OperatorSession extends OperatorSessionSchema.class {}
OperatorSessionSchema.setClass(OperatorSession);
