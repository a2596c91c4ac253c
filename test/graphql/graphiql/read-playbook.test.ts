import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readPlaybook } from '../../../src/graphql/graphiql/read-playbook.ts';
import { sequenceChanges } from '../../../src/services/changes/sequence-changes.ts';
import { demoIds } from '../../../src/services/demo/demo-ids.ts';
import { loadDemoData } from '../../../src/services/demo/load-demo-data.ts';
import { bookingBody } from '../../harness/data/factories.ts';
import { bookingIdIn } from '../../harness/data/rows.ts';
import { useOperator, useTestService } from '../../harness/servers/use-test-service.ts';

const questions = (await readPlaybook())
  .flatMap(({ operations }) => operations)
  .filter(({ title }) => title.endsWith('?'));

describe('the questions of the manual', () => {
  const service = useTestService('postgresql');
  const admin = useOperator(service);
  let partnerToken: string;
  let webhookEndpointId: string;
  let aheadId: string;
  let organizationId: string;
  beforeAll(async () => {
    partnerToken = (await loadDemoData(service.database, uuidv7, Date.now))!.token;
    await makeADay();
  });

  const today = (time: string) => `${new Date().toISOString().slice(0, 10)}T${time}Z`;

  /** Makes the calls that the playbook questions are about. */
  async function makeADay() {
    const recorded = async () =>
      (await admin.ask<{ partnerRequests: { totalCount: number } }>('{ partnerRequests { totalCount } }'))
        .data.partnerRequests.totalCount;
    const before = await recorded();
    const { externalService, court } = demoIds;
    const put = (id: string, body: unknown, headers: Record<string, string> = {}) =>
      service.upsertCourtBooking(externalService, id, { token: partnerToken, body, headers });
    const at = (startDate: string, endDate: string) => ({
      startDate: today(startDate),
      endDate: today(endDate),
    });
    expect((await put('of-today', bookingBody(court, at('00:10:00', '00:50:00')))).status).toBe(201);
    const refused = await put('too-late', bookingBody(court, at('00:20:00', '00:40:00')), {
      'X-Request-Id': 'refused-today',
    });
    expect(refused.body.error.type).toBe('court_booking_overlap');
    expect((await put('ill-formed', { courtId: 'x' })).status).toBe(400);
    const ahead = { ...at('01:10:00', '01:50:00'), externalUpdatedAt: '2099-01-01T00:00:00Z' };
    expect((await put('ahead', bookingBody(court, ahead))).status).toBe(201);
    const wrong = await service.upsertCourtBooking(externalService, 'of-today', { token: 'wrong', body: {} });
    expect(wrong.status).toBe(401);
    const data = await admin.data<{ createWebhookEndpoint: { webhookEndpoint: { id: string } } }>(
      `mutation { createWebhookEndpoint(input: { externalServiceId: "${externalService}", url: "https://partner.example.com/hook", types: [COURT_BOOKING_CANCELLED] }) { ... on IssuedWebhookSecret { webhookEndpoint { id } } } }`,
    );
    webhookEndpointId = data.createWebhookEndpoint.webhookEndpoint.id;
    aheadId = await bookingIdIn(service, 'ahead');
    const [club] = await service.database.em().execute('select id from organizations limit 1');
    organizationId = club!.id;
    const cancelled = await admin.ask(
      `mutation { cancelCourtBooking(input: { courtBookingId: "${aheadId}", reason: "Rain.", changesPast: true }) { __typename } }`,
    );
    expect(cancelled.errors).toBeUndefined();
    const { database } = service;
    while (!(await sequenceChanges({ database, now: Date.now })));
    const hasRecorded = async () => expect(await recorded()).toBeGreaterThanOrEqual(before + 5);
    await vi.waitFor(hasRecorded, { timeout: 20_000 });
  }

  const [overlap, booked] = ['"errorType": "court_booking_overlap"', '"externalCourtBookingId": "of-today"'];
  const ofPartner = () => ({ externalServiceId: demoIds.externalService });

  const answers: Record<string, { given?: () => object; answer: string }> = {
    'Who did what?': { answer: '"auditEvents"' },
    'Who am I?': { answer: '"role": "ADMIN"' },
    'Which clubs are there?': {
      given: () => ({ organizationName: null }),
      answer: '"Demo Tennis Club"',
    },
    'Which requests named this booking?': {
      given: () => ({ externalServiceId: demoIds.externalService, externalCourtBookingId: 'too-late' }),
      answer: overlap,
    },
    'Which requests did a partner send?': { given: ofPartner, answer: overlap },
    'Which times are blocked?': { given: () => ({ courtId: demoIds.court }), answer: '"courtBookings"' },
    'How many bookings would be exported?': { given: () => ({ filter: {} }), answer: '"totalCount"' },
    'Who exported data?': { answer: '"auditEvents"' },
    'Which tokens expire?': {
      given: () => ({ expiresBefore: '2099-01-01T00:00:00Z' }),
      answer: '"expiresAt": "20',
    },
    'Which tokens are unused?': { answer: '"apiTokens"' },
    'Which alerts are open?': { answer: '"alerts"' },
    'Which alerts were resolved?': { answer: '"alerts"' },
    'Which partner is failing?': { answer: '"refused": ' },
    'What is wrong with the requests of partners?': { answer: '"place": "courtId"' },
    'How many requests were rejected?': { answer: '"byErrorType"' },
    'Since when does it fail?': { answer: overlap },
    'Why was this request rejected?': { given: () => ({ requestId: 'refused-today' }), answer: overlap },
    'Which requests failed?': {
      given: () => ({ externalServiceId: null }),
      answer: '"externalId": "too-late"',
    },
    'Why does every request of this partner return 401?': {
      given: ofPartner,
      answer: '"errorType": "invalid_api_token"',
    },
    'What happened to this booking?': {
      given: () => ({ courtBookingId: aheadId }),
      answer: '"action": "cancelCourtBooking"',
    },
    'What would this booking return now?': {
      given: () => ({
        externalServiceId: demoIds.externalService,
        externalCourtBookingId: 'too-late',
        courtId: demoIds.court,
        startDate: today('00:20:00'),
        endDate: today('00:40:00'),
      }),
      answer: '"outcome"',
    },
    'Which bookings overlap this time?': {
      given: () => ({ courtId: demoIds.court, startDate: today('00:20:00'), endDate: today('00:40:00') }),
      answer: booked,
    },
    Search: { given: () => ({ text: demoIds.court }), answer: '"__typename": "Court"' },
    'Who is this?': {
      given: () => ({ externalUserId: null, email: 'ada@example.com' }),
      answer: '"users"',
    },
    'Which users does a partner manage?': { given: ofPartner, answer: '"totalCount": ' },
    'Which bookings are there?': {
      given: () => ({ courtId: demoIds.court, organizationId: null, externalServiceId: null }),
      answer: booked,
    },
    'Which courts does this club have?': {
      given: () => ({ organizationId }),
      answer: '"courts"',
    },
    'What is booked on this court?': { given: () => ({ courtId: demoIds.court }), answer: booked },
    'Which bookings were cancelled?': {
      given: () => ({ courtId: null }),
      answer: '"cancelledAt": "20',
    },
    'Which bookings were changed?': { given: () => ({ courtId: null }), answer: booked },
    'When was each token of this partner last used?': { given: ofPartner, answer: '"lastUsedAt"' },
    'Which tokens does each partner have?': { answer: '"expiresAt": "20' },
    'Which bookings are dated in the future?': { answer: '"externalUpdatedAt": "2099-01-01' },
    'Why are all updates of this booking stale?': {
      given: () => ({ externalServiceId: demoIds.externalService, externalCourtBookingId: 'ahead' }),
      answer: '"externalUpdatedAt": "2099-01-01',
    },
    'Which webhook endpoints fail, or are paused?': {
      given: ofPartner,
      answer: '"url": "https://partner.example.com/hook"',
    },
    'What was delivered, and what was the response?': {
      given: () => ({ webhookEndpointId, status: null }),
      answer: '"type": "COURT_BOOKING_CANCELLED"',
    },
    'Who can sign in here, and with which role?': { answer: '"role": "ADMIN"' },
  };

  it.each(questions)('$title gets its response', async ({ title, document }) => {
    const { given, answer } = answers[title]!;
    const [from, until] = [today('00:00:00'), new Date(Date.now() + 86_400_000).toISOString()];
    const times = { from, until, to: until, unusedSince: from, cancelledFrom: from, changedFrom: from };
    const values = { ...times, externalUpdatedAt: from, ...given?.() };
    const data = await admin.data(document, values);
    expect(JSON.stringify(data, undefined, 2)).toContain(answer);
  });
});
