import { describe, expect, it } from 'vitest';
import { type ScaleResults, storedAfter } from '../codegen/scale-page.ts';

describe('the computed numbers of docs/scale.md', () => {
  const measured: ScaleResults = {
    bookings: 1,
    postgresql: '18',
    cores: 2,
    writesPerBooking: 2,
    bytesPerBooking: {
      court_bookings: 1_000,
      audit_events: 100,
      changes: 10,
      partner_requests: 1,
      change_outbox: 5_000,
    },
    walBytesPerBooking: 1,
  };
  it.each([
    ['all records during the shortest retention', 30, 30 * 1_111],
    ['changes and requests for 30 days', 365, 365 * 1_100 + 30 * 11],
    ['audit events for two years, and bookings for ever', 3_650, 3_650 * 1_000 + 730 * 100 + 30 * 11],
  ])('what is stored has %s', (_what, days, bytes) => {
    expect(storedAfter(days, 10, measured)).toBe(10 * bytes);
  });
});
