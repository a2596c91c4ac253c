import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';
import { Organization } from './organization.ts';

const ExternalServiceSchema = defineEntity({
  name: 'ExternalService',
  tableName: 'external_services',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    /** Whether its tokens are accepted. */
    active: p.boolean().default(true),
    /** The rate limit of each token: permits per second, and maximum number of permits. Null: the configured default. */
    rateLimitPerSecond: p.integer().nullable(),
    rateLimitBurst: p.integer().nullable(),
    /** Replaces it until `temporaryRateLimitUntil`. The columns stay when that time has passed. */
    temporaryRateLimitPerSecond: p.integer().nullable(),
    temporaryRateLimitBurst: p.integer().nullable(),
    temporaryRateLimitUntil: p.type(InstantType).nullable(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  checks: [
    {
      name: 'external_services_rate_limit',
      expression:
        'num_nulls(rate_limit_per_second, rate_limit_burst) <> 1 and rate_limit_per_second >= 1 and rate_limit_burst >= rate_limit_per_second',
    },
    {
      name: 'external_services_temporary_rate_limit',
      expression:
        'num_nulls(temporary_rate_limit_per_second, temporary_rate_limit_burst, temporary_rate_limit_until) in (0, 3) and temporary_rate_limit_per_second >= 1 and temporary_rate_limit_burst >= temporary_rate_limit_per_second',
    },
  ],
});

/**
 * The only external service that is not a partner. It owns the blocks that operators put on courts, so the blocks
 * follow the same rules, and partners see them as bookings of another partner. The first block creates its row. It
 * never has tokens or permanent access.
 */
export const operatorsService = { id: '00000000-0000-7000-8000-000000000001', name: 'Operators' } as const;

/** A partner system. */
export class ExternalService extends ExternalServiceSchema.class {}
ExternalServiceSchema.setClass(ExternalService);

/** `POSSESSION`: somebody who had the token. `SECRET_SCANNING`: GitHub, which found it. */
export const revocationReasons = ['POSSESSION', 'SECRET_SCANNING'] as const;
export type RevocationReason = (typeof revocationReasons)[number];

const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  tableName: 'api_tokens',
  properties: {
    id: p.uuid().primary(),
    externalService: () =>
      p.manyToOne(ExternalService).foreignKeyName('api_tokens_external_service_fk').ref(),
    label: p.text(),
    scopes: p.array().columnType('text[]'),
    secretHash: p.blob(),
    expiresAt: p.type(InstantType).nullable(),
    revokedAt: p.type(InstantType).nullable(),
    /** Who revoked it, if not an operator. */
    revokedBecause: p.text().$type<RevocationReason>().nullable(),
    lastUsedAt: p.type(InstantType).nullable(),
    /** The token that replaced it. */
    replacedById: p.uuid().nullable(),
    /** If the partner rotated it: the new secret is derived from this and the old secret, which is not stored. */
    rotationNonce: p.blob().nullable(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  uniques: [{ name: 'api_tokens_secret_hash_unique', properties: ['secretHash'] }],
  indexes: [
    { name: 'api_tokens_external_service_index', properties: ['externalService'] },
    {
      name: 'api_tokens_expiry_index',
      expression: `create index "api_tokens_expiry_index" on "api_tokens" ("expires_at") where "revoked_at" is null`,
    },
  ],
  checks: [
    {
      name: 'api_tokens_revocation_known',
      expression:
        "revoked_because is null or revoked_because in ('POSSESSION', 'SECRET_SCANNING') and revoked_at is not null",
    },
    {
      name: 'api_tokens_scopes_known',
      expression:
        "scopes <@ array['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread', 'webhookwrite']::text[]",
    },
  ],
});

/** An API token of a partner. Only the SHA-256 of its secret is stored. */
export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken);

const OrganizationGrantSchema = defineEntity({
  name: 'OrganizationGrant',
  tableName: 'organization_grants',
  properties: {
    externalService: () =>
      p.manyToOne(ExternalService).primary().foreignKeyName('organization_grants_external_service_fk').ref(),
    organization: () =>
      p.manyToOne(Organization).primary().foreignKeyName('organization_grants_organization_fk').ref(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  indexes: [{ name: 'organization_grants_organization_index', properties: ['organization'] }],
});

/** Access of an external service to the courts of an organization. */
export class OrganizationGrant extends OrganizationGrantSchema.class {}
OrganizationGrantSchema.setClass(OrganizationGrant);
