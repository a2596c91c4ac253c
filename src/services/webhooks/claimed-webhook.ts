import type { SignatureKind } from './signature.ts';

/** A change as it is stored, of which the body of a webhook is made. */
export interface ChangeToSend {
  sequence: number;
  id: string;
  type: string;
  /** To the microsecond. */
  at: string;
  actorType: string;
  requestId: string;
  externalServiceId: string;
  externalCourtBookingId: string | null;
  data: unknown;
}

/** A change that this process is to send to an endpoint, and nobody else until its lease ends (functions/webhooks.sql). */
export interface ClaimedWebhook {
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
  change: ChangeToSend;
}
