import { describe, expect, it } from 'vitest';
import { isJson } from '../../../src/rules/requests/is-json.ts';

describe('JSON content type', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON ; charset="UTF-8"', true],
    ['application/json;', true],
    ['application/json; charset=utf-8', true],
    ['application/json; charset=utf8', true],
    ['application/json;charset="UTF8"', true],
    ['application/json; charset=utf--8', false],
    ['application/json; xcharset=utf-8', false],
    ['application/json; charset=latin1', false],
    ['application/jsonp', false],
    ['text/plain', false],
    ['', false],
    [null, false],
  ])('%j: %s', (contentType, expected) => {
    expect(isJson(contentType)).toBe(expected);
  });

  it.each([
    ['spaces', ' '],
    ['semicolons', ';'],
    ['quotes', '"'],
    ['parameters', ' ; charset=utf-8'],
  ])('is detected in linear time: %s', (_what, part) => {
    // CPU time does not depend on how busy the machine is. A linear check takes some milliseconds, a quadratic one ten seconds.
    const before = process.threadCpuUsage();
    expect(isJson(`application/json${part.repeat(100_000 / part.length)}x`)).toBe(false);
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });
});
