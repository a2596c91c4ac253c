import { changeTypes, lacksScopeOfChanges } from '../../../../src/rules/change-types.ts';
import { formatInstant, instantAt } from '../../../../src/rules/instant.ts';
import { faultOfStatus, nextAttempt } from '../../../../src/rules/next-attempt.ts';
import { type ResendRange, resendRangeFault } from '../../../../src/rules/requests/resend-range.ts';
import { urlFormFault } from '../../../../src/rules/requests/url-form.ts';
import { failingDays, maxEndpoints } from '../../../../src/rules/webhooks.ts';
import { announce } from './announce.ts';
import { ApiError, type ApiErrorType, checkAmounts, shapeError } from './api-error.ts';
import { isWithin } from './cursor.ts';
import { dropChanges } from './list-changes.ts';
import { byOperator } from './operators.ts';
import { shownSecret, sign } from './signature.ts';
import type { By, Delivery, Endpoint, ExternalService, Token, World } from './world.ts';

export function toEndpoint({ id, url, types, pausedBecause, lastSuccessAt, lastFailureAt }: Endpoint) {
  return {
    id,
    url,
    types,
    status: pausedBecause ? 'PAUSED' : 'ACTIVE',
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

/** Returns the deliveries that are due, by endpoint. Each is checked when the one before was completed. */
export function* dueDeliveries(world: World) {
  for (const service of world.externalServices.values()) {
    dropChanges(world, service);
    for (const endpoint of service.endpoints) {
      // The longest due first. If failures have paused it, the oldest.
      const dueAt = (delivery: Delivery) => (endpoint.pausedBecause ? 0 : (delivery.dueAt ?? 0));
      for (const delivery of [...endpoint.deliveries].sort((a, b) => dueAt(a) - dueAt(b)))
        if (isDue(endpoint, delivery, world.clock.now())) yield { service, endpoint, delivery };
    }
  }
}

function isDue({ pausedBecause, heldUntil = 0, triedAt = 0 }: Endpoint, { dueAt }: Delivery, now: number) {
  if (dueAt === undefined || heldUntil > now) return false;
  return pausedBecause === undefined ? dueAt <= now : pausedBecause === 'FAILURES' && triedAt <= now;
}

/** Records the result of a delivery. `response` is undefined if there was none. */
export function complete(
  world: World,
  service: ExternalService,
  endpoint: Endpoint,
  delivery: Delivery,
  response: Response | undefined,
): void {
  const now = world.clock.now();
  const at = instantAt(now * 1_000);
  const status = response?.status;
  const failure = status === undefined ? 'There was no response.' : faultOfStatus(status);
  const { attempts, history, change } = delivery;
  delivery.attempts += 1;
  delivery.history = [{ at, status, failure }, ...history].slice(0, 21);
  if (failure === undefined) {
    Object.assign(delivery, { dueAt: undefined, deliveredAt: at });
    Object.assign(endpoint, { lastSuccessAt: at, ...unfailing });
    if (endpoint.pausedBecause === 'FAILURES')
      setPaused(world, service, endpoint, undefined, byOperator(world));
    return;
  }
  const retryAfter = response?.headers.get('retry-after') ?? undefined;
  // In the service, each delay varies by up to 10 %.
  const next = nextAttempt({ attempts, since: change.at, status, retryAfter }, now, 0.5);
  // If others succeeded meanwhile, the fault is not with the endpoint.
  const isAbandoned = next.isExhausted && (endpoint.lastSuccessAt ?? '') > history[0]!.at;
  delivery.dueAt = isAbandoned ? undefined : next.dueAt;
  endpoint.lastFailureAt = at;
  endpoint.failingSince ??= now;
  endpoint.failures += 1;
  endpoint.heldUntil = Math.max(next.heldUntil ?? 0, endpoint.failures >= 4 ? now + 1_000 : 0);
  endpoint.triedAt = Math.max(next.heldUntil ?? 0, now + 3_600_000);
  if (!endpoint.pausedBecause && (status === 410 || now - endpoint.failingSince >= failingDays * 86_400_000))
    setPaused(world, service, endpoint, 'FAILURES', byOperator(world));
}

const unfailing = { failures: 0, failingSince: undefined, heldUntil: undefined };

/** Pauses or resumes an endpoint. A resumed endpoint receives what it has missed. Both actions are reported as changes. */
export function setPaused(
  world: World,
  service: ExternalService,
  endpoint: Endpoint,
  because: Endpoint['pausedBecause'],
  by: By,
): void {
  const { pausedBecause } = endpoint;
  if (pausedBecause === because || (because && pausedBecause === 'OPERATOR')) return;
  endpoint.pausedBecause = because;
  if (because && pausedBecause) return;
  if (!because) {
    Object.assign(endpoint, unfailing);
    for (const delivery of endpoint.deliveries)
      if (delivery.dueAt !== undefined) delivery.dueAt = world.clock.now();
  }
  announce(world, service, by, {
    type: `webhook_endpoint.${because ? 'paused' : 'resumed'}`,
    subjectId: endpoint.id,
    data: toEndpoint(endpoint),
    timestamp: formatInstant(world.clock.next()),
  });
}

/**
 * Creates an endpoint, or returns the same one again.
 *
 * @throws ApiError `scope_permission_denied`, `webhook_url_refused`, `too_many_webhook_endpoints`
 */
export async function createEndpoint(
  world: World,
  { externalService: { endpoints }, scopes }: Token,
  { url, types: given, signature }: Pick<Endpoint, 'url' | 'types' | 'signature'>,
) {
  reject('webhook_url_refused', urlFormFault(url, true));
  const types = sortTypes(given);
  reject('scope_permission_denied', lacksScopeOfChanges(scopes, types));
  const same = endpoints.find(
    (one) => one.url === url && one.signature === signature && `${one.types}` === `${types}`,
  );
  if (!same && endpoints.length >= maxEndpoints) throw new ApiError('too_many_webhook_endpoints');
  const endpoint = same ?? addEndpoint(world, endpoints, { url, types, signature });
  return { isNew: !same, ...(await issuedSecret(endpoint)) };
}

/** @throws ApiError if there is a fault */
function reject(type: ApiErrorType, message: string | undefined): void {
  if (message !== undefined) throw new ApiError(type, { message });
}

export const sortTypes = (types: readonly string[]) => changeTypes.filter((type) => types.includes(type));

/** @throws ApiError `webhook_endpoint_not_found`, `webhook_url_refused`, `scope_permission_denied` */
export function updateEndpoint(
  { externalService, scopes }: Token,
  id: string,
  { url, types }: { url?: string; types?: readonly string[] },
) {
  if (url !== undefined) reject('webhook_url_refused', urlFormFault(url, true));
  const endpoint = findEndpoint(externalService, id);
  const wanted = types ? sortTypes(types) : endpoint.types;
  reject('scope_permission_denied', lacksScopeOfChanges(scopes, wanted));
  Object.assign(endpoint, { url: url ?? endpoint.url, types: wanted });
  return { id };
}

/** @throws ApiError `webhook_endpoint_not_found`, `webhook_endpoint_paused` */
export function resumeEndpoint(world: World, service: ExternalService, id: string, by: By) {
  const endpoint = findEndpoint(service, id);
  if (endpoint.pausedBecause === 'OPERATOR') throw new ApiError('webhook_endpoint_paused');
  setPaused(world, service, endpoint, undefined, by);
  return { id };
}

/** @throws ApiError `invalid_schema`, `webhook_endpoint_not_found`, `scope_permission_denied` */
export function resendTo(world: World, { externalService, scopes }: Token, id: string, range: ResendRange) {
  const endpoint = findEndpoint(externalService, id);
  reject('scope_permission_denied', lacksScopeOfChanges(scopes, endpoint.types));
  const { fromSequence = 1, toSequence = Number.POSITIVE_INFINITY, from, to } = range;
  const changes = externalService.changes.filter(
    (change) =>
      endpoint.types.includes(change.type) &&
      change.sequence >= fromSequence &&
      change.sequence <= toSequence &&
      isWithin(instantAt(change.at * 1_000), from, to),
  );
  const again = { attempts: 0, dueAt: world.clock.now(), deliveredAt: undefined };
  for (const change of changes) {
    const sent = endpoint.deliveries.find((delivery) => delivery.change === change);
    if (sent) Object.assign(sent, again);
    else endpoint.deliveries.push({ change, ...again, history: [] });
  }
  endpoint.deliveries.sort((a, b) => a.change.sequence - b.change.sequence);
  return { id, count: changes.length };
}

/** @throws ApiError `invalid_schema` */
export function checkRange(range: ResendRange): void {
  const message = resendRangeFault(range);
  if (message) throw shapeError([{ path: [], code: 'custom', message }]);
}

export function addEndpoint(
  world: World,
  endpoints: Endpoint[],
  fields: Pick<Endpoint, 'url' | 'types' | 'signature'>,
): Endpoint {
  const keys = [{ secret: newSecret(), until: Number.POSITIVE_INFINITY }];
  const endpoint = { id: world.newId(), ...fields, keys, failures: 0, deliveries: [] };
  endpoints.push(endpoint);
  return endpoint;
}

/** @throws ApiError `webhook_endpoint_not_found` */
export function findEndpoint({ endpoints }: ExternalService, id: string): Endpoint {
  const endpoint = endpoints.find((one) => one.id === id);
  if (!endpoint) throw new ApiError('webhook_endpoint_not_found');
  return endpoint;
}

/** Makes a new secret, or returns that of an overlap that has not ended. */
export async function rotateSecretOf(world: World, endpoint: Endpoint, overlapHours: number) {
  const isNew = overlapHours === 0 || (endpoint.keys[1]?.until ?? 0) <= world.clock.now();
  if (isNew) rotateKeys(world, endpoint, overlapHours);
  return { isNew, ...(await issuedSecret(endpoint)) };
}

export function rotateKeys({ clock }: World, endpoint: Endpoint, overlapHours: number): void {
  checkAmounts({ overlapHours });
  const former = { ...endpoint.keys[0]!, until: clock.now() + overlapHours * 3_600_000 };
  endpoint.keys = [{ secret: newSecret(), until: Number.POSITIVE_INFINITY }, former];
}

const issuedSecret = async ({ id, signature, keys }: Endpoint) => ({
  id,
  secret: await shownSecret(signature, keys[0]!.secret),
});

const newSecret = () => crypto.getRandomValues(new Uint8Array(32));
