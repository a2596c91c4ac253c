import { describe, expect, inject, it } from 'vitest';
import { run } from '../../harness/clients/sdk-consumer.ts';
import { installed } from './installed.ts';

const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1' };

describe('the tarball', () => {
  it('publint reports nothing', async () => {
    const said = await run(
      process.execPath,
      [installed('publint/src/cli.js'), inject('tarball'), '--strict'],
      '.',
      env,
    );
    expect(said).toMatch(/All good!/);
    expect(said).not.toMatch(/Suggestions|Warnings|Errors/);
  });

  it('are-the-types-wrong reports no problem in any resolution mode', async () => {
    const args = [installed('@arethetypeswrong/cli/dist/index.js'), inject('tarball'), '--format', 'json'];
    const report = JSON.parse(await run(process.execPath, args, '.', env)) as {
      analysis: { problems: unknown[]; entrypoints: object };
    };
    expect(report.analysis.problems).toEqual([]);
    expect(Object.keys(report.analysis.entrypoints)).toEqual([
      '.',
      './sync',
      './testing',
      './webhooks',
      './package.json',
    ]);
  });
});
