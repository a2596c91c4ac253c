import type { PartnerRequestRow } from '../../db/queries/jobs/partner-requests.ts';

/** The recorded operation of a request that matches none. */
export const noOperation = 'none';

/** One request of a partner as operators see it, without token and body. */
export type PartnerRequestRecord = Omit<PartnerRequestRow, 'requestCount'>;
