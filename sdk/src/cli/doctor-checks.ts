import { parseHttpDate } from '../../../src/rules/requests/retry-after.ts';
import type {
  Court,
  PartnerClient,
  PartnerError,
  ResponseEvent,
  Token,
  WebhookDelivery,
  WebhookEndpoint,
} from '../index.ts';
import { explain } from './explain.ts';
import { type Finding, note, ok, operator, you } from './finding.ts';

/** Whether an address is on this machine. */
const isLocal = (url: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** `durationMs`: of the first call. */
export function checkAddress(url: string, { durationMs }: ResponseEvent): Finding {
  if (new URL(url).protocol === 'http:' && !isLocal(url))
    return you(`${url} sends the token without encryption.`, 'Set BASE_URL to https://….');
  return ok(`${url} responds after ${Math.round(durationMs)} ms`);
}

const day = 86_400_000;
/** A later end needs an operator, who may be away for some days. */
const daysToRotate = 14;

/** `now`: by the service's clock if it is known, in Unix milliseconds. */
export function checkToken(
  { label, externalServiceName, expiresAt }: Token,
  url: string,
  now: number,
): Finding {
  const name = `"${label}" of ${externalServiceName}`;
  if (expiresAt === undefined) return ok(`${name}, without an end`);
  const left = Date.parse(expiresAt) - now;
  if (left >= daysToRotate * day) return ok(`${name}, expires in ${durationOf(left)}`);
  const text = `${name} expires in ${durationOf(left)}, at ${expiresAt}.`;
  // A demo on this machine has a new token of a day for each start. The service's clock is known by the second.
  if (left <= day + 1_000 && isLocal(url))
    return note(text, 'If it is the token of a demo, start that again for a new one.');
  return operator(
    text,
    'Ask an operator for a new token with a later end, then replace it on your side. A rotation keeps the end.',
  );
}

const shownDays = 30;

/** Tokens that were revoked lately, but not by an operator. */
export async function checkFoundTokens(client: PartnerClient, now: number): Promise<Finding[]> {
  const called = await client.safe.listApiTokens({ limit: 100 });
  const tokens = called.ok ? called.data.items : [];
  return tokens
    .filter((token) => token.revokedBecause && Date.parse(token.revokedAt!) > now - shownDays * day)
    .map(({ label, revokedAt, revokedBecause }) =>
      note(
        `"${label}" was revoked at ${revokedAt} by ${revokedBecause === 'POSSESSION' ? 'somebody who had it' : 'a scanner that found it'}.`,
        'If it was not you, find where it leaked. client.listApiTokens() shows when each token was last used.',
      ),
    );
}

/** A number of days, hours or minutes, rounded down. */
function durationOf(milliseconds: number): string {
  for (const [unit, size] of [
    ['day', day],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const) {
    const count = Math.floor(milliseconds / size);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return 'less than a minute';
}

export function checkScopes({ scopes }: Token): Finding[] {
  if (scopes.length === 0)
    return [operator('The token has no scope, so most calls are rejected.', 'Ask for a token with scopes.')];
  const things = { user: 'users', 'court-booking': 'court bookings' };
  const missing = Object.entries(things).flatMap(([kind, name]) => {
    if (scopes.includes(`${kind}write`)) return [];
    const verb = scopes.includes(`${kind}read`) ? 'write' : 'read or write';
    return [note(`The token cannot ${verb} ${name}.`, `If you need that, ask an operator for ${kind}write.`)];
  });
  return missing.length > 0 ? missing : [ok(scopes.join(', '))];
}

/** The clock decides which version of a booking wins, and whether a webhook is accepted. */
const mostSkewSeconds = 5;

/** `receivedAt`: by the local clock, in Unix milliseconds. */
export function checkClock({
  headers,
  durationMs,
  receivedAt,
}: ResponseEvent & { receivedAt: number }): Finding {
  const sent = parseHttpDate(headers.get('Date') ?? '', receivedAt);
  if (sent === undefined) return note('The response has no Date, so the clock was not compared.');
  // The service wrote its time at some point during the call, cut to a second.
  const [least, most] = [receivedAt - durationMs - sent - 1_000, receivedAt - sent];
  if (least < mostSkewSeconds * 1_000 && most > -mostSkewSeconds * 1_000)
    return ok(`differs from the service's by less than ${mostSkewSeconds} s`);
  const seconds = Math.abs(Math.round((least + most) / 2_000));
  return you(
    `Your clock is ${seconds} s ${least > 0 ? 'ahead of' : 'behind'} the service's.`,
    'Synchronize it (NTP). A wrong clock lets older versions win, and rejects webhooks. If yours is right, tell an operator.',
  );
}

export function checkLimits({ rateLimit: { perSecond, burst } }: Token, headers: Headers): Finding {
  const limit = `${perSecond} requests a second, ${burst} at once`;
  const left = Number(/;r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1] ?? burst);
  if (left >= burst / 2) return ok(limit);
  return note(
    `${limit}. Only ${left} are left now.`,
    'Another program uses this token. Use one client for each token, and batches for imports.',
  );
}

export async function checkCourts(client: PartnerClient, token: Token, url: string): Promise<Finding[]> {
  const { organizations, scopes } = token;
  if (organizations.length === 0)
    return [
      operator(
        'Your external service has no access to an organization, so you cannot book any court.',
        'Ask an operator to grant access to the organizations whose courts you book.',
      ),
    ];
  if (!scopes.some((scope) => scope.startsWith('court-booking')))
    return [note('Not checked, because the token has no scope for court bookings.')];
  const courts: Court[] = [];
  try {
    for await (const court of client.listCourts({ limit: 100 })) courts.push(court);
  } catch (error) {
    return [explain(error as PartnerError, url)];
  }
  return organizations.map(({ id, name }) => {
    const count = courts.filter(({ organization }) => organization.id === id).length;
    if (count > 0) return ok(`${count} of ${name}`);
    return operator(`${name} has no active court.`, 'Ask an operator to create its courts.');
  });
}

export async function checkEndpoints(client: PartnerClient, token: Token, url: string): Promise<Finding[]> {
  if (token.scopes.length === 0) return [note('Not checked, because the token has no scope.')];
  const called = await client.safe.listWebhookEndpoints();
  if (!called.ok) return [explain(called.error, url)];
  const { items } = called.data;
  const findings = await Promise.all(items.map((endpoint) => judgeEndpoint(client, endpoint)));
  if (items.length > 0) return findings.flat();
  return [
    note(
      'None.',
      'You can read the changes feed instead, or create an endpoint: client.createWebhookEndpoint().',
    ),
  ];
}

async function judgeEndpoint(client: PartnerClient, endpoint: WebhookEndpoint): Promise<Finding[]> {
  const { id, url: name, status, lastSuccessAt, lastFailureAt } = endpoint;
  const called = await client.safe.listWebhookDeliveries(id, { failed: true, limit: 100 });
  const failed = called.ok ? called.data.items : [];
  const since = lastSuccessAt ? `It last succeeded at ${lastSuccessAt}.` : 'It has never succeeded.';
  // A wrong server may leave fields out.
  const reason = failed[0]?.attempts?.[0]?.failure;
  const text = reason === undefined ? since : `${since} ${reason}`;
  if (status === 'PAUSED')
    return [
      you(
        `${name} is paused and receives nothing. ${text}`,
        `Check that your receiver responds with 2xx, then call client.resumeWebhookEndpoint('${id}'). Only an operator ends a pause by an operator.`,
      ),
    ];
  const abandoned = abandonedFinding(endpoint, failed);
  if (lastFailureAt && Date.parse(lastFailureAt) > Date.parse(lastSuccessAt ?? '1970-01-01'))
    return [
      you(
        `${name} failed at ${lastFailureAt}. ${text}`,
        `client.listWebhookDeliveries('${id}', { failed: true }) shows each attempt and your response. "courtbridge listen" sends changes to a local receiver.`,
      ),
      ...abandoned,
    ];
  if (!lastSuccessAt)
    return [note(`${name} has received nothing yet.`, `client.testWebhookEndpoint('${id}') sends a test.`)];
  return [ok(`${name}, last success at ${lastSuccessAt}`), ...abandoned];
}

/** Of deliveries that are not repeated. */
function abandonedFinding({ id, url }: WebhookEndpoint, failed: readonly WebhookDelivery[]): Finding[] {
  const sequences = failed
    .filter(({ status }) => status === 'FAILED')
    .flatMap(({ sequence }) => (sequence === undefined ? [] : [sequence]));
  if (sequences.length === 0) return [];
  const range = `{ fromSequence: ${sequences.at(-1)}, toSequence: ${sequences[0]} }`;
  return [
    note(
      `${url}: ${sequences.length} deliveries were abandoned.`,
      `client.resendWebhookDeliveries('${id}', ${range}) sends them again.`,
    ),
  ];
}

/** `now`: by the service's clock if it is known, in Unix milliseconds. */
export async function checkRequests(
  client: PartnerClient,
  { scopes }: Token,
  url: string,
  now: number,
): Promise<Finding> {
  if (scopes.length === 0) return note('Not checked, because the token has no scope.');
  const called = await client.safe.listRequests({ failed: true, from: new Date(now - day), limit: 100 });
  if (!called.ok)
    return called.error.status === 404
      ? note('Not checked, because this service does not list requests.')
      : explain(called.error, url);
  const { items, nextCursor } = called.data;
  if (items.length === 0) return ok('no error in the last 24 hours');
  const kinds: Record<string, number> = {};
  for (const { operation, response } of items) {
    const kind = `${operation} ${response?.error.type}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  const [kind, most] = Object.entries(kinds).sort(([, a], [, b]) => b - a)[0]!;
  const count = `${nextCursor === undefined ? '' : 'at least '}${items.length}`;
  return note(
    `Errors in the last 24 hours: ${count}, most often ${kind} (${most}). Last at ${items[0]!.timestamp}.`,
    '"courtbridge logs --failed" shows each with its cause.',
  );
}
