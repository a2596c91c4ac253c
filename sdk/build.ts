import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

// npm runs it before it packs or publishes (`prepack`), so that what is published is what is here now: `dist` with each
// entry as an ES module and as CommonJS, and the types of both.
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The entries of the package: `@courtbridge/sdk`, and those below it. What one imports only when it is used is a file beside it. */
const entries = {
  index: 'src/index.ts',
  sync: 'src/sync/index.ts',
  testing: 'src/testing/index.ts',
  webhooks: 'src/webhooks/index.ts',
};

/** Whose types are bundled, so that the package needs nothing of others. */
const bundled = ['openapi-fetch', 'openapi-typescript-helpers'];

rmSync(at('dist'), { recursive: true, force: true });
for (const [name, input] of Object.entries(entries)) {
  const file = at(`dist/${name}`);
  const code = await rolldown({
    input: { [name]: at(input) },
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
    });
  }
  await code.close();

  const types = await rollup({
    input: at(input),
    plugins: [dts({ includeExternal: bundled, tsconfig: at('tsconfig.json') })],
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  await types.write({ file: `${file}.d.ts`, format: 'es' });
  await types.close();
  copyFileSync(`${file}.d.ts`, `${file}.d.cts`);
}
// The license of what is bundled must travel with it.
const license = readFileSync(at('../node_modules/openapi-fetch/LICENSE'), 'utf8');
writeFileSync(at('dist/THIRD-PARTY-LICENSES.txt'), `openapi-fetch\n\n${license}`);
