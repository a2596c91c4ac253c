import { z } from 'zod';
import { ExternalService } from '../db/external-service.ts';
import { User, UserGrant } from '../db/user.ts';
import { ApiError } from '../errors.ts';
import type { Administrator } from './authorize-operator.ts';
import { uuid } from './fields.ts';
import { recordChange } from './record-change.ts';
import type { ServiceContext } from './service-context.ts';

export const UserAccessInput = z.strictObject({ externalServiceId: uuid(), userId: uuid() });
type UserAccessInput = z.output<typeof UserAccessInput>;

/**
 * Lets an external service name a user, whom another one manages, in its bookings. Nothing changes when it may already.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`.
 */
export const grantUserAccess = change('grantUserAccess', true);

/**
 * Takes that access away; bookings that name the user stay. A user that the service manages stays open to it. Nothing changes when there was none.
 *
 * @throws ApiError `external_service_not_found`, `user_not_found`.
 */
export const revokeUserAccess = change('revokeUserAccess', false);

function change(action: string, granted: boolean) {
  return (
    context: ServiceContext,
    administrator: Administrator,
    { externalServiceId, userId }: UserAccessInput,
  ): Promise<string> =>
    context.database.transaction(async (em) => {
      // Two changes of one service's access take turns.
      await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [
        `access/${externalServiceId}`,
      ]);
      const externalService = await em.findOne(ExternalService, externalServiceId);
      if (!externalService) throw new ApiError('external_service_not_found');
      const user = await em.findOne(User, userId);
      if (!user) throw new ApiError('user_not_found');
      const grant = await em.findOne(UserGrant, { externalService, user });
      if ((grant !== null) === granted) return externalServiceId;
      if (grant) em.remove(grant);
      else em.create(UserGrant, { externalService, user });
      recordChange(em, context, administrator, {
        action,
        subjectType: 'external_service',
        subjectId: externalServiceId,
        after: { userId, granted },
      });
      return externalServiceId;
    });
}
