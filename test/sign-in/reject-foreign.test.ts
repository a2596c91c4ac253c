import { expect, it } from 'vitest';
import { rejectForeign } from '../../src/sign-in/reject-foreign.ts';
import { refusalOf } from '../harness/assertions/refusal-of.ts';

const from = (headers: Record<string, string>) => () =>
  rejectForeign(new Request('http://inside:4000/graphql', { headers: { Host: 'club.example', ...headers } }));

it.each([
  ['no browser', {}],
  ['one of our own pages', { Origin: 'https://club.example', 'Sec-Fetch-Site': 'same-origin' }],
  ['one of our own pages, to a browser that says no more', { Origin: 'http://club.example' }],
  ['somebody at the address bar', { 'Sec-Fetch-Site': 'none' }],
  ['a link within our own pages', { 'Sec-Fetch-Site': 'same-origin' }],
  [
    'a proxy that hides how near the page is',
    { Origin: 'https://club.example', 'Sec-Fetch-Site': 'same-site' },
  ],
])('accepts a request from %s: %j', (_who, headers) => {
  expect(from(headers)).not.toThrow();
});

it.each([
  ['of another site', { Origin: 'https://evil.example' }],
  ['of another site, without its origin', { 'Sec-Fetch-Site': 'cross-site' }],
  ['from another host of the same site', { Origin: 'https://blog.club.example' }],
  ['from another host of the same site, without its origin', { 'Sec-Fetch-Site': 'same-site' }],
  ['of another port', { Origin: 'https://club.example:8443' }],
  ['that hides its origin', { Origin: 'null' }],
  ['with the origin null', { Origin: '' }],
  ['that calls itself near', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
  ['from the address that this process listens on', { Origin: 'http://inside:4000' }],
])('rejects a request from a page %s: %j', async (_which, headers) => {
  expect(await refusalOf(from(headers))).toMatchObject({
    type: 'operator_permission_denied',
    message: 'The request came from a page of another site.',
  });
});
