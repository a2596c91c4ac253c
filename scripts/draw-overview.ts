import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createApp } from '../src/app.ts';
import type { Database } from '../src/db/connection/database.ts';
import { openEmbedded } from '../src/db/connection/open-embedded.ts';
import { migrate } from '../src/db/migrate.ts';
import { createHttpServer } from '../src/http/http-server.ts';
import { guardedOutgoing } from '../src/outgoing/guarded-outgoing.ts';
import { loadDemoData } from '../src/services/demo/load-demo-data.ts';
import { newId } from '../src/services/values/new-id.ts';
import { createSecretBox } from '../src/services/webhooks/secret-box.ts';
import { createLog } from '../src/telemetry/log.ts';
import { launchBrowser } from '../test/harness/clients/browser.ts';
import { createFactories } from '../test/harness/data/factories.ts';

// Draws `docs/overview.png`, the operators' overview of a made-up day that is the same each time. `node scripts/draw-overview.ts dark`
// draws `test-output/overview-dark.png` for inspection.
const colorScheme = process.argv[2] === 'dark' ? 'dark' : 'light';
const file = new URL(
  colorScheme === 'dark' ? '../test-output/overview-dark.png' : '../docs/overview.png',
  import.meta.url,
);
const hourMillis = 60 * 60 * 1_000;
const now = Date.UTC(2026, 10, 20, 16, 20);

const database = await openEmbedded(undefined);
await migrate(database);
await loadDemoData(database, newId, () => now);
await makeTraffic(database);
const { secret } = await createFactories(database).operator('VIEWER');

const app = createApp({
  database,
  log: createLog('silent'),
  now: () => now,
  monotonic: () => performance.now(),
  newId,
  rateLimit: { perSecond: 50, burst: 100 },
  authFailureLimit: { perSecond: 50, burst: 100 },
  partnerRequestDays: 30,
  auditEventDays: 730,
  cancellationDays: 400,
  changeDays: 30,
  servesMetricsApart: false,
  webhooks: {
    outgoing: guardedOutgoing({ allowPrivate: false }),
    secrets: createSecretBox(randomBytes(32)),
  },
});
const server = createHttpServer(app, { graceMillis: 0, trustedProxies: 0 });
const address = await server.listen(0, '127.0.0.1');

const browser = await launchBrowser();
const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, colorScheme });
const page = await context.newPage();
await page.goto(`${address}/operators`);
await page.fill('#token', secret);
await page.click('button');
await page.waitForURL(`${address}/operators`);
const picture = await page.screenshot();
await browser.close();
await server.drain();
await app.close();
await database.close();
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, picture);

/** A day with five partners and more traffic by day than by night. Since noon, one partner has far more errors than before. */
async function makeTraffic({ query }: Database): Promise<void> {
  const partners = [
    ['Baseline', 1_150],
    ['Matchpoint', 1_000],
    ['Court Finder', 840],
    ['Playbook Pro', 570],
    ['Smash Sports & Leisure GmbH', 430],
  ] as const;
  const outcomes = [
    ['upsertCourtBooking', 201, '', 0.42],
    ['upsertCourtBooking', 200, '', 0.31],
    ['listChanges', 200, '', 0.12],
    ['createUser', 201, '', 0.1],
    ['upsertCourtBooking', 409, 'court_booking_overlap', 0.024],
    ['upsertCourtBooking', 409, 'stale_write', 0.014],
    ['createUser', 409, 'email_already_in_use', 0.008],
    ['createUser', 400, 'invalid_schema', 0.006],
  ] as const;
  const thisHour = now - (now % hourMillis);
  for (const [index, [name, most]] of partners.entries()) {
    const id = newId();
    await query('insert into external_services (id, name) values ($1, $2)', [id, name]);
    for (let age = 0; age < 24; age += 1) {
      const hour = thisHour - age * hourMillis;
      const atDay = 0.02 + Math.sin(((((hour / hourMillis) % 24) - 1) / 24) * Math.PI) ** 4;
      const requests = most * atDay * (1 + 0.08 * Math.sin(age * 7 + index * 3)) * (age === 0 ? 0.34 : 1);
      const isOff = index === 0 && hour >= Date.UTC(2026, 10, 20, 12);
      for (const [operation, status, errorType, share] of outcomes) {
        const count = Math.round(requests * share * (isOff && errorType === 'stale_write' ? 90 : 1));
        if (count === 0) continue;
        const at = new Date(hour).toISOString();
        await query(
          `insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
           values ($1, $2, $3, $4, $5, $6, $7, $1, $1, 'drawn')`,
          [at, id, operation, status, errorType, count, latencies(count, status < 400 ? 0 : 2)],
        );
      }
    }
  }
}

/** Distributes `count` requests over the buckets of `latencyBounds`. `faster` is the number of buckets by which they are faster. */
function latencies(count: number, faster: number): number[] {
  const shares = [0, 0, 0.02, 0.11, 0.5, 0.29, 0.06, 0.015, 0.005, 0, 0, 0];
  const moved = [...shares.slice(faster), ...shares.slice(0, faster)];
  const counts = moved.map((share) => Math.floor(share * count));
  counts[4 - faster]! += count - counts.reduce((sum, n) => sum + n, 0);
  return counts;
}
