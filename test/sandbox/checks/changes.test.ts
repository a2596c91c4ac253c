import { describe, expect, it } from 'vitest';
import { notices } from '../../../src/sandbox/checks/changes.ts';
import type { Evidence } from '../../../src/sandbox/scenario.ts';

const cancellation = { type: 'court_booking.cancelled', data: { externalCourtBookingId: 'a' } };
const evidence = (tenant: object, copy?: object) =>
  ({ exchanges: [], copy, tenant, changes: async () => [cancellation] }) as unknown as Evidence;

describe('noticing a cancellation', () => {
  it.each([
    ['does not read the changes', {}, undefined, 'failed'],
    ['may have received webhooks, and does not report its copy', { webhook: {} }, undefined, 'not seen'],
    ['reports the cancellation in its copy', { webhook: {} }, { cancelled: ['a'] }, 'passed'],
    ['reports a copy without the cancellation', { webhook: {} }, { cancelled: [] }, 'failed'],
  ])('of a client that %s is judged right', async (_title, tenant, copy, verdict) => {
    expect((await notices.judge(evidence(tenant, copy))).verdict).toBe(verdict);
  });
});
