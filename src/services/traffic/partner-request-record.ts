import type { PartnerRequestRow } from '../../db/queries/jobs/partner-requests.ts';

/** One request of a partner as operators see it, without token and body. */
export type PartnerRequestRecord = Omit<PartnerRequestRow, 'requestCount'>;
