import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** Imports run one way. A layer may import what stands here; a file at the top is a layer of its own. */
const mayImport: Record<string, string[]> = {
  'main.ts': [
    'app.ts',
    'banner.ts',
    'db',
    'env.ts',
    'help.ts',
    'http',
    'log.ts',
    'services',
    'start-failure.ts',
  ],
  'db-migrate.ts': ['db', 'env.ts', 'start-failure.ts'],
  'app.ts': ['db', 'graphql', 'http', 'log.ts', 'request-log.ts', 'rest', 'routes.ts', 'services'],
  'routes.ts': ['errors.ts', 'graphql', 'http', 'pages', 'rest'],
  'request-log.ts': ['log.ts', 'rest'],
  'banner.ts': ['env.ts', 'services'],
  'help.ts': ['env.ts'],
  'start-failure.ts': ['db', 'env.ts'],
  rest: ['db', 'errors.ts', 'http', 'services'],
  graphql: ['db', 'errors.ts', 'http', 'services'],
  services: ['db', 'errors.ts'],
  db: ['env.ts', 'errors.ts'],
  http: ['errors.ts'],
  pages: [],
  'env.ts': [],
  'errors.ts': [],
  'log.ts': [],
};

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const layerOf = (file: string) => file.split('/')[0]!;

describe('imports run one way', () => {
  it.each(files)('%s', (file) => {
    const text = readFileSync(resolve(source, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?'(\.{1,2}\/[^']+)'/g)) {
      const target = relative(source, resolve(source, dirname(file), specifier!));
      const [from, to] = [layerOf(file), layerOf(target)];
      if (from === to) continue;
      expect(mayImport[from] ?? [], `${file} imports ${target}`).toContain(to);
    }
  });

  it('the SDK imports nothing of the service, nor the service of the SDK', () => {
    const top = resolve(source, '..');
    const sdk = readdirSync(resolve(top, 'sdk'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const all = [...sdk.map((file) => `sdk/${file}`), ...files.map((file) => `src/${file}`)];
    for (const file of all) {
      const folder = file.split('/')[0]!;
      // What a file writes into another stands in backticks.
      const text = readFileSync(resolve(top, file), 'utf8').replaceAll(/`[^`]*`/g, '');
      for (const [, specifier] of text.matchAll(/^(?:import|export)\b[^;`]*?from '([^']+)';$/gm)) {
        const isOwn = specifier!.startsWith('.');
        const target = relative(top, resolve(top, dirname(file), specifier!));
        if (isOwn) expect(target.split('/')[0], `${file} imports ${specifier}`).toBe(folder);
        // What partners run has nothing but what is bundled.
        else if (file.startsWith('sdk/src/')) expect(specifier, file).toBe('openapi-fetch');
      }
    }
    expect(sdk.length).toBeGreaterThan(10);
  });

  it('importing a module has no side effect: every one but those that are started, in a process that then ends by itself and says nothing', () => {
    const modules = files
      .filter((file) => !['main.ts', 'db-migrate.ts'].includes(file))
      .map((file) => pathToFileURL(resolve(source, file)).href);
    const code = modules.map((url) => `await import(${JSON.stringify(url)});`).join('\n');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});
