import { deepEqual } from 'node:assert/strict';
import type { Cases, Play } from './play.ts';
import type { SideAnswer } from './side.ts';

const bearer = (secret: string) => `Bearer ${secret}`;

const rotate = async (
  play: Play,
  authorization: string | undefined,
  expected: string,
  body: unknown = {},
) => {
  const call = { method: 'POST', path: '/api/v1/token/rotate', by: 'other' as const, body };
  const answer = await play.call(authorization === undefined ? call : { ...call, authorization }, expected);
  return answer.body.secret as string;
};
const revoke = (play: Play, token: unknown, expected = '200') =>
  play.call({ method: 'POST', path: '/api/v1/token/revoke', by: 'nobody', body: { token } }, expected);
/** The time of the last use is written later, and the first tokens are issued at the same time. */
const shown = ({ items, ...page }: SideAnswer['body']) => ({
  ...page,
  items: items?.map(({ lastUsedAt: _used, createdAt: _created, ...token }: Record<string, unknown>) => token),
});
const list = (play: Play, query: string, authorization: string, expected = '200') =>
  play.call({ method: 'GET', path: `/api/v1/tokens${query}`, by: 'other', authorization }, expected, shown);

export const casesOfTokens: Cases = {
  'tokens: rotated, listed in pages, and revoked by whoever has one': async (play) => {
    const second = bearer(await rotate(play, undefined, '201'));
    await rotate(play, undefined, '200', { overlapMinutes: 43_200 });
    for (const overlapMinutes of [4, 43_201, 5.5, '5', null])
      await rotate(play, second, '400 invalid_schema', { overlapMinutes });
    await rotate(play, second, '400 invalid_schema', { scopes: ['userwrite'] });
    const third = await rotate(play, second, '201', { overlapMinutes: 5 });
    // Its successor was used.
    await rotate(play, undefined, '409 api_token_not_active');
    await revoke(play, third);
    await rotate(play, second, '409 api_token_not_active');
    await list(play, '', second);
    const { body } = await list(play, '?limit=1', second);
    await list(play, `?limit=1&cursor=${body.nextCursor}`, second);
    for (const query of ['limit=0', 'cursor=x', 'status=ACTIVE'])
      await list(play, `?${query}`, second, '400 invalid_schema');
  },
  'tokens: the answer to a revocation says nothing about the token': async (play) => {
    const secret = await rotate(play, undefined, '201');
    for (const token of [secret, secret, `${secret}x`, 'x', 'cbp_', bearer(secret)])
      await revoke(play, token);
    await list(play, '', bearer(secret), '401 invalid_api_token');
    for (const token of ['', 'x'.repeat(256), 7, null, '\0']) await revoke(play, token, '400 invalid_schema');
    await revoke(play, undefined, '400 invalid_schema');
    await revoke(play, 'x'.repeat(3_000), '413 payload_too_large');
    const headers = { 'Content-Type': 'text/plain' };
    const call = {
      method: 'POST',
      path: '/api/v1/token/revoke',
      by: 'nobody',
      rawBody: '{}',
      headers,
    } as const;
    await play.call(call, '415 unsupported_media_type');
    await play.get('/api/v1/token/revoke', '405 method_not_allowed');
  },
  'tokens: a request that waits ends with its token': async (play) => {
    const secret = await rotate(play, undefined, '201');
    const call = { method: 'GET', path: '/changes', by: 'other' } as const;
    const waiting = { ...call, path: '/changes?wait=2', authorization: bearer(secret) };
    const outcomes = await play.atOnce([call, waiting], () => revoke(play, secret));
    deepEqual(outcomes, ['200', '401 invalid_api_token']);
  },
  'tokens: at most 100 valid ones': async (play) => {
    let newest: string | undefined;
    for (let count = 1; count < 100; count++) {
      const secret = await rotate(play, newest, '201');
      newest = bearer(secret);
    }
    await rotate(play, newest, '409 too_many_api_tokens');
    await revoke(play, newest!.slice('Bearer '.length));
    await rotate(play, undefined, '409 api_token_not_active');
  },
};
