import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../../src/db/connection/database.ts';
import { classifyFailure } from '../../../src/db/connection/database-failure.ts';
import { CourtBooking } from '../../../src/db/entities/court-booking.ts';
import { ApiToken, ExternalService, OrganizationGrant } from '../../../src/db/entities/external-service.ts';
import { Operator } from '../../../src/db/entities/operator.ts';
import { Court, Organization } from '../../../src/db/entities/organization.ts';
import { User, UserGrant } from '../../../src/db/entities/user.ts';
import { scopes as allScopes, type Scope } from '../../../src/rules/requests/scope.ts';
import { addApiToken } from '../../../src/services/partners/add-api-token.ts';
import { hashToken, newToken } from '../../../src/services/values/secret-formats.ts';

/** An external service with a token of every scope, an organization that it may book, and its courts. */
export interface Tenant {
  externalServiceId: string;
  organizationId: string;
  courtIds: [string, string, ...string[]];
  token: string;
  tokenId: string;
}

export type Factories = ReturnType<typeof createFactories>;

export function createFactories(database: Database) {
  const insideUnitOfWork = async <T>(work: (em: ReturnType<Database['em']>) => T): Promise<T> => {
    const attempt = async () => {
      const em = database.em();
      const result = work(em);
      await em.flush();
      return result;
    };
    // On a busy machine, the service's own limits of time may be too short to set up a test.
    return attempt().catch((error) =>
      classifyFailure(error) === 'unavailable' ? attempt() : Promise.reject(error),
    );
  };

  const organization = (courts = 2, timeZone = 'UTC') =>
    insideUnitOfWork((em) => {
      const owner = em.create(Organization, { id: uuidv7(), name: 'Club', timeZone });
      const courtIds = Array.from({ length: courts }, (_, index) => {
        const id = uuidv7();
        em.create(Court, { id, organization: owner, name: `Court ${index + 1}` });
        return id;
      });
      return { organizationId: owner.id, courtIds };
    });

  const externalService = () =>
    insideUnitOfWork((em) => em.create(ExternalService, { id: uuidv7(), name: 'Partner' }).id);

  const token = (externalServiceId: string, scopes: readonly Scope[] = allScopes, expiresAt?: string) =>
    insideUnitOfWork((em) => {
      const id = uuidv7();
      return { id, secret: addApiToken(em, { id, externalServiceId, scopes, label: 'test', expiresAt }) };
    });

  const grantOrganization = (externalServiceId: string, organizationId: string) =>
    insideUnitOfWork((em) => {
      em.create(OrganizationGrant, {
        externalService: em.getReference(ExternalService, externalServiceId),
        organization: em.getReference(Organization, organizationId),
      });
    });

  /** Another external service with access to the organization. */
  const neighbour = async <Of extends Pick<Tenant, 'organizationId'>>(of: Of) => {
    const externalServiceId = await externalService();
    await grantOrganization(externalServiceId, of.organizationId);
    const { id: tokenId, secret } = await token(externalServiceId);
    return { ...of, externalServiceId, token: secret, tokenId };
  };

  return {
    organization,
    externalService,
    token,
    grantOrganization,
    neighbour,

    grantUser: (externalServiceId: string, userId: string) =>
      insideUnitOfWork((em) => {
        em.create(UserGrant, {
          externalService: em.getReference(ExternalService, externalServiceId),
          user: em.getReference(User, userId),
        });
      }),

    operator: async (role: 'VIEWER' | 'SUPPORT' | 'ADMIN' = 'ADMIN') => {
      const secret = newToken('operator');
      const id = await insideUnitOfWork(
        (em) =>
          em.create(Operator, {
            id: uuidv7(),
            name: `${role} of a test`,
            role,
            secretHash: hashToken(secret),
          }).id,
      );
      return { id, secret };
    },

    revokeToken: async (id: string) => {
      await database.em().nativeUpdate(ApiToken, { id }, { revokedAt: new Date().toISOString() });
    },

    /** Stores a row without applying the service's rules. `start`, `end`: Unix milliseconds. */
    booking: (
      externalServiceId: string,
      courtId: string,
      [start, end]: readonly [start: number, end: number],
      more: { blockReason?: string } = {},
    ) =>
      insideUnitOfWork((em) => {
        const id = uuidv7();
        const row = em.create(CourtBooking, {
          id,
          externalService: em.getReference(ExternalService, externalServiceId),
          externalCourtBookingId: `booking-${id}`,
          court: em.getReference(Court, courtId),
          startDate: new Date(start).toISOString(),
          endDate: new Date(end).toISOString(),
          externalUpdatedAt: new Date(start).toISOString(),
          // Required by the type, although the database generates it.
          active: true,
          ...more,
        });
        return { id, externalCourtBookingId: row.externalCourtBookingId };
      }),

    cancelBooking: async (externalServiceId: string, externalCourtBookingId: string, cancelled = true) => {
      await database.em().nativeUpdate(
        CourtBooking,
        { externalService: externalServiceId, externalCourtBookingId },
        {
          cancelledAt: cancelled ? new Date().toISOString() : null,
          cancellationReason: cancelled ? 'flood' : null,
        },
      );
    },

    tenant: async (courts = 2, timeZone?: string): Promise<Tenant> => {
      const { organizationId, courtIds } = await organization(courts, timeZone);
      return neighbour({ organizationId, courtIds: courtIds as Tenant['courtIds'] });
    },
  };
}

/** A valid body of create user, with a new email address. */
export function userBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const id = randomUUID();
  return {
    email: `person-${id}@example.com`,
    externalUserId: `user-${id}`,
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthday: '1985-12-10',
    ...overrides,
  };
}

/** A valid body of upsert court booking. Each `slot` is one hour on its own day. */
export function bookingBody(
  courtId: string,
  overrides: Record<string, unknown> = {},
  slot = 0,
): Record<string, unknown> {
  const start = Date.UTC(2027, 0, 1, 10) + slot * 60 * 60 * 1_000;
  return {
    courtId,
    startDate: new Date(start).toISOString(),
    endDate: new Date(start + 60 * 60 * 1_000).toISOString(),
    externalUpdatedAt: '2026-11-20T12:00:00Z',
    participants: [],
    ...overrides,
  };
}
