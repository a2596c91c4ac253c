import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../scripts/breaking-changes.ts';
import { copyPromised } from '../../../scripts/sdk-last-release.ts';
import { copyOfPackedSdk } from '../../harness/data/packed-sdk.ts';

let scratch: string;
let now: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'courtbridge-comparison-'));
  now = join(scratch, 'now');
  copyPromised(await copyOfPackedSdk(scratch), now);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('comparison of two releases', () => {
  /** Returns the breaking changes between the current types and a changed copy of them. */
  function breaksOf(changes: [from: string, to: string][], pattern = '*.d.cts'): string[] {
    const after = join(scratch, 'after');
    cpSync(now, after, { recursive: true });
    for (const [from, to] of changes) {
      const files = globSync(pattern, { cwd: after })
        .map((file) => join(after, file))
        .filter((file) => readFileSync(file, 'utf8').includes(from));
      expect(files, from).not.toEqual([]);
      for (const file of files) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
    }
    return breakingChanges(now, after);
  }

  it('reports nothing if nothing has changed', () => {
    expect(breaksOf([])).toEqual([]);
  });

  it('reports nothing for a new optional request field, response field, enumeration value, option or export', () => {
    expect(
      breaksOf([
        ['externalUserId: string;', 'externalUserId: string; nickname?: string;'],
        ['updatedAt: string;', 'updatedAt: string; price?: number;'],
        ['"LEFT" | "RIGHT"', '"LEFT" | "RIGHT" | "BOTH"'],
        ['requestId?: string | undefined;', 'requestId?: string | undefined; priority?: number;'],
        ['declare const sdkVersion:', 'declare const more: 1;\ndeclare const sdkVersion:'],
        [' createPartnerClient,', ' more, createPartnerClient,'],
      ]),
    ).toEqual([]);
  });

  it('reports each change that breaks, of many at a time', () => {
    const changes: [name: string, from: string, to: string, expected: RegExp][] = [
      [
        'a code more in an operation',
        '["EmailAlreadyInUseError"] |',
        '["EmailAlreadyInUseError"] | { type: "email_blocked"; message: string } |',
        /email_blocked/,
      ],
      ['a code less', 'components["schemas"]["StaleWriteError"] |', '', /stale_write/],
      ['a removed response field', 'updatedAt: string;', '', /updatedAt/],
      ['a newly required request field', 'birthday?: Date', 'birthday: Date', /birthday/],
      ['a Date that is no longer accepted', 'startDate: Date | string', 'startDate: string', /startDate/],
      ['an option less', 'maxDelayMs?: number | undefined;', '', /maxDelayMs/],
      [
        'an argument that a type needs now',
        'PartnerResult<Operation extends OperationName = OperationName>',
        'PartnerResult<Operation extends OperationName>',
        /PartnerResult/,
      ],
      ['an export less', ' as RetryOptions,', ' as Retries,', /RetryOptions/],
      ['a removed option of the test API', 'retryAfterSeconds?: number;', '', /retryAfterSeconds/],
      ['a newly required option of the test API', 'times?: number;', 'times: number;', /times/],
    ];
    const breaks = breaksOf(changes.map(([, from, to]) => [from, to])).join('\n');
    for (const [name, , , expected] of changes) expect(breaks, name).toMatch(expected);
    // A renamed call hides what else changes in it.
    expect(breaksOf([['createUser: (', 'addUser: (']]).join('\n')).toMatch(/createUser/);
  });

  it('reports missing CommonJS, a missing entry and a higher Node version', () => {
    const breaks = breaksOf(
      [
        ['"require"', '"deno"'],
        ['"./testing"', '"./tests"'],
        ['>=20', '>=24'],
      ],
      'package.json',
    );
    expect(breaks).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/exports \. require types is gone/),
        expect.stringMatching(/exports \.\/testing import types is gone/),
        expect.stringMatching(/engines is >=24 now/),
      ]),
    );
    expect(breaks.every((text) => text.startsWith('package.json: '))).toBe(true);
  });
});
