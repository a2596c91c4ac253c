import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { type ErrorFactory, errorFactory } from '../../api-error.ts';
import { type Query, queryIn } from '../../db/connection/query.ts';
import { ExternalService, OrganizationGrant } from '../../db/entities/external-service.ts';
import { Organization } from '../../db/entities/organization.ts';
import { User, UserGrant } from '../../db/entities/user.ts';
import { lockName } from '../../db/queries/lock-name.ts';
import { readOrganization } from '../../db/queries/partners/organizations.ts';
import { readUserForService } from '../../db/queries/partners/users.ts';
import type { ErrorType } from '../../errors.ts';
import type { ChangeType } from '../../rules/change-types.ts';
import type { Administrator } from '../access/authorize-operator.ts';
import type { AuditAction } from '../audit/audit-actions.ts';
import { recordChange } from '../audit/record-change.ts';
import { appendChange } from '../changes/append-change.ts';
import type { ServiceContext } from '../service-context.ts';
import { uuid } from '../values/fields.ts';
import { findExternalService } from './find-external-service.ts';

export const OrganizationAccessInput = z.strictObject({ externalServiceId: uuid(), organizationId: uuid() });
export const UserAccessInput = z.strictObject({ externalServiceId: uuid(), userId: uuid() });

export const organizationAccessErrors = [
  'external_service_not_found',
  'organization_not_found',
  'nothing_to_change',
] as const;
export const userAccessErrors = [
  'external_service_not_found',
  'user_not_found',
  'nothing_to_change',
] as const;

/** Something that an external service may have access to. */
interface Access<Input, NotFound extends ErrorType> {
  notFound: NotFound;
  createError: ErrorFactory<'external_service_not_found' | 'nothing_to_change' | NotFound>;
  types: { granted: ChangeType; revoked: ChangeType };
  subjectOf(input: Input): string;
  /** Returns the announced data of a grant. A revocation announces only the id. */
  read(query: Query, input: Input): Promise<object>;
  find(em: SqlEntityManager, input: Input): Promise<object | null>;
  findGrant(em: SqlEntityManager, input: Input): Promise<object | null>;
  addGrant(em: SqlEntityManager, input: Input): void;
  /** Returns true if it has access even without a grant. */
  isOpenAnyway?(em: SqlEntityManager, input: Input): Promise<boolean>;
}

/** Messages for calls that would change nothing, by action. */
const asItIs = {
  grantOrganizationAccess:
    'The external service may book the courts of this organization already. Nothing was changed.',
  revokeOrganizationAccess: 'The external service has no access to this organization. Nothing was changed.',
  grantUserAccess: 'The external service was granted this user already. Nothing was changed.',
  revokeUserAccess:
    'The external service was not granted this user. Nothing was changed; a user that it manages stays open to it.',
} as const satisfies Partial<Record<AuditAction, string>>;

export const toOrganization: Access<z.output<typeof OrganizationAccessInput>, 'organization_not_found'> = {
  notFound: 'organization_not_found',
  createError: errorFactory(organizationAccessErrors),
  types: { granted: 'organization_access.granted', revoked: 'organization_access.revoked' },
  subjectOf: ({ organizationId }) => organizationId,
  read: (query, { organizationId }) => readOrganization(query, organizationId),
  find: (em, { organizationId }) => em.findOne(Organization, organizationId),
  findGrant: (em, { externalServiceId, organizationId }) =>
    em.findOne(OrganizationGrant, { externalService: externalServiceId, organization: organizationId }),
  addGrant: (em, { externalServiceId, organizationId }) => {
    em.create(OrganizationGrant, {
      externalService: em.getReference(ExternalService, externalServiceId),
      organization: em.getReference(Organization, organizationId),
    });
  },
};

export const toUser: Access<z.output<typeof UserAccessInput>, 'user_not_found'> = {
  notFound: 'user_not_found',
  createError: errorFactory(userAccessErrors),
  types: { granted: 'user_access.granted', revoked: 'user_access.revoked' },
  subjectOf: ({ userId }) => userId,
  read: (query, { externalServiceId, userId }) => readUserForService(query, externalServiceId, userId),
  // Locked, so that the user is not erased before the grant is stored. The grant would remain.
  find: (em, { userId }) =>
    em.findOne(User, { id: userId, erasedAt: null }, { lockMode: LockMode.PESSIMISTIC_READ }),
  findGrant: (em, { externalServiceId, userId }) =>
    em.findOne(UserGrant, { externalService: externalServiceId, user: userId }),
  addGrant: (em, { externalServiceId, userId }) => {
    em.create(UserGrant, {
      externalService: em.getReference(ExternalService, externalServiceId),
      user: em.getReference(User, userId),
    });
  },
  isOpenAnyway: async (em, { externalServiceId, userId }) =>
    (await em.count(User, { id: userId, managedBy: externalServiceId })) > 0,
};

/** Creates a function that grants or revokes access. It throws `nothing_to_change` if nothing would change. */
export function changeAccess<Input extends { externalServiceId: string }, NotFound extends ErrorType>(
  action: keyof typeof asItIs,
  access: Access<Input, NotFound>,
) {
  const { createError } = access;
  const granted = action.startsWith('grant');
  return (context: ServiceContext, administrator: Administrator, input: Input): Promise<string> =>
    context.database.transaction(async (em) => {
      const { externalServiceId, ...subject } = input;
      // Serializes changes of one service's access.
      await lockName(queryIn(em), `access/${externalServiceId}`);
      if (!(await findExternalService(em, externalServiceId)))
        throw createError('external_service_not_found');
      if (!(await access.find(em, input))) throw createError(access.notFound);
      const grant = await access.findGrant(em, input);
      if ((grant !== null) === granted) throw createError('nothing_to_change', { message: asItIs[action] });
      if (granted && (await access.isOpenAnyway?.(em, input)))
        throw createError('nothing_to_change', {
          message: 'The external service manages this user, who is open to it already. Nothing was changed.',
        });
      if (grant) em.remove(grant);
      else access.addGrant(em, input);
      await recordChange(em, context, administrator, {
        action,
        subjectId: externalServiceId,
        after: { ...subject, granted },
      });
      const subjectId = access.subjectOf(input);
      await appendChange(em, context, administrator, {
        type: granted ? access.types.granted : access.types.revoked,
        subjectId,
        data: granted ? await access.read(queryIn(em), input) : { id: subjectId },
        audience: { externalServiceId },
      });
      return externalServiceId;
    });
}
