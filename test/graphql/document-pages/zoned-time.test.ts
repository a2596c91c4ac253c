import { describe, expect, it } from 'vitest';
import { documentForm } from '../../../src/graphql/document-pages/form.ts';
import { readValues } from '../../../src/graphql/document-pages/values.ts';
import { instantOf, toInputTime } from '../../../src/graphql/document-pages/zoned-time.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

describe('local times of forms', () => {
  it.each([
    ['2026-07-01T12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-12-01T23:30', 'America/New_York', '2026-12-02T04:30:00.000Z'],
    ['2026-12-01T23:30', 'UTC', '2026-12-01T23:30:00.000Z'],
    ['2026-12-01T00:15', 'Asia/Kathmandu', '2026-11-30T18:30:00.000Z'],
    // Repeated: the first one.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    // Skipped: as far after the change.
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ])('%s in %s is %s', (local, timeZone, instant) => {
    expect(instantOf(local, timeZone)).toBe(instant);
  });

  it('a form reads a local time with its seconds', () => {
    const page = { variables: [{ name: 'startDate', type: schema.getType('DateTime') }] } as never;
    const sent = new URLSearchParams({ startDate: '2026-10-25T02:30:59' });
    const startDate = '2026-10-25T00:30:59.000Z';
    expect(readValues(page, sent, 'Europe/Berlin').variables).toEqual({ startDate });
  });

  it('a task rejects a local time that clocks skip', () => {
    const types = { startDate: 'DateTime', label: 'String', reason: 'String' };
    const variables = Object.entries(types).map(([name, type]) => ({ name, type: schema.getType(type) }));
    const skipped = '2026-03-29T02:30';
    // Texts may look like times.
    const sent = new URLSearchParams({ startDate: skipped, label: skipped, reason: '2026-02-30T25:61' });
    const { faults } = readValues({ isMutation: true, variables } as never, sent, 'Europe/Berlin');
    expect(faults).toMatchObject([{ message: 'Start date: clocks in Europe/Berlin skip this time.' }]);
  });

  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
    'a form in %s that is sent as it is shown has the same instants, also when clocks change',
    (timeZone) => {
      const page = { variables: [{ name: 'startDate', type: schema.getType('DateTime') }] } as never;
      const days = ['03-08', '03-29', '04-05', '10-04', '10-25', '11-01'].map((day) =>
        Date.parse(`2026-${day}`),
      );
      for (let hour = 0; hour < days.length * 48; hour += 0.5) {
        const at = days[Math.floor(hour / 48)]! + ((hour % 48) - 24) * 3_600_000;
        const startDate = new Date(at).toISOString();
        const none = { texts: () => [], faults: [], names: new Map(), candidates: new Map() };
        const state = { ...none, text: () => startDate, timeZone };
        const html = String(documentForm(page, state, { action: '/', submit: '' }));
        const [, shown] = /value="([^"]*)" id="field-startDate"/.exec(html)!;
        const sent = new URLSearchParams({ startDate: shown! });
        expect(readValues(page, sent, timeZone).variables, shown).toEqual({ startDate });
      }
    },
  );

  it('an instant is shown in the time zone', () => {
    expect(toInputTime('2026-12-02T04:30:00.000123Z', 'America/New_York')).toBe('2026-12-01T23:30');
  });
});
