import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, instantAt, microsOf, parseInstant } from '../../src/rules/instant.ts';

const first = Date.UTC(2000, 0, 1);
const last = Date.UTC(2100, 11, 31, 23, 59, 59);
const two = (value: number) => String(value).padStart(2, '0');

const notation = fc
  .record({
    seconds: fc.integer({ min: first / 1_000, max: last / 1_000 }),
    micros: fc.integer({ min: 0, max: 999_999 }),
    offset: fc.integer({ min: -14 * 60, max: 14 * 60 }),
    zulu: fc.boolean(),
    zeros: fc.integer({ min: 0, max: 3 }),
    lower: fc.boolean(),
  })
  .map(({ seconds, micros, offset, zulu, zeros, lower }) => {
    const utc = `${new Date(seconds * 1_000).toISOString().slice(0, 19)}.${String(micros).padStart(6, '0')}Z`;
    const shift = zulu ? 0 : offset;
    const wall = new Date((seconds + shift * 60) * 1_000).toISOString().slice(0, 19);
    const fraction =
      micros === 0 && zeros === 0 ? '' : `.${String(micros).padStart(6, '0')}${'0'.repeat(zeros)}`;
    const sign = shift < 0 ? '-' : '+';
    const zone = zulu ? 'Z' : `${sign}${two(Math.floor(Math.abs(shift) / 60))}:${two(Math.abs(shift) % 60)}`;
    const text = `${wall}${fraction}${zone}`;
    return { text: lower ? text.toLowerCase() : text, utc };
  });

describe('instants', () => {
  it('are the same after counting their microseconds, in either format', () => {
    fc.assert(
      fc.property(notation, ({ utc }) => {
        expect(instantAt(microsOf(utc))).toBe(utc);
        expect(instantAt(microsOf(formatInstant(utc)))).toBe(utc);
      }),
    );
  });

  it('every notation is parsed to the same instant, to the microsecond', () => {
    fc.assert(
      fc.property(notation, ({ text, utc }) => {
        expect(parseInstant(text)).toEqual({ instant: utc });
      }),
      { numRuns: 2_000 },
    );
  });

  it('parsed instants sort as strings, whatever their notation', () => {
    fc.assert(
      fc.property(notation, notation, (a, b) => {
        const [x, y] = [parseInstant(a.text), parseInstant(b.text)] as { instant: string }[];
        const micros = (utc: string) =>
          BigInt(Date.parse(`${utc.slice(0, 19)}Z`)) * 1_000n + BigInt(utc.slice(20, 26));
        expect(x!.instant < y!.instant).toBe(micros(a.utc) < micros(b.utc));
      }),
    );
  });

  it('a formatted instant is parsed to the same instant', () => {
    fc.assert(
      fc.property(notation, ({ utc }) => {
        expect(parseInstant(formatInstant(utc))).toEqual({ instant: utc });
      }),
    );
  });

  it.each([
    ['2027-01-01T10:00:00.000000Z', '2027-01-01T10:00:00.000Z'],
    ['2027-01-01T10:00:00.120000Z', '2027-01-01T10:00:00.120Z'],
    ['2027-01-01T10:00:00.120100Z', '2027-01-01T10:00:00.120100Z'],
    ['2027-01-01T10:00:00.000001Z', '2027-01-01T10:00:00.000001Z'],
    // Of a Date, with milliseconds only.
    ['2027-01-01T10:00:00.000Z', '2027-01-01T10:00:00.000Z'],
    ['2027-01-01T10:00:00.120Z', '2027-01-01T10:00:00.120Z'],
  ])('%s is formatted as %s', (instant, printed) => {
    expect(formatInstant(instant)).toBe(printed);
  });

  it.each([
    ['2000-01-01T00:00:00Z', true],
    ['1999-12-31T23:59:59Z', false],
    ['2000-01-01T00:59:00+01:00', false],
    ['2100-12-31T23:59:59.999999Z', true],
    ['2101-01-01T00:00:00Z', false],
    ['2028-02-29T00:00:00Z', true],
    ['2100-02-29T00:00:00Z', false],
    ['2027-04-31T00:00:00Z', false],
    ['2027-13-01T00:00:00Z', false],
    ['2027-00-01T00:00:00Z', false],
    ['2027-01-01T23:59:60Z', false],
    ['2027-01-01T24:00:00Z', false],
    ['2027-01-01T10:60:00Z', false],
    ['2027-01-01T10:00:00+23:59', true],
    ['2027-01-01T10:00:00-00:00', true],
    ['2027-01-01T10:00:00+10:60', false],
    ['2027-01-01T10:00:00+24:00', false],
    ['2027-01-01T10:00:00', false],
    ['2027-01-01T10:00:00+0100', false],
    ['2027-01-01T10:00Z', false],
    ['2027-01-01T10:00:00.Z', false],
    ['2027-1-1T10:00:00Z', false],
    ['+002027-01-01T10:00:00Z', false],
    ['2027-01-01T10:00:00.1234567Z', false],
    ['2027-01-01T10:00:00.1234560Z', true],
    ['2027-01-01T10:00:00.12345600Z', true],
    ['2027-01-01T10:00:00.123456000Z', true],
    ['2027-01-01T10:00:00.123456001Z', false],
    ['2027-01-01T10:00:00.1234560000Z', false],
    ['2027-01-01T10:00:00.0Z', true],
    ['2027-01-01T10:00:00Z\n', false],
    ['２027-01-01T10:00:00Z', false],
    ['', false],
  ])('%s is accepted: %s', (text, accepted) => {
    expect('instant' in parseInstant(text)).toBe(accepted);
  });

  it('a fraction of 60,000 digits is rejected', () => {
    const text = `2027-01-01T10:00:00.${'0'.repeat(60_000)}Z`;
    expect(parseInstant(text)).toEqual({ fault: 'Must have at most 9 digits after the second.' });
  });

  it.each([
    ['tomorrow', 'Must be a date-time with an offset (RFC 3339), such as 2026-05-01T10:00:00Z.'],
    ['2027-02-30T10:00:00Z', 'Must be a date of the calendar and a time from 00:00:00 to 23:59:59.'],
    ['2027-01-01T10:00:00+24:00', 'The offset must be from -23:59 to +23:59.'],
    [
      '2027-01-01T10:00:00.0000001Z',
      'Must not be finer than a microsecond: the seventh to ninth digit after the second must be 0.',
    ],
    ['2027-01-01T10:00:00.0000000000Z', 'Must have at most 9 digits after the second.'],
    ['2101-01-01T00:00:00Z', 'Must be in the years 2000 to 2100.'],
  ])('%s is rejected: %s', (text, fault) => {
    expect(parseInstant(text)).toEqual({ fault });
  });
});
