import { v7 as uuidv7 } from 'uuid';
import { parseInstant } from '../../../src/rules/instant.ts';
import { authorizeAdministrator } from '../../../src/services/access/authorize-operator.ts';
import { cancelCourtBookingAsOperator } from '../../../src/services/bookings/cancel-court-booking-as-operator.ts';
import { reinstateCourtBooking } from '../../../src/services/bookings/reinstate-court-booking.ts';
import { resetCancellation } from '../../../src/services/bookings/reset-cancellation.ts';
import { resetCourtBookingVersion } from '../../../src/services/bookings/reset-court-booking-version.ts';
import { createCourt } from '../../../src/services/organizations/create-court.ts';
import { updateCourt } from '../../../src/services/organizations/update-court.ts';
import { grantOrganizationAccess } from '../../../src/services/partners/grant-organization-access.ts';
import { grantUserAccess } from '../../../src/services/partners/grant-user-access.ts';
import { revokeOrganizationAccess } from '../../../src/services/partners/revoke-organization-access.ts';
import { revokeUserAccess } from '../../../src/services/partners/revoke-user-access.ts';
import { eraseGuest } from '../../../src/services/users/erase-guest.ts';
import { eraseUser } from '../../../src/services/users/erase-user.ts';
import { updateUser } from '../../../src/services/users/update-user.ts';
import { createWebhookEndpoint } from '../../../src/services/webhooks/create-webhook-endpoint.ts';
import { pauseWebhookEndpoint } from '../../../src/services/webhooks/pause-webhook-endpoint.ts';
import { resumeWebhookEndpoint } from '../../../src/services/webhooks/resume-webhook-endpoint.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import type { TestService } from '../../harness/servers/test-service.ts';
import type { Operators, Scene } from './side.ts';

/** The actions of operators in the service. `numbered` waits until all changes are sequenced, `recorded` until requests are recorded. */
export async function operatorsOf(
  { database, factories }: TestService,
  { externalServiceId }: Scene,
  { numbered, recorded }: Record<'numbered' | 'recorded', () => Promise<void>>,
): Promise<Operators> {
  const { id } = await factories.operator();
  const administrator = authorizeAdministrator({ id, name: 'admin', role: 'ADMIN' });
  const context = () => ({ database, now: Date.now, newId: uuidv7, requestId: uuidv7() });
  const webhooks = {
    outgoing: { faultOf: () => undefined },
    secrets: {
      seal: (secret: Uint8Array) => Buffer.from(secret),
      open: (sealed: Uint8Array) => Buffer.from(sealed),
    },
  };
  const withWebhooks = () => ({ ...context(), webhooks }) as never;
  const idOf = async (externalCourtBookingId: string) => ({
    courtBookingId: (await bookingIdIn({ database }, externalCourtBookingId, externalServiceId)) ?? uuidv7(),
  });
  const after = async (work: Promise<unknown>) => {
    await work;
    await numbered();
  };
  return {
    recordRequests: recorded,
    cancel: async (booking, reason) =>
      after(cancelCourtBookingAsOperator(context(), administrator, { ...(await idOf(booking)), reason })),
    reinstate: async (booking) => after(reinstateCourtBooking(context(), administrator, await idOf(booking))),
    resetVersion: async (booking, text) => {
      const { instant } = parseInstant(text) as { instant: string };
      const input = { ...(await idOf(booking)), externalUpdatedAt: instant };
      await after(resetCourtBookingVersion(context(), administrator, input));
    },
    resetCancellation: (externalCourtBookingId) =>
      after(resetCancellation(context(), administrator, { externalServiceId, externalCourtBookingId })),
    setCourtActive: (courtId, active) => after(updateCourt(context(), administrator, { courtId, active })),
    createCourt: async (organizationId, name) => {
      const court = await createCourt(context(), administrator, { organizationId, name });
      await numbered();
      return court;
    },
    setOrganizationAccess: (organizationId, isGranted) => {
      const set = isGranted ? grantOrganizationAccess : revokeOrganizationAccess;
      return after(set(context(), administrator, { externalServiceId, organizationId }));
    },
    setUserAccess: (userId, isGranted) => {
      const set = isGranted ? grantUserAccess : revokeUserAccess;
      return after(set(context(), administrator, { externalServiceId, userId }));
    },
    updateUser: (userId, changes) =>
      after(updateUser(context(), administrator, { userId, ...(changes as object) })),
    eraseUser: (userId) => after(eraseUser(context(), administrator, { userId })),
    eraseGuest: (email) => after(eraseGuest(context(), administrator, { email })),
    addEndpoint: async (url, types) => {
      const input = { externalServiceId, url, types: types as never, signature: 'HMAC_SHA256' as const };
      const endpoint = await createWebhookEndpoint(withWebhooks(), administrator, input);
      return endpoint.id;
    },
    setEndpointPaused: (webhookEndpointId, isPaused) => {
      const set = isPaused ? pauseWebhookEndpoint : resumeWebhookEndpoint;
      return after(set(withWebhooks(), administrator, { webhookEndpointId }));
    },
    expireChanges: async () => {
      const own = 'where external_service_id = ?';
      await database
        .em()
        .execute(
          `delete from webhook_deliveries where endpoint_id in (select id from webhook_endpoints ${own})`,
          [externalServiceId],
        );
      await database.em().execute(`delete from changes ${own}`, [externalServiceId]);
    },
  };
}
