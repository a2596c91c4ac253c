import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IssueApiTokenInput, issueApiToken } from '../../../src/services/partners/issue-api-token.ts';
import { revokeApiToken } from '../../../src/services/partners/revoke-api-token.ts';
import { revokeApiTokens } from '../../../src/services/partners/revoke-api-tokens.ts';
import { RotateApiTokenInput, rotateApiToken } from '../../../src/services/partners/rotate-api-token.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { hashToken, isWellFormedToken } from '../../../src/services/values/secret-formats.ts';
import { inLineBehind, untilInLine } from '../../harness/assertions/in-line.ts';
import { refusalOf } from '../../harness/assertions/refusal-of.ts';
import { administrator, useVerbs } from '../../harness/clients/verbs.ts';
import { startBeside } from '../../harness/data/clock.ts';
import type { TestService } from '../../harness/servers/test-service.ts';
import { useClockedService } from '../../harness/servers/use-test-service.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const minute = 60_000;
const at = (millis: number) => new Date(now + millis).toISOString();

describe('stored API tokens', () => {
  const verbs = useVerbs(() => now);
  let externalServiceId: string;
  beforeAll(async () => {
    externalServiceId = await verbs.factories.externalService();
  });

  const { context, eventsOf } = verbs;
  const issue = async (given: Partial<Parameters<typeof issueApiToken>[2]> = {}) =>
    issueApiToken(context(), administrator, {
      ...{ externalServiceId, scopes: ['userwrite'], label: 'sync' },
      ...given,
    });
  const token = async (of = externalServiceId, endsIn?: number) =>
    (await verbs.factories.token(of, undefined, endsIn === undefined ? undefined : at(endsIn))).id;
  const rotate = (apiTokenId: string, overlapMinutes = 10) =>
    rotateApiToken(context(), administrator, { apiTokenId, overlapMinutes });
  const revoke = (apiTokenId: string, time = now) =>
    revokeApiToken(
      context(() => time),
      administrator,
      { apiTokenId },
    );
  const revokeAll = (of: string, time = now) =>
    revokeApiTokens(
      context(() => time),
      administrator,
      { externalServiceId: of },
    );
  /** `end` and `revoked` are in milliseconds from now. */
  const stored = async (id: string) => {
    const [row] = await verbs.query(
      `select external_service_id as "externalServiceId", label, scopes, secret_hash as "secretHash", replaced_by_id as "replacedBy",
         (extract(epoch from expires_at) * 1000)::float8 - $2 as end,
         (extract(epoch from revoked_at) * 1000)::float8 - $2 as revoked from api_tokens where id = $1`,
      id,
      now,
    );
    return row!;
  };
  const count = () => verbs.query('select count(*) from api_tokens');

  describe('issuing', () => {
    it('stores the given values, each scope once, and a hash of the secret, which it returns once', async () => {
      const expiresAt = '2026-11-20T12:10:00.000000Z';
      const { id, secret } = await issue({ scopes: ['userread', 'userwrite', 'userread'], expiresAt });
      expect(isWellFormedToken('partner', secret)).toBe(true);
      const given = { externalServiceId, label: 'sync', scopes: ['userread', 'userwrite'] };
      const others = { end: 10 * minute, revoked: null, replacedBy: null };
      expect(await stored(id)).toEqual({ ...given, secretHash: hashToken(secret), ...others });
      expect(await eventsOf(id)).toEqual([{ before: null, after: { ...given, expiresAt } }]);
      expect(await stored((await issue()).id)).toMatchObject({ end: null });
    });

    it('rejects an expiry that is not in the future, to the millisecond, and stores nothing', async () => {
      const before = await count();
      for (const millis of [-1_000, 0])
        expect(await refusalOf(issue({ expiresAt: at(millis) }))).toMatchObject({
          type: 'invalid_schema',
          issues: [
            {
              path: ['expiresAt'],
              code: 'too_small',
              message: expect.stringMatching(/^Must be in the future/),
            },
          ],
        });
      expect(await count()).toEqual(before);
      await issue({ expiresAt: at(1) });
    });

    it('rejects an unknown external service and a token without scopes', async () => {
      expect((await refusalOf(issue({ externalServiceId: newId() }))).type).toBe(
        'external_service_not_found',
      );
      const { error } = IssueApiTokenInput.safeParse({ externalServiceId, scopes: [], label: 'sync' });
      expect(error!.issues).toMatchObject([{ path: ['scopes'], code: 'too_small' }]);
      const unnamed = { externalServiceId, scopes: ['userread'], label: '' };
      expect(IssueApiTokenInput.safeParse(unnamed).success).toBe(false);
    });
  });

  describe('rotating', () => {
    it('copies label and scopes without an expiry, and the old one ends with the overlap', async () => {
      const old = (await issue()).id;
      const { id, secret } = await rotate(old);
      expect(isWellFormedToken('partner', secret)).toBe(true);
      const like = { externalServiceId, label: 'sync', scopes: ['userwrite'] };
      const endless = { end: null, revoked: null };
      expect(await stored(id)).toEqual({
        ...{ ...like, ...endless },
        ...{ secretHash: hashToken(secret), replacedBy: null },
      });
      expect(await stored(old)).toMatchObject({ ...like, replacedBy: id, end: 10 * minute });
      const [, rotated] = await eventsOf(old);
      const after = { expiresAt: at(10 * minute), replacedBy: id };
      expect(rotated).toEqual({ before: { expiresAt: null }, after });
      const copied = { scopes: ['userwrite'], label: 'sync', expiresAt: null, replaces: old };
      expect(await eventsOf(id)).toEqual([{ before: null, after: copied }]);
    });

    it.each([
      ['before the overlap is over: it stays', 5, 5],
      ['after it: it is brought forward', 20, 10],
    ])('the new token expires when the old one would have, %s', async (_what, endsIn, until) => {
      const old = await token(externalServiceId, endsIn * minute);
      const { id } = await rotate(old);
      expect(await stored(id)).toMatchObject({ end: endsIn * minute });
      expect(await stored(old)).toMatchObject({ end: until * minute });
      const micros = (minutes: number) => at(minutes * minute).replace('Z', '000Z');
      const expiresAt = endsIn === until ? micros(until) : at(until * minute);
      expect(await eventsOf(old)).toMatchObject([
        { before: { expiresAt: micros(endsIn) }, after: { expiresAt } },
      ]);
    });

    it('is rejected for a rotated, revoked, expired or unknown token', async () => {
      const [rotated, revoked, ended] = [await token(), await token(), await token(externalServiceId, 0)];
      await rotate(rotated);
      await verbs.factories.revokeToken(revoked);
      const before = await count();
      for (const id of [rotated, revoked, ended])
        expect((await refusalOf(rotate(id))).type).toBe('api_token_not_active');
      expect((await refusalOf(rotate(newId()))).type).toBe('api_token_not_found');
      expect(await count()).toEqual(before);
      expect((await rotate(await token(externalServiceId, 1))).id).toEqual(expect.any(String));
    });

    it('is done by only one of two calls at the same time', async () => {
      const old = await token();
      const lock = ['select from api_tokens where id = $1 for update', old] as const;
      const begin = () => Promise.allSettled([rotate(old), rotate(old)]);
      const works = await inLineBehind(verbs.test.url, lock, begin, 2);
      expect(works.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    it('requires an overlap of 0 minutes to 30 days, with messages', () => {
      const messagesOf = (overlapMinutes: number) =>
        RotateApiTokenInput.safeParse({ apiTokenId: newId(), overlapMinutes }).error?.issues[0]?.message;
      expect([0, 43_200, -1, 43_201].map(messagesOf)).toEqual([
        ...[undefined, undefined],
        ...['Must be 0 or more.', 'Must be at most 43,200 (30 days).'],
      ]);
    });
  });

  describe('revoking', () => {
    const after = { revokedAt: at(0) };

    it('revokes one token once and at the current time', async () => {
      const [id, other] = [await token(), await token()];
      expect([await revoke(id), await revoke(id, now + minute)]).toEqual([id, id]);
      expect([(await stored(id)).revoked, (await stored(other)).revoked]).toEqual([0, null]);
      expect(await eventsOf(id)).toEqual([{ before: null, after }]);
      expect((await refusalOf(revoke(newId()))).type).toBe('api_token_not_found');
    });

    it('revokes all valid tokens of one service at the current time, with an audit event each', async () => {
      const of = await verbs.factories.externalService();
      const good = [await token(of), await token(of, 1)];
      const [ended, revoked, others] = [await token(of, 0), await token(of), await token()];
      await revoke(revoked, now - 5);
      expect(await revokeAll(of)).toBe(of);
      const ends = await Promise.all([...good, ended, revoked, others].map(stored));
      expect(ends.map((one) => one.revoked)).toEqual([0, 0, null, -5, null]);
      for (const id of good) expect(await eventsOf(id)).toEqual([{ before: null, after }]);
      for (const id of [ended, others]) expect(await eventsOf(id)).toEqual([]);
    });

    it('is nothing_to_change without a valid token, and reports an unknown service', async () => {
      const of = await verbs.factories.externalService();
      const id = await token(of);
      await token(of, -1);
      await revokeAll(of);
      const { type, message } = await refusalOf(revokeAll(of, now + 1));
      expect([type, message]).toEqual([
        'nothing_to_change',
        'All tokens of this external service are revoked or expired already. Nothing was changed.',
      ]);
      expect([(await stored(id)).revoked, await eventsOf(id)]).toMatchObject([0, [{ after }]]);
      expect((await refusalOf(revokeAll(newId()))).type).toBe('external_service_not_found');
    });

    it.each([
      ['all of a service: one of two calls', revokeAll, 'rejected'],
      ['one token: both of two calls', (of: string) => revokeFirst(of), 'fulfilled'],
    ])('revokes %s at the same time succeed, and the token is revoked once', async (_what, send, second) => {
      const of = await verbs.factories.externalService();
      const id = await token(of);
      const lock = ['select from api_tokens where id = $1 for update', id] as const;
      const begin = () => Promise.allSettled([send(of), send(of)]);
      const works = await inLineBehind(verbs.test.url, lock, begin, 2);
      expect(works.map(({ status }) => status).sort()).toEqual(['fulfilled', second]);
      expect(await eventsOf(id)).toHaveLength(1);
    });
    const revokeFirst = async (of: string) => {
      const [row] = await verbs.query<{ id: string }>(
        'select id from api_tokens where external_service_id = $1',
        of,
      );
      return revoke(row!.id);
    };

    it('also revokes the result of a concurrent rotation without an overlap', async () => {
      const of = await verbs.factories.externalService();
      const id = await token(of);
      const lock = ['select from api_tokens where id = $1 for update', id] as const;
      const begin = async () => {
        const rotated = rotate(id, 0);
        await untilInLine(verbs.test.database, 1);
        return Promise.all([rotated, revokeAll(of)]);
      };
      const [{ id: successor }] = await inLineBehind(verbs.test.url, lock, begin, 2);
      expect((await stored(successor)).revoked).toBe(0);
    });
  });
});

describe('what API tokens open', () => {
  const first = useClockedService();
  let second: TestService;
  beforeAll(async () => {
    second = await startBeside(first);
  });
  afterAll(() => second.stop());

  const context = () => ({ ...first.clock.time, database: first.database, requestId: 'x' });
  /** Returns which tokens are valid in every process, judged by the error for an empty body. */
  const areGood = async (of: string, ...secrets: string[]) => {
    const answers = secrets.flatMap((token) =>
      [first, second].map((on) => on.createUser(of, { token, body: {} })),
    );
    const types = (await Promise.all(answers)).map(({ body }) => body.error.type);
    return secrets.map((_, index) => {
      const [type, other] = types.slice(2 * index);
      expect([type, ['invalid_schema', 'invalid_api_token'].includes(type)]).toEqual([other, true]);
      return type === 'invalid_schema';
    });
  };

  it.each([0, 1, 43_200])(
    'keeps both tokens valid during an overlap of %s minutes, to the millisecond',
    async (overlapMinutes) => {
      const of = await first.factories.externalService();
      const old = await first.factories.token(of);
      const input = { apiTokenId: old.id, overlapMinutes };
      const fresh = await rotateApiToken(context(), administrator, input);
      const good = () => areGood(of, old.secret, fresh.secret);
      if (overlapMinutes > 0) {
        expect(await good()).toEqual([true, true]);
        await first.clock.advance(overlapMinutes * minute - 1);
        expect(await good()).toEqual([true, true]);
        await first.clock.advance(1);
      }
      expect(await good()).toEqual([false, true]);
      // A token without an expiry does not get one.
      await first.clock.advance(1_000 * 24 * 60 * minute);
      expect(await good()).toEqual([false, true]);
    },
  );

  it('ends each valid token of a service within 1 s in every process, and none issued later', async () => {
    const of = await first.factories.externalService();
    const good = [await first.factories.token(of), await first.factories.token(of)];
    const other = await first.factories.tenant();
    const secrets = good.map(({ secret }) => secret);
    expect(await areGood(of, ...secrets)).toEqual([true, true]);
    await revokeApiTokens(context(), administrator, { externalServiceId: of });
    const later = await first.factories.token(of);
    await first.clock.advance(1_000);
    expect(await areGood(of, ...secrets, later.secret)).toEqual([false, false, true]);
    expect(await areGood(other.externalServiceId, other.token)).toEqual([true]);
  });

  it('a cached token that was deleted before its details are read gets 401 invalid_api_token', async () => {
    const { id, secret: token } = await first.factories.token(await first.factories.externalService());
    const read = () => first.call('/api/v1/token', { token }, 'getToken');
    expect((await read()).status).toBe(200);
    // The clock does not move, so the cached token still counts as valid.
    await first.database.query('delete from api_tokens where id = $1', [id]);
    const { status, body } = await read();
    expect([status, body.error.type]).toEqual([401, 'invalid_api_token']);
  });
});
