import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileConsumer, createConsumer, run } from '../../harness/clients/sdk-consumer.ts';
import { installed, installSdk } from './installed.ts';

let folder: string;
let entries: string[];
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'courtbridge-without-exports-')));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }');
  await installSdk(folder);
  const { exports } = JSON.parse(
    readFileSync(join(folder, 'node_modules/@courtbridge/sdk/package.json'), 'utf8'),
  );
  entries = Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => `@courtbridge/sdk${path.slice(1)}`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** These packages are installed only in this folder, so the project does not have their types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
const load = async (path: string): Promise<any> => import(pathToFileURL(installed(path)).href);

describe('a tool that does not read `exports`', () => {
  it('resolve, which Browserify, older Jest and ESLint use, finds every entry', async () => {
    const { default: resolve } = await load('resolve/index.js');
    for (const entry of entries) {
      const file = resolve.sync(entry, { basedir: folder });
      expect(file, entry).toMatch(/\/dist\/\w+\.cjs$/);
      expect(existsSync(file)).toBe(true);
      expect(
        await run(
          process.execPath,
          ['-p', `Object.keys(require(${JSON.stringify(file)})).length`],
          folder,
          {},
        ),
      ).toMatch(/^[1-9]/);
      // What Rollup and Metro prefer.
      const packageFilter = (manifest: { main: string; module?: string }) => ({
        ...manifest,
        main: manifest.module ?? manifest.main,
      });
      expect(resolve.sync(entry, { basedir: folder, packageFilter }), entry).toMatch(/\/dist\/\w+\.js$/);
    }
  });

  it('webpack without `exports`, as webpack 4, bundles every entry', async () => {
    const { default: webpack } = await load('webpack/lib/index.js');
    writeFileSync(join(folder, 'all.js'), entries.map((entry) => `import '${entry}';`).join('\n'));
    const stats = await new Promise<{ toJson(): { errors: unknown[] } }>((resolve, reject) =>
      webpack({
        mode: 'development',
        target: 'node',
        context: folder,
        entry: './all.js',
        resolve: { exportsFields: [] },
        output: { path: join(folder, 'out') },
      }).run((error: unknown, done: never) => (error ? reject(error) : resolve(done))),
    );
    expect(stats.toJson().errors).toEqual([]);
  });

  it.each(['typescript-5.4', 'typescript'])(
    '%s with `moduleResolution: node10` has the types of every entry',
    async (compiler) => {
      const consumer = createConsumer([
        {
          file: 'all.ts',
          text: `${entries.map((entry, index) => `import * as m${index} from '${entry}';`).join('\n')}
import type { CourtBooking } from '@courtbridge/sdk';
import type { FollowEvent } from '@courtbridge/sdk/sync';
export const all = [${entries.map((_, index) => `m${index}`).join(', ')}];
export const same = (event: Extract<FollowEvent, { kind: 'initial' }>): CourtBooking => event.booking;
// @ts-expect-error there is no such export
m0.nothing;
`,
        },
      ]);
      await installSdk(consumer);
      writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "private": true }');
      const options = { module: 'commonjs', moduleResolution: 'node10', lib: ['es2022', 'dom'], types: [] };
      expect(compileConsumer(consumer, { tsc: installed(`${compiler}/bin/tsc`), ...options })).toBe('');
      rmSync(consumer, { recursive: true, force: true });
    },
  );
});
