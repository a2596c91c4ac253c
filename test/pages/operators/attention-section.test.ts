import { expect, it } from 'vitest';
import { attentionSection } from '../../../src/pages/operators/attention-section.ts';

const none = { items: [], hasMore: false };
const nothing = { openAlerts: none, failingWebhooks: none, expiringTokens: none, unusedTokens: none };
const attention = { ...nothing, futureVersions: { ...none, count: 0 } };

it('separates a number from its note', () => {
  const webhook = { id: 'w', url: 'https://example.com/hook', partner: 'Partner', failures: 37 };
  const failing = { ...webhook, failingSince: null, pausedBecause: null };
  const failingWebhooks = { ...none, items: [{ ...failing, pausedBecause: 'FAILING' } as const, failing] };
  const shown = String(attentionSection({ ...attention, failingWebhooks }, 'VIEWER'));
  expect(shown.match(/37 failed<\/a>[^<·]*(?= · )/g)).toEqual([
    '37 failed</a>, paused: failing',
    '37 failed</a>',
  ]);
});

it('leads from an alert to its cause: from a token that expires to a new one, not to a rotation', () => {
  const at = '2026-11-28T12:00:00.000000Z';
  const ids = { apiTokenId: 't', externalServiceId: 'e' };
  const alert = { type: 'API_TOKEN_EXPIRES', message: 'It ends.', data: ids, at };
  // An earlier release did not name the partner.
  const older = { ...alert, data: { apiTokenId: 't' } };
  const ahead = { ...alert, type: 'STAMPS_AHEAD' };
  const token = { ...ids, id: 't', label: 'test', partner: 'Partner', expiresAt: at };
  const page = {
    openAlerts: { ...none, items: [alert, older, ahead] },
    expiringTokens: { ...none, items: [token] },
  };
  const shown = String(attentionSection({ ...attention, ...page } as never, 'ADMIN'));
  expect(shown.match(/issue-api-token\?\S*externalServiceId=\w*/g)).toHaveLength(2);
  expect(shown).not.toContain('rotate-api-token');
  expect(shown).toMatch(/future-versions\?\S*externalServiceId=e"/);
});
