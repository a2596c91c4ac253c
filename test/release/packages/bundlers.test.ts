import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath, launchBrowser, warnWithoutBrowser } from '../../harness/clients/browser.ts';
import { run, sdkVersion } from '../../harness/clients/sdk-consumer.ts';
import type { Tenant } from '../../harness/data/factories.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';
import { startFront } from './front.ts';
import { installed, installSdk, versionOf } from './installed.ts';

type Target = 'node' | 'browser';

/** Bundles an entry into a folder with the bundler's defaults. Throws on a warning. Returns the file to run. */
type Bundle = (entry: string, out: string, target: Target) => Promise<string>;

// These packages are installed only in this folder, so the project does not have their types.
// biome-ignore lint/suspicious/noExplicitAny: see above
const load = async (path: string): Promise<any> => import(pathToFileURL(installed(path)).href);

const refuse = (warning: unknown) => {
  throw new Error(`The bundler warns: ${JSON.stringify(warning)}`);
};

const bundlers: Record<string, Bundle> = {
  async esbuild(entry, out, platform) {
    const { build } = await load('esbuild/lib/main.js');
    const outfile = join(out, platform === 'node' ? 'main.cjs' : 'main.js');
    const done = await build({ entryPoints: [entry], bundle: true, platform, outfile, logLevel: 'silent' });
    if (done.warnings.length > 0) refuse(done.warnings);
    return outfile;
  },
  async webpack(entry, out, target) {
    const { default: webpack } = await load('webpack/lib/index.js');
    const filename = target === 'node' ? 'main.cjs' : 'main.js';
    const chunkFilename = `chunk.${target === 'node' ? 'cjs' : 'js'}`;
    const compiler = webpack({
      mode: 'production',
      target: target === 'node' ? 'node' : 'web',
      entry,
      output: { path: out, filename, chunkFilename },
    });
    const stats = await new Promise<{ toJson(): { errors: unknown[]; warnings: unknown[] } }>(
      (resolve, reject) =>
        compiler.run((error: unknown, done: never) => (error ? reject(error) : resolve(done))),
    );
    await new Promise((resolve) => compiler.close(resolve));
    const { errors, warnings } = stats.toJson();
    if (errors.length + warnings.length > 0) refuse([...errors, ...warnings]);
    return join(out, filename);
  },
  async vite(entry, out, target) {
    const { build } = await load('vite/dist/node/index.js');
    await build({
      configFile: false,
      root: join(entry, '..'),
      customLogger: {
        info() {},
        warn: refuse,
        warnOnce: refuse,
        error: refuse,
        clearScreen() {},
        hasWarned: false,
        hasErrorLogged: () => false,
      },
      ...(target === 'node' ? { ssr: { noExternal: true } } : {}),
      build: {
        outDir: out,
        emptyOutDir: false,
        ...(target === 'node' ? { ssr: entry } : { modulePreload: false }),
        rollupOptions: { input: entry, output: { entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' } },
      },
    });
    return join(out, 'main.mjs');
  },
  async rollup(entry, out, target) {
    const { rollup } = await load('rollup/dist/es/rollup.js');
    const { nodeResolve } = await load('@rollup/plugin-node-resolve/dist/es/index.js');
    const plugins = [nodeResolve({ browser: target === 'browser' })];
    const bundle = await rollup({ input: entry, plugins, onwarn: refuse });
    await bundle.write({ dir: out, format: 'es', entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' });
    await bundle.close();
    return join(out, 'main.mjs');
  },
};

/** Parcel 2 does not read `exports`, unless a project allows it. Its warnings go to its output. */
const parcel: Bundle = async (entry, out, target) => {
  const args = [
    installed('parcel/lib/cli.js'),
    'build',
    entry,
    '--target',
    `for-${target}`,
    '--dist-dir',
    out,
  ];
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1', NODE_ENV: 'production' };
  const said = await run(process.execPath, [...args, '--no-cache'], folder, env, 120_000);
  if (/warn/i.test(said)) refuse(said);
  const built = join(out, `for-${target}`, basename(entry));
  if (target === 'node') return built;
  const module = built.replace(/js$/, 'mjs');
  renameSync(built, module);
  return module;
};
bundlers.parcel = parcel;

let service: TestService;
let tenant: Tenant;
let folder: string;
/** No packages are installed here. */
let bundles: string;
let front: Awaited<ReturnType<typeof startFront>>;
let browser: Browser | undefined;

beforeAll(async () => {
  warnWithoutBrowser();
  service = await startTestService('postgresql');
  tenant = await service.factories.tenant();
  folder = mkdtempSync(join(tmpdir(), 'courtbridge-bundlers-'));
  bundles = mkdtempSync(join(tmpdir(), 'courtbridge-bundles-'));
  const targets = {
    'for-node': { context: 'node', includeNodeModules: true, outputFormat: 'commonjs', sourceMap: false },
    'for-browser': { context: 'browser', outputFormat: 'esmodule', publicUrl: './', sourceMap: false },
  };
  const manifest = { name: 'consumer', private: true, type: 'module', targets };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  await installSdk(folder);
  writeFileSync(join(folder, 'main.js'), program);
  writeFileSync(
    join(folder, 'small.js'),
    "import { sdkVersion } from '@courtbridge/sdk';\nconsole.log(sdkVersion);\n",
  );
  front = await startFront(service.address, (path) => {
    const file = join(bundles, path);
    return path.endsWith('js') && existsSync(file) ? readFileSync(file) : undefined;
  });
  if (browserPath !== undefined) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  front?.close();
  await service?.stop();
  for (const each of [folder, bundles]) rmSync(each, { recursive: true, force: true });
});

/** Uses the client, a logger from its separate chunk, a synchronization and a webhook. */
const program = `
import { createPartnerClient } from '@courtbridge/sdk';
import { createBookingSync } from '@courtbridge/sdk/sync';
import { createWebhookVerifier, signWebhook } from '@courtbridge/sdk/webhooks';

async function main({ options, name, courtId, day, secret }) {
  const levels = new Set();
  const at = (level) => () => levels.add(level);
  const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const client = createPartnerClient({ ...options, logger });
  const user = await client.createUser({ email: name + '@example.com', externalUserId: name, firstName: 'Ada', lastName: 'L' });
  const [startDate, endDate] = [day + 'T10:00:00Z', day + 'T11:00:00Z'];
  const booking = { externalCourtBookingId: name, courtId, startDate, endDate, externalUpdatedAt: '2026-11-20T12:00:00Z' };
  const scope = { courts: [courtId], from: day + 'T00:00:00Z', to: day + 'T23:00:00Z' };
  const { summary } = await createBookingSync({ client, source: [{ ...booking, participants: [{ userId: user.id }] }], scope }).sync();
  const data = { externalCourtBookingId: name };
  const body = JSON.stringify({ type: 'court_booking.cancelled', timestamp: new Date().toISOString(), sequence: 1, data });
  const event = await createWebhookVerifier({ secrets: secret }).verify(await signWebhook({ secret, body }), body);
  return { firstName: user.firstName, created: summary.created, type: event.type, levels: [...levels] };
}
globalThis.done = main(globalThis.given ?? JSON.parse(process.env.GIVEN));
if (!globalThis.given) globalThis.done.then((done) => console.log(JSON.stringify(done)));
`;

const expected = { firstName: 'Ada', created: 1, type: 'court_booking.cancelled', levels: ['debug'] };
let day = 0;
const givenTo = (name: string, more: object = {}) => ({
  options: { baseUrl: front.address, token: tenant.token, ...more },
  name,
  courtId: tenant.courtIds[0],
  day: `2027-03-${String(++day).padStart(2, '0')}`,
  secret: `whsec_${Buffer.alloc(32, 's').toString('base64')}`,
});

describe.each(Object.entries(bundlers).map(([name, bundle]) => [name, versionOf(name), bundle] as const))(
  '%s %s',
  (name, _version, bundle) => {
    const bundled = (entry: string, target: Target) =>
      bundle(join(folder, entry), join(bundles, name, target, entry), target);

    it('the bundle for Node runs without a warning and without installed packages', async () => {
      const file = await bundled('main.js', 'node');
      const env = { PATH: process.env.PATH ?? '', GIVEN: JSON.stringify(givenTo(`${name}-node`)) };
      expect(JSON.parse(await run(process.execPath, [file], bundles, env))).toEqual(expected);
    });

    it.skipIf(browserPath === undefined)('the bundle for a browser runs in one', async () => {
      const file = await bundled('main.js', 'browser');
      const page = await browser!.newPage();
      await page.goto(front.address);
      const given = givenTo(`${name}-browser`, { dangerouslyAllowBrowser: true });
      await page.evaluate(`globalThis.given = ${JSON.stringify(given)}`);
      const type = file.endsWith('.mjs') ? 'module' : '';
      await page.addScriptTag({ url: file.slice(bundles.length), type });
      expect(await page.evaluate('globalThis.done')).toEqual(expected);
      await page.close();
    });

    it('leaves out unused code', async () => {
      const file = await bundled('small.js', 'browser');
      const code = readFileSync(file, 'utf8');
      expect(code).toContain(sdkVersion);
      // esbuild keeps code that runs when a module is loaded, such as checks composed of others. Parcel adds its runtime, and
      // writes the chunk of the first call, which this program never loads.
      expect(code.length).toBeLessThan(3_800);
      const all = readdirSync(join(file, '..')).map((each) => readFileSync(join(file, '..', each), 'utf8'));
      expect(all.join('')).not.toContain('by-external-id');
    });
  },
);
