import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AlertType, alertTypes } from '../../../src/db/entities/alert.ts';
import { inPlainWords } from '../../../src/pages/operators/words.ts';
import {
  deleteOldAlerts,
  raiseAlerts,
  raiseAlertsInTurn,
} from '../../../src/services/alerts/raise-alerts.ts';
import { databaseKinds } from '../../harness/servers/test-database.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe.each(databaseKinds)('alert on %s', (kind) => {
  const service = useTestService(kind);
  // Later than any time that the service itself records.
  const start = Date.UTC(2040, 5, 15, 10, 30);
  let at = start;
  let partner: string;
  beforeEach(async () => {
    at += 30 * day;
    for (const table of ['alerts', 'alert_endpoints', 'webhook_endpoints'])
      await query(`delete from ${table}`);
    partner = await service.factories.externalService();
  });

  const query = <Row>(text: string, parameters: unknown[] = []) =>
    service.database.read<Row>('primary', text, parameters);
  const raise = () => raiseAlerts({ database: service.database, newId: uuidv7, now: () => at });
  const open = async (type: string) => {
    const rows = await query<{ cause: string; data: Record<string, unknown> }>(
      'select cause, data from alerts where resolved_at is null and type = $1 order by cause',
      [type],
    );
    return rows;
  };
  const causes = async (type: string) => (await open(type)).map(({ cause }) => cause);
  const inMillis = (millis: number) => new Date(at + millis).toISOString();

  const sent = (hoursAgo: number, requests: number, status = 409, id = partner) =>
    query(
      `insert into partner_traffic (hour, external_service_id, operation, status, error_type, requests, latencies, first_at, last_at, request_id)
       values (date_trunc('hour', $1::timestamptz, 'UTC'), $2, 'upsertCourtBooking', $3, $4, $5, '{}', $1, $1, 'x')`,
      [inMillis(-hoursAgo * hour), id, status, status < 400 ? '' : 'stale_write', requests],
    );

  const paused = async (because: string, ids: readonly string[] = [uuidv7()]) => {
    await query(
      `insert into webhook_endpoints (id, external_service_id, url, types, signature, secret, paused_because, paused_at)
       select id, $2, 'https://partner.invalid', '{}', 'HMAC_SHA256', '', $3, $4 from unnest($1::uuid[]) id`,
      [ids, partner, because, inMillis(0)],
    );
    return ids[0]!;
  };
  const expires = (table: 'api_tokens' | 'operators', id: string, millis: number, change = '') =>
    query(`update ${table} set expires_at = $2 ${change} where id = $1`, [id, inMillis(millis)]);

  it('PARTNER_REFUSALS_RISEN starts at five times the hourly mean of 7 days, in this or the last hour', async () => {
    const type = 'PARTNER_REFUSALS_RISEN';
    // This makes 168 hours with 10 errors each. Successful and older requests do not count.
    await sent(2, 840);
    await sent(169, 840);
    await sent(170, 100_000);
    await sent(3, 100_000, 201);
    await sent(0, 49);
    await raise();
    expect(await causes(type)).toEqual([]);
    await query('update partner_traffic set requests = 50 where requests = 49');
    await raise();
    expect(await open(type)).toEqual([
      {
        cause: partner,
        data: expect.objectContaining({ externalServiceId: partner, refused: 50, usually: 10 }),
      },
    ]);
    at += hour;
    await raise();
    expect(await causes(type)).toEqual([partner]);
    at += hour;
    await raise();
    expect(await causes(type)).toEqual([]);
  });

  it('PARTNER_REFUSALS_RISEN starts at 20 errors, and errors of unknown tokens do not count', async () => {
    const type = 'PARTNER_REFUSALS_RISEN';
    await sent(0, 1_000, 401, '00000000-0000-0000-0000-000000000000');
    await sent(0, 19);
    await raise();
    expect(await causes(type)).toEqual([]);
    await sent(0, 1, 400);
    await raise();
    expect(await causes(type)).toEqual([partner]);
  });

  it('WEBHOOK_ENDPOINT_PAUSED lasts while an endpoint is failing or gone, and ignores pauses by operators', async () => {
    const type = 'WEBHOOK_ENDPOINT_PAUSED';
    const [failing, gone] = [await paused('FAILING'), await paused('GONE')];
    await paused('OPERATOR');
    await raise();
    expect(await causes(type)).toEqual([failing, gone].sort());
    expect((await open(type))[0]!.data).toMatchObject({ externalServiceId: partner });
    await query('update webhook_endpoints set paused_because = null, paused_at = null where id = $1', [
      failing,
    ]);
    await raise();
    expect(await causes(type)).toEqual([gone]);
  });

  it('API_TOKEN_EXPIRES and OPERATOR_TOKEN_EXPIRES start 7 days before a usable token expires', async () => {
    const token = async (millis: number, change = '') => {
      const { id } = await service.factories.token(partner);
      await expires('api_tokens', id, millis, change);
      return id;
    };
    const operator = async (millis: number, change = '') => {
      const { id } = await service.factories.operator('VIEWER');
      await expires('operators', id, millis, change);
      return id;
    };
    const [soon, first] = [await token(7 * day), await operator(7 * day)];
    for (const make of [token, operator]) {
      await make(7 * day + 1);
      await make(0);
      await make(day, ', revoked_at = now()');
    }
    await token(day, ', replaced_by_id = id');
    await raise();
    expect(await causes('API_TOKEN_EXPIRES')).toEqual([soon]);
    expect(await causes('OPERATOR_TOKEN_EXPIRES')).toEqual([first]);
    await query('update external_services set active = false where id = $1', [partner]);
    await raise();
    expect(await causes('API_TOKEN_EXPIRES')).toEqual([]);
    expect(await causes('OPERATOR_TOKEN_EXPIRES')).toEqual([first]);
  });

  it('API_TOKEN_FOUND lasts 7 days after a token was revoked, but not by an operator', async () => {
    const type = 'API_TOKEN_FOUND';
    const revoked = async (because: string | null, change = '') => {
      const { id } = await service.factories.token(partner);
      await query(`update api_tokens set revoked_at = $2, revoked_because = $3 ${change} where id = $1`, [
        id,
        inMillis(0),
        because,
      ]);
      return id;
    };
    const found = [await revoked('POSSESSION'), await revoked('SECRET_SCANNING')];
    found.push(await revoked('SECRET_SCANNING', ', replaced_by_id = id'));
    await revoked('POSSESSION', ', replaced_by_id = id');
    await revoked(null);
    await raise();
    expect(await causes(type)).toEqual(found.sort());
    expect((await open(type))[0]!.data).toMatchObject({ externalServiceId: partner });
    at += 7 * day;
    await raise();
    expect(await causes(type)).toEqual([]);
  });

  it('STAMPS_AHEAD lasts for each partner until the times of its bookings have passed', async () => {
    const tenant = await service.factories.tenant();
    const id = tenant.externalServiceId;
    await query(
      `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, stamp_ahead)
       select gen_random_uuid(), $1, n::text, $2, $3::timestamptz + n * interval '1 hour', $3::timestamptz + (n + 1) * interval '1 hour',
         $3::timestamptz + n * interval '1 day', n > 1
       from generate_series(1, 3) n`,
      [id, tenant.courtIds[0], inMillis(0)],
    );
    await raise();
    expect(await open('STAMPS_AHEAD')).toEqual([{ cause: id, data: { externalServiceId: id, bookings: 2 } }]);
    at += 3 * day - 1;
    await raise();
    expect(await causes('STAMPS_AHEAD')).toEqual([id]);
    at += 1;
    await raise();
    expect(await causes('STAMPS_AHEAD')).toEqual([]);
  });

  it('STAMPS_AHEAD counts all bookings that are dated in the future, however many newer ones no longer are', async () => {
    const tenant = await service.factories.tenant();
    const book = (first: number, last: number, version: string) =>
      query(
        `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, stamp_ahead, cancelled_at)
         select lpad(to_hex(n), 32, '0')::uuid, $1, n::text, $2, $3, $3::timestamptz + interval '1 hour', $4, true, now()
         from generate_series($5::int, $6::int) n`,
        [tenant.externalServiceId, tenant.courtIds[0], inMillis(0), version, first, last],
      );
    await book(1, 2, inMillis(2 * day));
    await book(3, 1_003, inMillis(-1));
    await raise();
    expect(await open('STAMPS_AHEAD')).toEqual([
      {
        cause: tenant.externalServiceId,
        data: { externalServiceId: tenant.externalServiceId, bookings: 2 },
      },
    ]);
  });

  const addServices = (ids: readonly string[]) =>
    query(`insert into external_services (id, name) select id, id::text from unnest($1::uuid[]) id`, [ids]);
  const addCauses: Record<AlertType, (ids: readonly string[]) => Promise<unknown>> = {
    PARTNER_REFUSALS_RISEN: async (ids) => {
      await addServices(ids);
      for (const id of ids) await sent(0, 20, 409, id);
    },
    WEBHOOK_ENDPOINT_PAUSED: (ids) => paused('FAILING', ids),
    API_TOKEN_EXPIRES: (ids) =>
      query(
        `insert into api_tokens (id, external_service_id, label, scopes, secret_hash, expires_at)
         select id, $2, 'x', '{}', sha256(id::text::bytea), $3 from unnest($1::uuid[]) id`,
        [ids, partner, inMillis(day)],
      ),
    OPERATOR_TOKEN_EXPIRES: (ids) =>
      query(
        `insert into operators (id, name, role, secret_hash, expires_at)
         select id, 'x', 'VIEWER', sha256(id::text::bytea), $2 from unnest($1::uuid[]) id`,
        [ids, inMillis(day)],
      ),
    API_TOKEN_FOUND: (ids) =>
      query(
        `insert into api_tokens (id, external_service_id, label, scopes, secret_hash, revoked_at, revoked_because)
         select id, $2, 'x', '{}', sha256(id::text::bytea), $3, 'POSSESSION' from unnest($1::uuid[]) id`,
        [ids, partner, inMillis(0)],
      ),
    STAMPS_AHEAD: async (ids) => {
      await addServices(ids);
      const { courtIds } = await service.factories.tenant();
      await query(
        `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, stamp_ahead, cancelled_at)
         select gen_random_uuid(), id, 'x', $2, $3, $3::timestamptz + interval '1 hour', $4, true, now() from unnest($1::uuid[]) id`,
        [ids, courtIds[0], inMillis(0), inMillis(day)],
      );
    },
  };
  it.each(alertTypes)(
    '%s stays open while its cause exists, even among more causes than alerts',
    async (type) => {
      const own = alertTypes.indexOf(type);
      const idOf = (n: number) =>
        `${n === 0 ? 'f' : '0'}${own}${String(n).padStart(6, '0')}-0000-4000-8000-000000000000`;
      await addCauses[type]([idOf(0)]);
      await raise();
      expect(await causes(type)).toEqual([idOf(0)]);
      await addCauses[type](Array.from({ length: 1_000 }, (_, n) => idOf(n + 1)));
      await raise();
      expect(await causes(type)).toHaveLength(1_000);
      expect(await causes(type)).toContain(idOf(0));
    },
  );

  it('describes the problem, names the subject and links to more information, for each type', async () => {
    await query("update external_services set name = 'eTennis' where id = $1", [partner]);
    const { courtIds } = await service.factories.tenant();
    const book = (n: number) =>
      query(
        `insert into court_bookings (id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at, stamp_ahead)
         select gen_random_uuid(), $1, $2::int::text, $3, $4::timestamptz + $2::int * interval '1 hour', $4::timestamptz + ($2::int + 1) * interval '1 hour', $5, true`,
        [partner, n, courtIds[0], inMillis(0), inMillis(2 * day)],
      );
    await book(1);
    await sent(2, 84);
    await sent(0, 25);
    await paused('FAILING');
    await paused('GONE');
    const { id: token } = await service.factories.token(partner);
    await expires('api_tokens', token, day);
    const { id: operator } = await service.factories.operator('VIEWER');
    await expires('operators', operator, day);
    const { id: lost } = await service.factories.token(partner);
    await query("update api_tokens set revoked_at = $2, revoked_because = 'POSSESSION' where id = $1", [
      lost,
      inMillis(0),
    ]);
    await raise();
    const told = async () => {
      const rows = await query<{ type: string; message: string }>(
        `select type, message from alerts where resolved_at is null and (cause = any ($1) or type = 'WEBHOOK_ENDPOINT_PAUSED') order by type, message`,
        [[partner, token, operator, lost]],
      );
      return rows.map(({ type, message }) => [type, message]);
    };
    const seconds = inMillis(day).replace('.000', '');
    const hourOf = `${inMillis(0).slice(0, 13)}:00Z`;
    const isPaused = (why: string) =>
      `A webhook endpoint of “eTennis” is paused: ${why}. Its events stay queued. Notify the partner.`;
    const ahead = (bookings: string) =>
      `“eTennis” has ${bookings} with an externalUpdatedAt in the future. Updates are rejected until that time. Tell the partner to correct its clock, then reset the versions.`;
    const others = [
      ['API_TOKEN_EXPIRES', `The API token “test” of “eTennis” ends at ${seconds}. Issue another one.`],
      [
        'API_TOKEN_FOUND',
        `The API token “test” of “eTennis” was revoked at ${inMillis(0).replace('.000', '')} by somebody who had it. Ask the partner where it leaked. If the partner has no other token, issue one.`,
      ],
      [
        'OPERATOR_TOKEN_EXPIRES',
        `The token of the operator “VIEWER of a test” ends at ${seconds}. An administrator can issue another one.`,
      ],
      [
        'PARTNER_REFUSALS_RISEN',
        `25 requests of “eTennis” were rejected in the hour from ${hourOf}, compared with 0.5 an hour in the 7 days before. Look at its failed requests.`,
      ],
    ];
    const pauses = [
      ['WEBHOOK_ENDPOINT_PAUSED', isPaused('it has failed for 5 days')],
      ['WEBHOOK_ENDPOINT_PAUSED', isPaused('it responded with 410')],
    ];
    expect(await told()).toEqual([...others, ['STAMPS_AHEAD', ahead('1 booking')], ...pauses]);
    // Raises the alerts again, now with two bookings.
    await query('delete from alerts');
    await book(2);
    await raise();
    expect(await told()).toContainEqual(['STAMPS_AHEAD', ahead('2 bookings')]);
    const shown = (await told()).map(([, message]) => inPlainWords(message!));
    expect(shown.filter((text) => !/“(?:eTennis|VIEWER of a test)”/.test(text))).toEqual([]);
  });

  it('notifies each endpoint once, whatever the number of processes, and again after it ended and returned', async () => {
    for (const n of [1, 2])
      await query(`insert into alert_endpoints (id, url, secret) values (gen_random_uuid(), $1, '')`, [
        `${n}`,
      ]);
    const { id } = await service.factories.token(partner);
    const told = async () => {
      const [row] = await query<{ alerts: number; deliveries: number }>(
        `select count(distinct a.id)::int as alerts, count(d)::int as deliveries
         from alerts a left join alert_deliveries d on d.alert_id = a.id where a.cause = $1`,
        [id],
      );
      return row;
    };
    await expires('api_tokens', id, day);
    const raised = await Promise.all([raise(), raise(), raise()]);
    expect(raised.toSorted()).toEqual([0, 0, 1]);
    expect(await told()).toEqual({ alerts: 1, deliveries: 2 });
    await expires('api_tokens', id, 30 * day);
    expect(await raise()).toBe(0);
    await expires('api_tokens', id, day);
    expect(await raise()).toBe(1);
    expect(await told()).toEqual({ alerts: 2, deliveries: 4 });
  });

  it('notifies of its end once, and only the endpoints that have received the alert', async () => {
    for (const name of ['taken', 'pending', 'given up'])
      await query(`insert into alert_endpoints (id, url, secret) values (gen_random_uuid(), $1, '')`, [name]);
    const { id } = await service.factories.token(partner);
    const became = (name: string, change: string) =>
      query(
        `update alert_deliveries d set ${change} from alert_endpoints e, alerts a
         where e.id = d.endpoint_id and a.id = d.alert_id and e.url = $1 and a.cause = $2`,
        [name, id],
      );
    const told = async () => {
      const rows = await query<{ url: string }>(
        `select e.url from alert_resolutions r join alert_endpoints e on e.id = r.endpoint_id join alerts a on a.id = r.alert_id
         where a.cause = $1 and r.due_at is not null order by 1`,
        [id],
      );
      return rows.map(({ url }) => url);
    };
    await expires('api_tokens', id, day);
    await raise();
    await became('taken', `due_at = null, delivered_at = now()`);
    await became('given up', 'due_at = null');
    await raise();
    expect(await told()).toEqual([]);
    // A process of another release resolves alerts without a notification.
    await query('update alerts set resolved_at = $2 where cause = $1', [id, inMillis(0)]);
    await expires('api_tokens', id, 30 * day);
    await Promise.all([raise(), raise()]);
    expect(await told()).toEqual(['taken']);
    await query('update alert_resolutions set due_at = null, delivered_at = now()');
    await became('pending', 'due_at = null, delivered_at = now()');
    at += 6 * day;
    await raise();
    expect(await told()).toEqual(['pending']);
  });

  it('notifies only endpoints that accept its type', async () => {
    for (const [name, types] of [
      ['of it', '{STAMPS_AHEAD,API_TOKEN_EXPIRES}'],
      ['of another', '{STAMPS_AHEAD}'],
    ])
      await query(
        `insert into alert_endpoints (id, url, secret, types) values (gen_random_uuid(), $1, '', $2)`,
        [name, types],
      );
    const { id } = await service.factories.token(partner);
    await expires('api_tokens', id, day);
    await raise();
    const told = await query<{ url: string }>(
      `select e.url from alert_deliveries d join alert_endpoints e on e.id = d.endpoint_id join alerts a on a.id = d.alert_id
       where a.cause = $1`,
      [id],
    );
    expect(told).toEqual([{ url: 'of it' }]);
  });

  it('is deleted with its deliveries some days after it ended, but never while it is open', async () => {
    await query(`insert into alert_endpoints (id, url, secret) values (gen_random_uuid(), 'x', '')`);
    const alert = (name: string, resolvedAt: string | null) =>
      query(
        `with alert as (
           insert into alerts (id, type, cause, message, data, at, resolved_at)
           values (gen_random_uuid(), 'STAMPS_AHEAD', $1, '', '{}', $2, $3) returning id
         )
         insert into alert_deliveries (endpoint_id, alert_id) select e.id, alert.id from alert_endpoints e, alert`,
        [name, inMillis(-9 * day), resolvedAt],
      );
    await alert('over', inMillis(0));
    await alert('open', null);
    const kept = async () => {
      const rows = await query<{ cause: string }>(
        'select cause from alerts a join alert_deliveries d on d.alert_id = a.id order by cause',
      );
      return rows.map(({ cause }) => cause);
    };
    await deleteOldAlerts({ database: service.database, now: () => at + day }, 1);
    expect(await kept()).toEqual(['open', 'over']);
    await deleteOldAlerts({ database: service.database, now: () => at + day + 1 }, 1);
    expect(await kept()).toEqual(['open']);
  });

  it('is checked by one process a minute', async () => {
    await query("delete from rate_limit_buckets where key like 'alerts%'");
    let looked = 0;
    const database = {
      ...service.database,
      transaction: (async (work) => {
        looked += 1;
        return service.database.transaction(work);
      }) as typeof service.database.transaction,
    };
    const context = { database, newId: uuidv7, now: () => at };
    await Promise.all([1, 2, 3].map(() => raiseAlertsInTurn(context)));
    expect(looked).toBe(1);
    await query(
      "update rate_limit_buckets set refilled_at = refilled_at - interval '1 minute' where key like 'alerts%'",
    );
    await raiseAlertsInTurn(context);
    expect(looked).toBe(2);
  });
});
