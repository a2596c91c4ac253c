import { readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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
    'http-server.ts',
    'log.ts',
    'services',
    'start-failure.ts',
  ],
  'app.ts': ['db', 'log.ts', 'request-log.ts', 'rest', 'routes.ts', 'services'],
  'routes.ts': ['errors.ts', 'pages', 'rest'],
  'http-server.ts': ['app.ts', 'errors.ts'],
  'request-log.ts': ['log.ts', 'rest'],
  'banner.ts': ['env.ts', 'services'],
  'help.ts': ['env.ts'],
  'start-failure.ts': ['db', 'env.ts'],
  'generated-files.ts': ['env.ts', 'errors.ts', 'help.ts', 'rest'],
  rest: ['db', 'errors.ts', 'services'],
  services: ['db', 'errors.ts'],
  db: ['env.ts', 'errors.ts'],
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

  it('importing a module has no side effect: no module but main does anything at its top', () => {
    for (const file of files.filter((name) => name !== 'main.ts' && name !== 'db/create-migration.ts')) {
      const statements = readFileSync(resolve(source, file), 'utf8')
        .split('\n')
        .filter((line) => /^(await |new |[a-zA-Z.]+\()/.test(line))
        // Handing MikroORM the class of an entity is part of defining it.
        .filter((line) => !/^\w+Schema\.setClass\(/.test(line));
      expect(statements, file).toEqual([]);
    }
  });
});
