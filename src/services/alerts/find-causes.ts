import type { Query } from '../../db/connection/query.ts';
import {
  countFutureVersions,
  findExpiringApiTokens,
  findExpiringOperatorTokens,
  findFoundApiTokens,
  findPausedEndpoints,
  findRisenRejections,
} from '../../db/queries/jobs/find-causes.ts';
import type { Cause } from '../../db/queries/jobs/raise-alerts.ts';
import { failingDays } from '../../rules/webhooks.ts';

const hourMillis = 60 * 60_000;
const dayMillis = 24 * hourMillis;

export const alertThresholds = {
  /** Rejections in an hour, compared with the hourly mean of the previous `refusalsDays` days. */
  errorsTimes: 5,
  errorsAtLeast: 20,
  errorsDays: 7,
  expiryDays: 7,
  foundDays: 7,
};

/**
 * Finds everything that operators are to be alerted about. It reads hourly sums, indexes and small tables, but scans
 * neither requests nor bookings.
 *
 * @param now Unix milliseconds
 */
export async function findCauses(query: Query, now: number): Promise<Cause[]> {
  const found = [
    await risenErrors(query, now),
    await pausedEndpoints(query),
    await endingTokens(query, now),
    await endingOperatorTokens(query, now),
    await futureVersions(query, now),
    await foundTokens(query, now),
  ];
  return found.flat();
}

/** Checks the current hour and the last, because a new hour has few requests. */
async function risenErrors(query: Query, now: number): Promise<Cause[]> {
  const { errorsTimes, errorsAtLeast, errorsDays } = alertThresholds;
  const hour = now - (now % hourMillis);
  const rows = await findRisenRejections(query, {
    firstHour: new Date(hour - hourMillis).toISOString(),
    lastHour: new Date(hour).toISOString(),
    atLeast: errorsAtLeast,
    days: errorsDays,
    times: errorsTimes,
  });
  return rows.map(({ id, name, at, rejected, mean }) => {
    const usually = Math.round(mean * 100) / 100;
    return {
      type: 'PARTNER_REFUSALS_RISEN',
      cause: id,
      message: `${rejected} requests of “${name}” were rejected in the hour from ${at}, compared with ${usually} an hour in the ${errorsDays} days before. Look at its failed requests.`,
      data: { externalServiceId: id, hour: at, refused: rejected, usually },
    };
  });
}

async function pausedEndpoints(query: Query): Promise<Cause[]> {
  // Operators already know about endpoints that an operator paused.
  const rows = await findPausedEndpoints(query, ['FAILING', 'GONE']);
  const why = { GONE: 'it responded with 410', FAILING: `it has failed for ${failingDays} days` };
  return rows.map(({ id, serviceId, name, because }) => ({
    type: 'WEBHOOK_ENDPOINT_PAUSED',
    cause: id,
    message: `A webhook endpoint of “${name}” is paused: ${why[because]}. Its events stay queued. Notify the partner.`,
    data: { webhookEndpointId: id, externalServiceId: serviceId, pausedBecause: because },
  }));
}

async function endingTokens(query: Query, now: number): Promise<Cause[]> {
  const rows = await findExpiringApiTokens(query, ...soon(now));
  return rows.map(({ id, label, serviceId, name, at }) => ({
    type: 'API_TOKEN_EXPIRES',
    cause: id,
    message: `The API token “${label}” of “${name}” ends at ${at}. Issue another one.`,
    data: { apiTokenId: id, externalServiceId: serviceId, expiresAt: at },
  }));
}

async function endingOperatorTokens(query: Query, now: number): Promise<Cause[]> {
  const rows = await findExpiringOperatorTokens(query, ...soon(now));
  return rows.map(({ id, name, at }) => ({
    type: 'OPERATOR_TOKEN_EXPIRES',
    cause: id,
    message: `The token of the operator “${name}” ends at ${at}. An administrator can issue another one.`,
    data: { operatorId: id, expiresAt: at },
  }));
}

function soon(now: number): [from: string, to: string] {
  return [new Date(now).toISOString(), new Date(now + alertThresholds.expiryDays * dayMillis).toISOString()];
}

async function futureVersions(query: Query, now: number): Promise<Cause[]> {
  const rows = await countFutureVersions(query, new Date(now).toISOString());
  return rows.map(({ id, name, bookings }) => ({
    type: 'STAMPS_AHEAD',
    cause: id,
    message: `“${name}” has ${bookings} booking${bookings === 1 ? '' : 's'} with an externalUpdatedAt in the future. Updates are rejected until that time. Tell the partner to correct its clock, then reset the versions.`,
    data: { externalServiceId: id, bookings },
  }));
}

/** For some days, because nothing else shows that somebody has acted on it. */
async function foundTokens(query: Query, now: number): Promise<Cause[]> {
  const rows = await findFoundApiTokens(
    query,
    new Date(now - alertThresholds.foundDays * dayMillis).toISOString(),
  );
  const who = { POSSESSION: 'somebody who had it', SECRET_SCANNING: 'GitHub, which found it' };
  return rows.map(({ id, label, serviceId, name, at, because }) => ({
    type: 'API_TOKEN_FOUND',
    cause: id,
    message: `The API token “${label}” of “${name}” was revoked at ${at} by ${who[because]}. Ask the partner where it leaked. If the partner has no other token, issue one.`,
    data: { apiTokenId: id, externalServiceId: serviceId, revokedAt: at, revokedBecause: because },
  }));
}
