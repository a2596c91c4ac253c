import type { PartnerClient } from '../partner-client.ts';

/** What synchronizing and following take of a client. It is handed in, so that no program has it twice. */
export type SyncClient = Pick<
  PartnerClient,
  'listCourtBookings' | 'getCourtBooking' | 'batchCourtBookings' | 'listChanges'
>;
