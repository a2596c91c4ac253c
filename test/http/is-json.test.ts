import { describe, expect, it } from 'vitest';
import { isJson } from '../../src/http/is-json.ts';

describe('whether a body is JSON by its content type', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON ; charset="UTF-8"', true],
    ['application/json;', true],
    ['application/json; charset=utf-8', true],
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
  ])('is found by work that grows with its length, not with its square: %s', (_what, part) => {
    // Work is counted as time of the processor, which a busy machine does not add to: some milliseconds, and ten seconds if
    // each character was looked at once for each of the others.
    const before = process.threadCpuUsage();
    expect(isJson(`application/json${part.repeat(100_000 / part.length)}x`)).toBe(false);
    const { user, system } = process.threadCpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });
});
