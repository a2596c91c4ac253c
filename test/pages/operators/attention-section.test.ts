import { expect, it } from 'vitest';
import { attentionSection } from '../../../src/pages/operators/attention-section.ts';

it('separates a number from its note', () => {
  const none = { items: [], hasMore: false };
  const webhook = { id: 'w', url: 'https://example.com/hook', partner: 'Partner', failures: 37 };
  const failing = { ...webhook, failingSince: null, pausedBecause: null };
  const shown = String(
    attentionSection(
      {
        openAlerts: none,
        failingWebhooks: { items: [{ ...failing, pausedBecause: 'FAILING' }, failing], hasMore: false },
        expiringTokens: none,
        unusedTokens: none,
        futureVersions: { ...none, count: 0 },
      },
      'VIEWER',
    ),
  );
  expect(shown.match(/37 failed<\/a>[^<·]*(?= · )/g)).toEqual([
    '37 failed</a>, paused: failing',
    '37 failed</a>',
  ]);
});
