import type { FunctionArguments } from '../../db/functions/functions.ts';
import { millisOf } from '../../db/id-parts.ts';
import type { StoredChange } from '../../db/queries/partners/changes.ts';
import { faultOfStatus, nextAttempt } from '../../rules/next-attempt.ts';
import {
  OutgoingFailure,
  type OutgoingResponse,
  type WebhookDependencies,
} from '../webhooks/webhook-dependencies.ts';
import type { ClaimedWebhook } from './claimed-webhook.ts';
import { toSignedRequest } from './signed-request.ts';

/** Time limit for the response of an endpoint. */
export const timeoutMillis = 15_000;

export interface AttemptContext<Sent = StoredChange> {
  webhooks: WebhookDependencies;
  toBody: (change: Sent) => object;
  /** Unix milliseconds. */
  now: () => number;
  /** Milliseconds from a monotonic clock. */
  monotonic: () => number;
  /** From 0 to 1. */
  random: () => number;
  timeoutMillis: number;
  onFault: (error: unknown) => void;
  /** Aborted when the process is about to end. */
  signal: AbortSignal;
}

/** The result of an attempt, as it is recorded. */
export type Attempted = Omit<
  FunctionArguments<'complete_webhook'>,
  'endpointId' | 'id' | 'lease' | 'now' | 'requestId' | 'failingDays'
>;

/**
 * Sends a change or an alert to an endpoint once (Standard Webhooks 1.0). A 2xx response means success. Redirects are
 * not followed. Never throws.
 */
export async function attemptWebhook<Sent extends { id: string } = StoredChange>(
  context: AttemptContext<Sent>,
  webhook: ClaimedWebhook<Sent>,
): Promise<Attempted> {
  const { monotonic, now, random, signal } = context;
  const begun = monotonic();
  let answer: OutgoingResponse | undefined;
  let error: string | undefined;
  try {
    answer = await post(context, webhook);
    error = faultOfStatus(answer.status);
  } catch (failure) {
    if (signal.aborted) return { outcome: 'released' };
    if (!(failure instanceof OutgoingFailure)) context.onFault(failure);
    error = reasonOf(failure);
  }
  const attempted = {
    milliseconds: monotonic() - begun,
    status: answer?.status,
    error,
    answer: answer?.text,
  };
  if (error === undefined) return { ...attempted, outcome: 'delivered' };
  const { attempts, change } = webhook;
  const failed = { attempts, since: millisOf(change.id), ...answer };
  const { dueAt, heldUntil, isExhausted } = nextAttempt(failed, now(), random());
  return {
    ...attempted,
    outcome: isExhausted ? 'exhausted' : 'failed',
    dueAt: new Date(dueAt).toISOString(),
    heldUntil: heldUntil === undefined ? undefined : new Date(heldUntil).toISOString(),
  };
}

async function post<Sent extends { id: string }>(
  { webhooks, toBody, now, signal, ...context }: AttemptContext<Sent>,
  webhook: ClaimedWebhook<Sent>,
): Promise<OutgoingResponse> {
  const { change, signature: kind, url } = webhook;
  const keys = webhook.secrets.map((sealed) => ({ kind, secret: open(webhooks, sealed) }));
  const request = {
    id: change.id,
    body: toBody(change),
    now: now(),
    timeoutMillis: context.timeoutMillis,
  };
  return webhooks.outgoing.post(url, { ...toSignedRequest(keys, request), signal });
}

function open({ secrets }: WebhookDependencies, sealed: string): Buffer {
  try {
    return secrets!.open(Buffer.from(sealed, 'hex'));
  } catch (error) {
    // The message says which key is missing.
    throw new OutgoingFailure((error as Error).message);
  }
}

/**
 * Explains a failure to an operator. The messages of unexpected errors are left out, because they may quote what was
 * sent.
 */
function reasonOf(failure: unknown): string {
  if (failure instanceof OutgoingFailure) return failure.message;
  return 'The service itself failed before it could send it: its log says why.';
}
