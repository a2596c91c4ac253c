import type { PartnerClient } from '../partner-client.ts';

/** The functions of a client that synchronizing and following use. The client is passed in, so that no program contains it twice. */
export type SyncClient = Pick<
  PartnerClient,
  'listCourtBookings' | 'getCourtBooking' | 'batchCourtBookings' | 'listChanges'
>;
