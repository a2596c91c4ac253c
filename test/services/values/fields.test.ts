import { describe, expect, it } from 'vitest';
import { genders, mainSportTypes, playingHands } from '../../../src/db/entities/user.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { bookingBody, userBody } from '../../harness/data/factories.ts';
import { useTenant, useTestService } from '../../harness/servers/use-test-service.ts';

describe('limits of field values', () => {
  const service = useTestService('postgresql', { now: () => Date.parse('2026-11-20T12:00:00Z') });
  const tenant = useTenant(service);

  const create = (overrides: Record<string, unknown>) =>
    service.createUser(tenant.externalServiceId, { token: tenant.token, body: userBody(overrides) });
  const book = (body: unknown) =>
    service.upsertCourtBooking(tenant.externalServiceId, 'fields', { token: tenant.token, body });

  const required = (fields: string[]) =>
    fields.map((field) => ({ path: [field], code: 'invalid_type', message: 'Required.' }));

  it('only the birthday of a user, and the participants and `optionalFields` of a booking are optional', async () => {
    const user = await service.createUser(tenant.externalServiceId, { token: tenant.token, body: {} });
    expect(user.status).toBe(400);
    expect(user.body.error.issues).toEqual(required(['email', 'externalUserId', 'firstName', 'lastName']));
    const booking = await book({});
    expect(booking.status).toBe(400);
    expect(booking.body.error.issues).toEqual(
      required(['courtId', 'startDate', 'endDate', 'externalUpdatedAt']),
    );
    const { participants: _none, ...least } = bookingBody(tenant.courtIds[0]);
    expect((await book(least)).status).toBe(201);
    expect((await create({ birthday: undefined })).status).toBe(201);
  });

  it('a missing field and an empty body have different messages', async () => {
    const bodies = {
      user: [userBody({ birthday: undefined }), (body: unknown) => create(body as Record<string, unknown>)],
      booking: [{ ...bookingBody(tenant.courtIds[0]), participants: undefined }, book],
    } as const;
    for (const [whole, send] of Object.values(bodies)) {
      const fields = Object.keys(whole).filter((field) => whole[field as never] !== undefined);
      expect(fields).toHaveLength(4);
      for (const field of fields) {
        const { body } = await send({ ...whole, [field]: undefined });
        expect(body.error.issues, field).toEqual(required([field]));
        const { body: ofNull } = await send({ ...whole, [field]: null });
        expect(ofNull.error.issues, field).toEqual([
          { path: [field], code: 'invalid_type', message: 'Must be a string.' },
        ]);
      }
    }
    const { externalServiceId, token } = tenant;
    for (const operation of ['createUser', 'upsertCourtBooking'] as const) {
      const send = (rawBody?: string) =>
        operation === 'createUser'
          ? service.createUser(externalServiceId, { token, ...(rawBody === undefined ? {} : { rawBody }) })
          : service.upsertCourtBooking(externalServiceId, 'fields', {
              token,
              ...(rawBody === undefined ? {} : { rawBody }),
            });
      const told = async (rawBody?: string) => (await send(rawBody)).body.error.issues;
      const none = [{ path: [], code: 'invalid_json', message: 'The body is empty.' }];
      expect(await told()).toEqual(none);
      expect(await told('')).toEqual(none);
      for (const rawBody of ['null', '[]', '"text"'])
        expect(await told(rawBody)).toEqual([
          { path: [], code: 'invalid_type', message: 'Must be an object.' },
        ]);
    }
  });

  it('each unknown field of a participant has its own issue', async () => {
    const participants = [{ email: 'a@example.com' }, { email: 'b@example.com', name: 'B', phone: '1' }];
    const { body } = await book(bookingBody(tenant.courtIds[0], { participants }));
    expect(body.error.issues).toEqual(
      ['name', 'phone'].map((field) => ({
        path: ['participants', 1, field],
        code: 'unrecognized_keys',
        message: expect.any(String),
      })),
    );
  });

  it('names and ids of users have 1 to 255 characters, counted as Unicode code points', async () => {
    for (const length of [1, 255]) {
      const name = '𝒳'.repeat(length);
      const { status, body } = await create({ firstName: name, lastName: name, externalUserId: name });
      expect(status).toBe(201);
      expect([body.firstName, body.lastName]).toEqual([name, name]);
    }
    for (const [text, code] of [
      ['', 'too_small'],
      ['𝒳'.repeat(256), 'too_big'],
    ] as const) {
      const { body } = await create({ firstName: text, lastName: text, externalUserId: text });
      expect(body.error.issues).toEqual(
        ['externalUserId', 'firstName', 'lastName'].map((field) => ({
          path: [field],
          code,
          message: expect.any(String),
        })),
      );
    }
  });

  it('names of users have a visible character, and are stored as sent', async () => {
    const given = ' E\u0301va\u200d ';
    const { body } = await create({ firstName: given, lastName: '\u200d' });
    expect(body.error.issues).toEqual([
      { path: ['lastName'], code: 'invalid_format', message: 'Must have a character that can be seen.' },
    ]);
    expect((await create({ firstName: given, lastName: given })).body).toMatchObject({
      firstName: given,
      lastName: given,
    });
  });

  it('external user ids are case-sensitive, and spaces count', async () => {
    for (const externalUserId of ['member', 'Member', ' member', 'member ', 'member%20', '0', '00'])
      expect((await create({ externalUserId })).status).toBe(201);
    const { body } = await create({ externalUserId: ' member' });
    expect(body.error.type).toBe('external_user_id_already_in_use');
  });

  it('X-Request-Id accepts 1 to 128 of the documented characters and no others', async () => {
    const answered = async (id: string) =>
      (await fetch(`${service.address}/healthz`, { headers: { 'X-Request-Id': id } })).headers.get(
        'x-request-id',
      );
    const allowed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:=+/-';
    for (const kept of [allowed, 'x'.repeat(128), 'a', '...']) expect(await answered(kept)).toBe(kept);
    const others = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
      (character) => !allowed.includes(character),
    );
    expect(others).toHaveLength(95 - 69);
    for (const replaced of [...others.map((other) => `a${other}a`), 'x'.repeat(129), '.', '..'])
      expect(await answered(replaced), replaced).toMatch(/^[0-9a-f-]{36}$/);
  });

  // The court does not exist, so a 404 shows that the id was parsed.
  it.each([
    ['of no version', 404, '00000000-0000-0000-0000-000000000000'],
    ['of every bit', 404, 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['of version 1, in capitals', 404, 'C232AB00-9414-11EC-B3C8-9F6BDECED846'],
    ['of version 9 and another variant', 404, '01990b2e-6f6c-9c1e-1a53-0f2a5a6f1c01'],
    ['without hyphens', 400, '01990b2e6f6c7c1e9a530f2a5a6f1c01'],
    ['in braces', 400, '{01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01}'],
    ['as a URN', 400, 'urn:uuid:01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01'],
    ['with a space', 400, ' 01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c01'],
    ['too short', 400, '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c0'],
  ] as const)('a UUID %s gets %i', async (_what, status, courtId) => {
    const answer = await book(bookingBody(courtId));
    expect(answer.status).toBe(status);
    expect(answer.body.error.type).toBe(status === 404 ? 'court_not_found' : 'invalid_schema');
  });

  const label = (length: number) => 'b'.repeat(length);
  it.each([
    ['the longest', 201, `${'a'.repeat(64)}@${label(63)}.${label(63)}.${label(58)}.de`],
    ['one longer', 400, `${'a'.repeat(64)}@${label(63)}.${label(63)}.${label(59)}.de`],
    ['two labels', 201, 'ab@b.de'],
    ['one label', 400, 'a@localhost'],
    ['an address of numbers', 400, 'a@192.0.2.1'],
    ['a tag and dots', 201, 'a.b+c.d@example.com'],
    ['every sign of an atom', 201, "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['two dots', 400, 'a..b@example.com'],
    ['a dot first', 400, '.a@example.com'],
    ['a dot last', 400, 'a.@example.com'],
    ['a quoted part', 400, '"a b"@example.com'],
    ['a comment', 400, 'a(x)@example.com'],
    ['an umlaut', 400, 'ä@example.com'],
    ['an umlaut in the domain', 400, 'a@exämple.com'],
    ['a hyphen at the edge of a label', 400, 'a@-example.com'],
    ['a dot at the end', 400, 'a@example.com.'],
    ['a space around it', 400, ' a@example.com'],
  ] as const)('an e-mail address with %s gets %i', async (_what, status, email) => {
    const { status: answered, body } = await create({ email });
    expect(answered).toBe(status);
    if (status === 400)
      expect(body.error.issues.map(({ path }: { path: string[] }) => path)).toEqual([['email']]);
  });

  const dateTime = 'Must be a date-time with an offset (RFC 3339), such as 2026-05-01T10:00:00Z.';
  it.each([
    ['email', 'x', 'invalid_format', 'Must be an e-mail address.'],
    ['email', `a@${'b.'.repeat(125)}com`, 'too_big', 'Must have at most 254 characters.'],
    ['externalUserId', '', 'too_small', 'Must have at least 1 character.'],
    ['externalUserId', 'x'.repeat(256), 'too_big', 'Must have at most 255 characters.'],
    ['externalUserId', '\0', 'invalid_format', 'Must be well-formed Unicode without the character NUL.'],
    ['birthday', 'x2000-01-01', 'invalid_format', 'Must be a date, YYYY-MM-DD.'],
    ['birthday', '2000-01-01x', 'invalid_format', 'Must be a date, YYYY-MM-DD.'],
    ['birthday', '2000-02-30', 'invalid_format', 'Must be a date of the calendar.'],
    ['birthday', '1899-12-31', 'invalid_format', 'Must not be before 1900-01-01.'],
    ['birthday', '2100-01-01', 'invalid_format', 'Must not be in the future.'],
    ['courtId', 'x', 'invalid_format', 'Must be a UUID.'],
    ['startDate', 'x', 'invalid_format', dateTime],
  ])('%s %j is reported as %s: %s', async (field, value, code, message) => {
    const answer = ['courtId', 'startDate'].includes(field)
      ? await book(bookingBody(tenant.courtIds[0], { [field]: value }))
      : await create({ [field]: value });
    expect(answer.body.error.issues).toEqual([{ path: [field], code, message }]);
  });

  it('gender, main sport and playing hand accept only the documented values', async () => {
    // As listed in the decisions.
    expect([genders, mainSportTypes, playingHands].map((values) => values.join(' '))).toEqual([
      'MALE FEMALE OTHER',
      'TENNIS PADEL PICKLEBALL SQUASH BADMINTON',
      'LEFT RIGHT',
    ]);
    const { secret } = await service.factories.operator('ADMIN');
    const body = userBody();
    const call = () => service.createUser(tenant.externalServiceId, { token: tenant.token, body });
    const { id } = (await call()).body;
    const fields = { gender: genders, mainSportType: mainSportTypes, playingHand: playingHands };
    for (const [field, values] of Object.entries(fields)) {
      expect((await call()).body).not.toHaveProperty(field);
      const set = (value: string) =>
        ask<{ updateUser: { id: string } }, never>(
          service,
          secret,
          `mutation { updateUser(input: { userId: "${id}", ${field}: ${value} }) { ... on User { id } } }`,
        );
      for (const value of values) {
        expect((await set(value)).data.updateUser.id).toBe(id);
        expect((await call()).body[field]).toBe(value);
      }
      expect((await set('NEITHER')).errors![0]!.message).toContain('NEITHER');
    }
  });
});
