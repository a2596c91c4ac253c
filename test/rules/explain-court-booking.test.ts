import { deepEqual, equal } from 'node:assert/strict';
import { expect, it } from 'vitest';
import { explainRules, upsertRules } from '../../src/rules/explain-court-booking.ts';
import { judgeUpsert } from '../../src/rules/upsert-court-booking.ts';
import { holds } from './holds.ts';
import { Memory } from './memory.ts';
import { requests } from './requests.ts';

it('explains every upsert by the rules that passed, the one that did not, and those that were not checked', () => {
  holds(requests, 1_000, (all) => {
    const memory = new Memory();
    // Each one twice, so that there are replays.
    for (const { service, item } of all.flatMap((one) => [one, one])) {
      if (item.action === 'upsert') {
        const verdict = judgeUpsert(memory.knownTo(service), item);
        const violation =
          verdict.outcome === 'refused' &&
          ({ rule: verdict.rejection.error, message: 'No.', stored: verdict.rejection.stored } as const);
        const end = violation || (verdict.outcome === 'replayed' ? 'replayed' : 'written');
        const rules = explainRules(end);
        deepEqual(
          rules.map(({ rule }) => rule),
          upsertRules,
        );
        equal(rules.find(({ passed }) => passed === false)?.rule, violation ? violation.rule : undefined);
        const until = violation ? violation.rule : 'court_booking_overlap';
        const checked =
          verdict.outcome === 'created' || verdict.outcome === 'updated'
            ? Number.POSITIVE_INFINITY
            : upsertRules.indexOf(until);
        for (const [index, { passed }] of rules.entries())
          if (passed !== false) equal(passed, index < checked || null);
        equal(verdict.outcome, memory.copy().send(service, item).outcome);
      }
      memory.send(service, item);
    }
  });
});

it('does not compare a booking that an operator has cancelled by its version', () => {
  const violation = { rule: 'version_conflict', message: 'No.' } as const;
  const stored = { externalUpdatedAt: '', status: 'CANCELLED', cancelledBy: ['OPERATOR'] } as const;
  const passed = (end: Parameters<typeof explainRules>[0]) =>
    Object.fromEntries(explainRules(end).map((one) => [one.rule, one.passed]));
  expect(passed(violation)).toMatchObject({ stale_write: true, version_conflict: false });
  expect(passed({ ...violation, stored: { ...stored, cancelledBy: ['OPERATOR'] } })).toMatchObject({
    user_access_denied: true,
    stale_write: null,
    version_conflict: false,
  });
});

it('validates path parameters before the external service', () => {
  const violation = { rule: 'invalid_schema', message: 'No.' } as const;
  const passed = (isOfPath: boolean) => explainRules({ ...violation, isOfPath }).map((one) => one.passed);
  expect(passed(false).slice(0, 4)).toEqual([true, true, false, null]);
  expect(passed(true).slice(0, 4)).toEqual([true, null, false, null]);
});
