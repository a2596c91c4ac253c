import type { StoredChange } from '../../db/queries/partners/changes.ts';
import type { SignatureKind } from './signature.ts';

/**
 * A change that this process is to send to an endpoint. No other process sends it until the lease ends
 * (functions/webhooks.sql).
 */
export interface ClaimedWebhook<Sent = StoredChange> {
  endpointId: string;
  /** The end of the lease. It also identifies the lease. */
  lease: string;
  /** True if the last attempt of its endpoint failed. */
  fails: boolean;
  /** The number of previous attempts. */
  attempts: number;
  url: string;
  signature: SignatureKind;
  /** Encrypted, in hexadecimal: the current secret, and during an overlap the former one. */
  secrets: string[];
  change: Sent;
}
