import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The entries of the package: `@courtbridge/sdk` and `@courtbridge/sdk/testing`. */
const entries = { index: 'src/index.ts', testing: 'src/testing/index.ts' };

/** What is bundled, so that the package needs nothing at run time; its license must travel with it. */
const bundled = ['openapi-fetch'];

/** Writes `dist`: each entry as an ES module and as CommonJS, and the types of both. */
export async function buildSdk(): Promise<void> {
  rmSync(at('dist'), { recursive: true, force: true });
  for (const [name, input] of Object.entries(entries)) {
    const code = await rolldown({
      input: at(input),
      platform: 'neutral',
      resolve: { mainFields: ['module', 'main'] },
    });
    await code.write({ file: at(`dist/${name}.js`), format: 'esm' });
    await code.write({ file: at(`dist/${name}.cjs`), format: 'cjs', exports: 'named' });
    await code.close();

    const types = await rollup({
      input: at(input),
      plugins: [
        dts({ includeExternal: [...bundled, 'openapi-typescript-helpers'], tsconfig: at('tsconfig.json') }),
      ],
      onwarn: (warning) => {
        throw new Error(warning.message);
      },
    });
    await types.write({ file: at(`dist/${name}.d.ts`), format: 'es' });
    await types.close();
    copyFileSync(at(`dist/${name}.d.ts`), at(`dist/${name}.d.cts`));
  }
  const licenses = bundled.map(
    (name) => `${name}\n\n${readFileSync(at(`../node_modules/${name}/LICENSE`), 'utf8')}`,
  );
  writeFileSync(at('dist/THIRD-PARTY-LICENSES.txt'), licenses.join('\n'));
}

if (import.meta.main) await buildSdk();
