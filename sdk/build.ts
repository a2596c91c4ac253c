import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

// npm runs it before it packs or publishes (`prepack`), so that what is published is what is here now: `dist` with each
// entry as an ES module and as CommonJS, their types, and the command line as an ES module; and a folder for each entry but the first.
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The entries of the package: `@courtbridge/sdk`, and those below it. What one imports only when it is used is a file beside it. */
const entries = {
  index: 'src/index.ts',
  sync: 'src/sync/index.ts',
  testing: 'src/testing/index.ts',
  webhooks: 'src/webhooks/index.ts',
};

/** The dependencies of the package, which the consumer installs. */
const external = Object.keys(JSON.parse(readFileSync(at('package.json'), 'utf8')).dependencies);

/**
 * Takes the default export of a CommonJS dependency from its `default`. rolldown would take all of `module.exports`, as Node does
 * in ES modules.
 */
const defaultExports = {
  name: 'default-exports',
  // The source map stays right, because the change is at the end of a line.
  renderChunk: (code: string) => ({ code: code.replace(/(= __toESM\(\w+), 1\);$/gm, '$1);'), map: null }),
};

rmSync(at('dist'), { recursive: true, force: true });
for (const [name, input] of Object.entries(entries)) {
  const code = await rolldown({
    input: { [name]: at(input) },
    external,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  });
  // With the sources in them, so that a stack trace of a partner's program says where it was.
  for (const [format, end] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    const names = `[name].${end}`;
    await code.write({
      dir: at('dist'),
      entryFileNames: names,
      chunkFileNames: names,
      format,
      exports: 'named',
      sourcemap: true,
      // Jest cannot `import` in CommonJS.
      dynamicImportInCjs: false,
      plugins: [defaultExports],
    });
  }
  await code.close();
}

/**
 * The types of all entries, once: an ES module and CommonJS can both import a `.d.cts`. The types of the dependencies are among them,
 * because a strict package manager such as pnpm hides them from the declarations of a consumer.
 */
const types = await rollup({
  input: Object.fromEntries(Object.entries(entries).map(([name, input]) => [name, at(input)])),
  plugins: [
    dts({ tsconfig: at('tsconfig.json'), includeExternal: [...external, 'openapi-typescript-helpers'] }),
  ],
  onwarn: ({ message }) => {
    throw new Error(message);
  },
});
await types.write({
  dir: at('dist'),
  format: 'es',
  entryFileNames: '[name].d.cts',
  chunkFileNames: 'types-[name].d.cts',
});
await types.close();

for (const name of Object.keys(entries)) {
  writeFileSync(at(`dist/${name}.d.ts`), `export * from './${name}.cjs';\n`);
  if (name === 'index') continue;
  // For tools that do not read `exports`, such as Parcel and TypeScript's `node10`.
  mkdirSync(at(name), { recursive: true });
  const paths = { main: `../dist/${name}.cjs`, module: `../dist/${name}.js`, types: `../dist/${name}.d.cts` };
  writeFileSync(at(`${name}/package.json`), `${JSON.stringify(paths, null, 2)}\n`);
}

/** The command line uses the entries as files of their own, so that the package contains their code only once. */
const ownEntries = {
  name: 'own-entries',
  resolveId(source: string) {
    const [name] = Object.entries(entries).find(([, input]) => source === input.replace('src/', '../')) ?? [];
    return name ? { id: `./${name}.js`, external: true } : null;
  },
};
const cli = await rolldown({ input: at('src/cli/main.ts'), platform: 'node', plugins: [ownEntries] });
await cli.write({ file: at('dist/cli.js'), format: 'esm', banner: '#!/usr/bin/env node' });
await cli.close();
