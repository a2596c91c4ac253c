import { formatInstant } from '../../../../src/rules/instant.ts';
import { announce } from './announce.ts';
import { sign } from './signature.ts';
import type { By, Delivery, Endpoint, ExternalService, World } from './world.ts';

export function toEndpoint({ id, url, types, isPaused, lastSuccessAt, lastFailureAt }: Endpoint) {
  return {
    id,
    url,
    types,
    status: isPaused ? 'PAUSED' : 'ACTIVE',
    ...(lastSuccessAt === undefined ? {} : { lastSuccessAt: formatInstant(lastSuccessAt) }),
    ...(lastFailureAt === undefined ? {} : { lastFailureAt: formatInstant(lastFailureAt) }),
  };
}

/** Creates the request for a delivery, signed with each key that is valid now (Standard Webhooks 1.0). */
export async function toWebhookRequest(world: World, endpoint: Endpoint, delivery: Delivery) {
  const { id, type, timestamp, sequence, data } = delivery.change;
  const body = JSON.stringify({ type, timestamp, sequence, data });
  const now = world.clock.now();
  const seconds = Math.floor(now / 1_000);
  const secrets = endpoint.keys.filter(({ until }) => until > now).map(({ secret }) => secret);
  return new Request(endpoint.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Courtbridge-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': await sign(endpoint.signature, secrets, `${id}.${seconds}.${body}`),
    },
    body,
  });
}

/** Returns the deliveries that are due and whose endpoint is not paused, by endpoint, the oldest first. */
export function dueDeliveries(
  world: World,
): { service: ExternalService; endpoint: Endpoint; delivery: Delivery }[] {
  const now = world.clock.now();
  return [...world.externalServices.values()].flatMap((service) =>
    service.endpoints
      .filter(({ isPaused }) => !isPaused)
      .flatMap((endpoint) =>
        endpoint.deliveries
          .filter(({ dueAt }) => dueAt <= now)
          .map((delivery) => ({ service, endpoint, delivery })),
      ),
  );
}

/** Milliseconds before each retry. In the service, each wait varies by up to 10 %. */
const waits = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((one) => one * 1_000);
const pausedAfterMillis = 5 * 86_400_000;
const byPlatform: By = { actor: 'OPERATOR', requestId: '00000000-0000-7000-8000-000000000000' };

/** Records the result of a delivery. `status` is undefined if there was no response. */
export function complete(
  world: World,
  service: ExternalService,
  endpoint: Endpoint,
  delivery: Delivery,
  status: number | undefined,
): void {
  const now = world.clock.now();
  const at = new Date(now).toISOString().replace('Z', '000Z');
  const isDone = status !== undefined && status >= 200 && status < 300;
  const wait = waits[delivery.attempts];
  delivery.attempts += 1;
  if (isDone || wait === undefined) endpoint.deliveries.splice(endpoint.deliveries.indexOf(delivery), 1);
  else delivery.dueAt = now + wait;
  if (isDone) {
    endpoint.lastSuccessAt = at;
    endpoint.failingSince = undefined;
    return;
  }
  endpoint.lastFailureAt = at;
  endpoint.failingSince ??= now;
  if (status === 410 || now - endpoint.failingSince >= pausedAfterMillis)
    setPaused(world, service, endpoint, true, byPlatform);
}

/** Pauses or resumes an endpoint. A resumed endpoint receives what it has missed. Both actions are reported as changes. */
export function setPaused(
  world: World,
  service: ExternalService,
  endpoint: Endpoint,
  isPaused: boolean,
  by: By,
): void {
  if (endpoint.isPaused === isPaused) return;
  endpoint.isPaused = isPaused;
  endpoint.failingSince = undefined;
  if (!isPaused) for (const delivery of endpoint.deliveries) delivery.dueAt = world.clock.now();
  announce(world, service, by, {
    type: `webhook_endpoint.${isPaused ? 'paused' : 'resumed'}`,
    subjectId: endpoint.id,
    data: toEndpoint(endpoint),
    timestamp: formatInstant(world.clock.next()),
  });
}
