import { defineEntity, p } from '@mikro-orm/core';
import { InstantType } from './instant-type.ts';
import { Organization } from './organization.ts';

const ExternalServiceSchema = defineEntity({
  name: 'ExternalService',
  tableName: 'external_services',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    /** Whether its tokens pass. */
    active: p.boolean().default(true),
    /** Of each of its tokens: permits that come back each second, and permits at most. Null: as it is configured for all. */
    rateLimitPerSecond: p.integer().nullable(),
    rateLimitBurst: p.integer().nullable(),
    createdAt: p.type(InstantType).defaultRaw('now()'),
  },
  checks: [
    {
      name: 'external_services_rate_limit',
      expression:
        'num_nulls(rate_limit_per_second, rate_limit_burst) <> 1 and rate_limit_per_second >= 1 and rate_limit_burst >= rate_limit_per_second',
    },
  ],
});

/**
 * The one external service that is no partner's: it has the blocks that operators put on courts, so that these are judged,
 * and seen by partners, as bookings of another partner are. The first block makes its row; it never has a token, nor lasting access.
 */
export const operatorsService = { id: '00000000-0000-7000-8000-000000000001', name: 'Operators' } as const;

/** A partner system. */
export class ExternalService extends ExternalServiceSchema.class {}
ExternalServiceSchema.setClass(ExternalService);

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
    lastUsedAt: p.type(InstantType).nullable(),
    /** The token that it was rotated into. */
    replacedById: p.uuid().nullable(),
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
      name: 'api_tokens_scopes_known',
      expression:
        "scopes <@ array['userwrite', 'court-bookingwrite', 'userread', 'court-bookingread']::text[]",
    },
  ],
});

/** A partner's API token; of its secret only the SHA-256 is kept. */
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

/** An external service may book the courts of this organization. */
export class OrganizationGrant extends OrganizationGrantSchema.class {}
OrganizationGrantSchema.setClass(OrganizationGrant);
