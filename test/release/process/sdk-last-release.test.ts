import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../scripts/breaking-changes.ts';
import { blocksIn } from '../../../scripts/readme-blocks.ts';
import { copyPromised, unpackLastRelease } from '../../../scripts/sdk-last-release.ts';
import { blocks } from '../../harness/clients/sdk-consumer.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { copyOfPackedSdk } from '../../harness/data/packed-sdk.ts';

const scratch = scratchFolder();
const now = join(scratch, 'now');

beforeAll(async () => {
  copyPromised(await copyOfPackedSdk(scratch), now);
});

describe('types of the last release and of this version', () => {
  it('have no breaking change, unless a note of `npx changeset` announces a major version', () => {
    const notes = globSync('.changeset/*.md').map((path) => readFileSync(path, 'utf8'));
    const mayBreak = notes.some((note) => /^['"]@courtbridge\/sdk['"]: major$/m.test(note));
    const breaks = mayBreak ? [] : breakingChanges(unpackLastRelease(join(scratch, 'before')), now);
    expect(breaks, 'note it as major with npx changeset, or take it back').toEqual([]);
  });
});

it('the promises of a release include every example of the README and the guides', () => {
  expect(blocksIn(now)).toEqual(blocks);
});
