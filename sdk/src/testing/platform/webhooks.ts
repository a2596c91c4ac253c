import { changeTypes, lacksScopeOfChanges } from '../../../../src/rules/change-types.ts';
import { formatInstant } from '../../../../src/rules/instant.ts';
import { type ResendRange, resendRangeFault } from '../../../../src/rules/requests/resend-range.ts';
import { urlFormFault } from '../../../../src/rules/requests/url-form.ts';
import { failingDays, maxEndpoints, waitMillis } from '../../../../src/rules/webhooks.ts';
import { announce } from './announce.ts';
import { ApiError, checkAmounts, shapeError } from './api-error.ts';
import { shownSecret, sign } from './signature.ts';
import type { By, Change, Delivery, Endpoint, ExternalService, Token, World } from './world.ts';

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
          .filter(({ dueAt }) => dueAt !== undefined && dueAt <= now)
          .map((delivery) => ({ service, endpoint, delivery })),
      ),
  );
}

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
  // In the service, each delay varies by up to 10 %.
  const wait = waitMillis[delivery.attempts];
  delivery.attempts += 1;
  delivery.dueAt = isDone || wait === undefined ? undefined : now + wait;
  delivery.history = [{ at, status, isDone }, ...delivery.history].slice(0, 21);
  if (isDone) {
    delivery.deliveredAt = at;
    endpoint.lastSuccessAt = at;
    endpoint.failingSince = undefined;
    return;
  }
  endpoint.lastFailureAt = at;
  endpoint.failingSince ??= now;
  if (status === 410 || now - endpoint.failingSince >= failingDays * 86_400_000)
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
  if (!isPaused) endpoint.isPausedByOperator = false;
  endpoint.failingSince = undefined;
  if (!isPaused)
    for (const delivery of endpoint.deliveries)
      if (delivery.dueAt !== undefined) delivery.dueAt = world.clock.now();
  announce(world, service, by, {
    type: `webhook_endpoint.${isPaused ? 'paused' : 'resumed'}`,
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
  checkUrl(url);
  const types = sortTypes(given);
  checkReadable(scopes, types);
  const same = endpoints.find(
    (one) => one.url === url && one.signature === signature && `${one.types}` === `${types}`,
  );
  if (!same && endpoints.length >= maxEndpoints) throw new ApiError('too_many_webhook_endpoints');
  const endpoint = same ?? addEndpoint(world, endpoints, { url, types, signature });
  return { isNew: !same, ...(await issuedSecret(endpoint)) };
}

function checkUrl(url: string): void {
  const message = urlFormFault(url, true);
  if (message !== undefined) throw new ApiError('webhook_url_refused', { message });
}

export const sortTypes = (types: readonly string[]) => changeTypes.filter((type) => types.includes(type));

function checkReadable(scopes: Token['scopes'], types: Endpoint['types']): void {
  const message = lacksScopeOfChanges(scopes, types);
  if (message !== undefined) throw new ApiError('scope_permission_denied', { message });
}

/** @throws ApiError `webhook_endpoint_not_found`, `webhook_url_refused`, `scope_permission_denied` */
export function updateEndpoint(
  { externalService, scopes }: Token,
  id: string,
  { url, types }: { url?: string; types?: readonly string[] },
) {
  if (url !== undefined) checkUrl(url);
  const endpoint = findEndpoint(externalService, id);
  const wanted = types ? sortTypes(types) : endpoint.types;
  checkReadable(scopes, wanted);
  Object.assign(endpoint, { url: url ?? endpoint.url, types: wanted });
  return { id };
}

/** @throws ApiError `webhook_endpoint_not_found`, `webhook_endpoint_paused` */
export function resumeEndpoint(world: World, service: ExternalService, id: string, by: By) {
  const endpoint = findEndpoint(service, id);
  if (endpoint.isPausedByOperator) throw new ApiError('webhook_endpoint_paused');
  setPaused(world, service, endpoint, false, by);
  return { id };
}

/** @throws ApiError `invalid_schema`, `webhook_endpoint_not_found`, `scope_permission_denied` */
export function resendTo(world: World, { externalService, scopes }: Token, id: string, range: ResendRange) {
  const endpoint = findEndpoint(externalService, id);
  checkReadable(scopes, endpoint.types);
  const { fromSequence = 1, toSequence = Number.POSITIVE_INFINITY, from = '', to = '~' } = range;
  const isWithin = ({ type, sequence, at }: Change) => {
    const instant = new Date(at).toISOString().replace('Z', '000Z');
    return (
      endpoint.types.includes(type) &&
      sequence >= fromSequence &&
      sequence <= toSequence &&
      instant >= from &&
      instant < to
    );
  };
  const changes = externalService.changes.filter(isWithin);
  const dueAt = world.clock.now();
  for (const change of changes) {
    const sent = endpoint.deliveries.find((delivery) => delivery.change === change);
    const again = { attempts: 0, dueAt, deliveredAt: undefined };
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
  const endpoint = { id: world.newId(), ...fields, keys, isPaused: false, deliveries: [] };
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
  const now = world.clock.now();
  const isNew = overlapHours === 0 || !endpoint.keys.slice(1).some(({ until }) => until > now);
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
