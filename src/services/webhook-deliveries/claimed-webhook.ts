import type { StoredChange } from '../../db/queries/partners/changes.ts';
import type { SignatureKind } from './signature.ts';

/** A change that this process is to send to an endpoint, and nobody else until its lease ends (functions/webhooks.sql). */
export interface ClaimedWebhook<Sent = StoredChange> {
  endpointId: string;
  /** The end of the lease, which tells it from others. */
  lease: string;
  /** Whether its endpoint has failed last. */
  fails: boolean;
  /** Attempts before. */
  attempts: number;
  url: string;
  signature: SignatureKind;
  /** Sealed, in hexadecimal: the one of now, and until when both are signed by, the former. */
  secrets: string[];
  change: Sent;
}
