import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksIn } from '../../../scripts/readme-blocks.ts';
import { unpackLastRelease } from '../../../scripts/sdk-last-release.ts';
import { sdkVersion as versionInCode } from '../../../sdk/src/version.generated.ts';
import {
  blocks,
  compileConsumer,
  createConsumer,
  formerEnvironment,
  readmeEnvironment,
  readmeOutputs,
  run,
  runReadmeBlocks,
  sdkVersion,
} from '../../harness/clients/sdk-consumer.ts';
import { copyOfPackedSdk, installPackedSdk } from '../../harness/data/packed-sdk.ts';
import { startForwardProxy } from '../../harness/servers/forward-proxy.ts';
import { startTestService, type TestService } from '../../harness/servers/test-service.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
let scratch: string;
let packed: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'courtbridge-sdk-'));
  packed = await copyOfPackedSdk(scratch);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const manifest = () => JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));

describe('the package', () => {
  it('has one dependency, no install script, and every file that its exports name', () => {
    const { dependencies, peerDependencies, optionalDependencies, scripts, exports } = manifest();
    expect({ dependencies, peerDependencies, optionalDependencies }).toEqual({
      dependencies: { 'openapi-fetch': '0.17.0' },
    });
    expect(Object.keys(scripts)).toEqual(['prepack']);
    const files = JSON.stringify(exports).match(/\.\/[\w./-]+\.\w+/g)!;
    expect(files).toHaveLength(18);
    for (const file of files) expect(existsSync(join(packed, file)), file).toBe(true);
    // For tools that do not read `exports`.
    for (const entry of Object.keys(exports).filter((name) => /^\.\/\w+$/.test(name))) {
      const folder = join(packed, entry);
      const { main, module, types } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const paths = [main, module, types].map((path) => `./${posix.join(entry, path)}`);
      expect(paths).toEqual([
        exports[entry].require.default,
        exports[entry].import.default,
        exports[entry].require.types,
      ]);
    }
  });

  it('contains exactly these files, with the types once', () => {
    const built = ['cjs', 'cjs.map', 'd.cts', 'd.ts', 'js', 'js.map'].flatMap((end) => [
      `dist/index.${end}`,
      `dist/sync.${end}`,
      `dist/testing.${end}`,
      `dist/webhooks.${end}`,
    ]);
    const chunk = ['cjs', 'cjs.map', 'js', 'js.map'].map((end) => `dist/observe.${end}`);
    const folders = ['sync', 'testing', 'webhooks'].map((name) => `${name}/package.json`);
    const examples = globSync('**/*.*', { cwd: join(top, 'sdk/examples') }).map((file) => `examples/${file}`);
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/cli.js', 'package.json', ...examples];
    const files = readdirSync(packed, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.\w+$|LICENSE/.test(file),
    );
    const isShared = (file: string) => /^dist\/types-[\w.-]+\.d\.cts$/.test(file);
    expect(files.filter((file) => !isShared(file)).sort()).toEqual(
      [...others, ...folders, ...built, ...chunk].sort(),
    );
    const read = (file: string) => readFileSync(join(packed, file), 'utf8');
    for (const declared of [
      /^interface paths \{/m,
      /^interface PartnerClient /m,
      /^declare class PartnerError|PartnerError: ErrorClass/m,
    ])
      expect(files.filter((file) => /\.d\.c?ts$/.test(file) && declared.test(read(file)))).toHaveLength(1);
    const bytes = files.reduce((sum, file) => sum + statSync(join(packed, file)).size, 0);
    expect(bytes, `${bytes} bytes`).toBeLessThan(2_887_000);
  });

  it('exports every type that the declarations of a consumer may have to name', () => {
    const paths = globSync('dist/*.d.cts', { cwd: packed }).map((file) => join(packed, file));
    const program = ts.createProgram(paths, { noLib: true, types: [], module: ts.ModuleKind.NodeNext });
    const checker = program.getTypeChecker();
    const exportsOf = (path: string) =>
      checker
        .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(path)!)!)
        .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
    const isShared = (path: string) => path.includes('/types-');
    const exported = new Set(paths.filter((path) => !isShared(path)).flatMap(exportsOf));
    // A compiler names what a file exports, even if nobody can import that file.
    const shared = paths.filter(isShared).flatMap(exportsOf);
    expect(shared.filter((symbol) => !exported.has(symbol)).map(({ name }) => name)).toEqual([]);
    // A type alias that no file exports is written out.
    const named = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(packed))
      .flatMap(({ statements }) => [...statements])
      .filter(
        (node) =>
          ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node),
      );
    expect(named.length).toBeGreaterThan(60);
    const hidden = named.filter((node) => !exported.has(checker.getSymbolAtLocation(node.name!)!));
    // Only their members are used.
    expect(hidden.map(({ name }) => name!.text.replace(/\$\d$/, '')).sort()).toEqual([
      'EventFields',
      'RequestBodies',
    ]);
  });

  it('cannot be published by hand, neither from its sources nor as a tarball of them', async () => {
    const copy = join(scratch, 'by-hand');
    for (const name of ['sdk', 'tsconfig.json'])
      cpSync(join(top, name), join(copy, name), { recursive: true });
    rmSync(join(copy, 'sdk/dist'), { recursive: true, force: true });
    const npm = (...args: string[]) =>
      run('npm', [...args, '--ignore-scripts'], join(copy, 'sdk'), {
        PATH: process.env.PATH!,
        HOME: scratch,
        // Nothing listens on this port.
        npm_config_registry: 'http://127.0.0.1:9',
        'npm_config_//127.0.0.1:9/:_authToken': 'x',
        npm_config_fetch_retries: '0',
      });
    await npm('pack');
    const tarball = `courtbridge-sdk-${sdkVersion}.tgz`;
    for (const what of [[], [`./${tarball}`]]) {
      await expect(npm('publish', ...what)).rejects.toThrow(/EPRIVATE[\s\S]*marked as private/);
    }
    // The release tool publishes this manifest.
    expect(manifest().private).toBeUndefined();
  });

  it('imports only its dependency, and its own chunk when needed', () => {
    const imports: Record<string, RegExp[]> = {
      'index.js': [/import\("\.\/observe\.js"\)/, /import .* from "openapi-fetch";\n/],
      'index.cjs': [/require\("\.\/observe\.cjs"\)/, /require\("openapi-fetch"\)/],
      // The command line uses the entries, and Node.
      'cli.js': [
        /import .* from "\.\/index\.js";\n/,
        /import .* from "\.\/webhooks\.js";\n/,
        /(import .* from "node:[\w/]+";\n)+/,
      ],
    };
    // The source maps contain the sources, which import each other.
    for (const file of readdirSync(join(packed, 'dist')).filter((name) => !name.endsWith('.map'))) {
      // Types import each other.
      let text = readFileSync(join(packed, 'dist', file), 'utf8').replaceAll(
        /^(import|export) .*'\.\/[\w.-]+\.cjs';\n/gm,
        (line) => (/\.d\.c?ts$/.test(file) ? '' : line),
      );
      for (const each of imports[file] ?? []) {
        expect(text, file).toMatch(each);
        text = text.replace(each, '');
      }
      expect(text.match(/^.*(\bfrom ['"]|\brequire\(|\bimport\(|\/\/\/ <reference).*$/gm), file).toBeNull();
    }
  });

  describe.each(['js', 'cjs'])('the separate chunk dist/observe.%s', (end) => {
    /** Makes a call with tracing and a logger. Returns the spans and the log lines. */
    const callIn = async (dist: string) => {
      const file = join(scratch, `observed-by-${end}.mjs`);
      writeFileSync(
        file,
        `import { createRequire } from 'node:module';
        import { trace } from '${import.meta.resolve('@opentelemetry/api')}';
        import * as sdk from '${import.meta.resolve('@opentelemetry/sdk-trace')}';
        const exporter = new sdk.InMemorySpanExporter();
        const spanProcessors = [new sdk.SimpleSpanProcessor({ exporter })];
        trace.setGlobalTracerProvider(new sdk.TracerProvider({ spanProcessors }));
        const entry = '${join(dist, `index.${end}`)}';
        const { createPartnerClient } = ${end === 'js' ? 'await import(entry)' : 'createRequire(import.meta.url)(entry)'};
        const lines = [];
        const at = (level) => (message) => lines.push(level + ' ' + message);
        const logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
        const externalServiceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
        const fetch = async () => Response.json({ externalServiceId });
        const options = { baseUrl: 'http://127.0.0.1:9', token: 'x', externalServiceId, fetch, logger };
        const { ok } = await createPartnerClient(options).safe.getToken({ requestId: 'call-1' });
        const spans = exporter.getFinishedSpans().map(({ attributes }) => attributes['courtbridge.operation']);
        console.log(JSON.stringify({ ok, spans, lines }));`,
      );
      return JSON.parse(await run(process.execPath, [file], scratch, {}));
    };

    it('is loaded with the first call, which is traced and logged', async () => {
      expect(await callIn(join(packed, 'dist'))).toEqual({
        ok: true,
        spans: ['getToken'],
        lines: [
          'debug courtbridge getToken call-1, attempt 1: GET http://127.0.0.1:9/api/v1/token',
          expect.stringMatching(/^debug .*: 200 after \d+ ms$/),
        ],
      });
    });

    it('is not needed for a call, and its absence is logged', async () => {
      const alone = join(scratch, `alone-${end}`);
      cpSync(join(packed, 'dist', `index.${end}`), join(alone, `index.${end}`));
      if (end === 'js') writeFileSync(join(alone, 'package.json'), '{ "type": "module" }');
      expect(await callIn(alone)).toEqual({
        ok: true,
        spans: [],
        lines: [expect.stringMatching(/^error courtbridge: No logging: .*observe/s)],
      });
    });
  });

  it('has source maps, so that a stack names the file and line of the source', async () => {
    const script = `
      import { createPartnerClient } from '${join(packed, 'dist/index.js')}';
      try { createPartnerClient({ baseUrl: 'nonsense', token: 'x' }); } catch ({ stack }) { console.log(stack); }`;
    const stack = await run(
      process.execPath,
      ['--enable-source-maps', '--input-type=module', '-e', script],
      scratch,
      {},
    );
    expect(stack).toMatch(/src\/check-arguments\.ts:\d+/);
    for (const file of ['index.js', 'index.cjs', 'observe.js', 'observe.cjs']) {
      const map = JSON.parse(readFileSync(join(packed, `dist/${file}.map`), 'utf8'));
      expect(map.sourcesContent).toHaveLength(map.sources.length);
      expect(JSON.stringify(map.sources)).not.toContain(process.cwd());
    }
  });

  it('has a command line that Node starts, and that its manifest names', () => {
    expect(manifest().bin).toEqual({ courtbridge: 'dist/cli.js' });
    expect(readFileSync(join(packed, 'dist/cli.js'), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('names its repository, homepage and issue tracker', () => {
    const { repository, homepage, bugs } = manifest();
    expect([repository.directory, homepage, bugs]).toEqual([
      'sdk',
      expect.stringMatching(/^https:/),
      expect.stringMatching(/^https:/),
    ]);
  });

  it('has one version in its code and manifest', () => {
    expect(versionInCode).toBe(sdkVersion);
    expect(manifest().version).toBe(sdkVersion);
  });

  it.each([
    ['@courtbridge/sdk', 'index.js', '*', 12_000],
    ['the part that is loaded for a logger or OpenTelemetry', 'observe.js', '*', 1_100],
    [
      '@courtbridge/sdk/sync for bookings, without a client,',
      'sync.js',
      '{ createBookingSync, follow }',
      8_450,
    ],
    ['@courtbridge/sdk/sync for users, without a client,', 'sync.js', '{ createUserSync }', 6_860],
    ['@courtbridge/sdk/webhooks, an import of its own,', 'webhooks.js', '*', 4_500],
    // Contains the rules of the service. Tests import it, so the limit only prevents accidental growth.
    ['@courtbridge/sdk/testing, an import of its own,', 'testing.js', '*', 31_900],
  ])('%s stays within its size limit, minified and gzipped', async (_name, file, names, most) => {
    const entry = join(scratch, 'entry.mjs');
    writeFileSync(entry, `export ${names} from '${join(packed, 'dist', file)}';`);
    const bundle = await rolldown({ input: entry, platform: 'browser' });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    await bundle.close();
    const { length } = gzipSync(output[0].code, { level: 9 });
    expect(length, `${length} bytes`).toBeLessThanOrEqual(most);
  });

  it('leaves unused code out of a bundle', async () => {
    const entry = join(scratch, 'unused.mjs');
    writeFileSync(entry, `import '${join(packed, 'dist/index.js')}';`);
    const bundle = await rolldown({ input: entry, platform: 'browser' });
    const { output } = await bundle.generate({ format: 'esm', minify: true });
    await bundle.close();
    expect(output[0].code.trim()).toBe('');
  });
});

describe('the README and the guides', () => {
  let service: TestService;
  let folder: string;
  let env: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService('postgresql');
    const tenant = await service.factories.tenant();
    env = readmeEnvironment(service.address, tenant);
    folder = createConsumer();
    await installPackedSdk(folder);
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has an expected output for every block', () => {
    expect(blocks.map(({ file }) => file)).toEqual(Object.keys(readmeOutputs));
  });

  it('every block compiles strictly with all declarations checked, and a mistake does not', () => {
    writeFileSync(
      join(folder, 'src/mistake.ts'),
      "import { client } from './client.js';\n// @ts-expect-error fields are missing\nawait client.createUser({ email: 'a' });\n",
    );
    // The compiler's own declarations are not ours to check, and they take most of the time.
    expect(compileConsumer(folder, { skipDefaultLibCheck: true })).toBe('');
  });

  it('every block runs in order and prints the expected output', async () => {
    const outputs = await runReadmeBlocks(folder, env);
    for (const [file, text] of Object.entries(outputs)) {
      expect(text, file).toEqual(readmeOutputs[file]!(sdkVersion));
    }
  });

  it('every request goes through a proxy with the two variables that it documents', async () => {
    const [line] = /^NODE_USE_ENV_PROXY=.*$/m.exec(
      readFileSync(join(top, 'docs/partners/sdk-client.md'), 'utf8'),
    )!;
    const [, variable, value, file] = /^(\w+)=(\w+) HTTPS_PROXY=\S+ node (\S+)$/.exec(line)!;
    const proxy = await startForwardProxy();
    // A separate service, because later blocks have changed the booking of this one.
    const elsewhere = await startTestService('postgresql');
    const ownEnv = readmeEnvironment(elsewhere.address, await elsewhere.factories.tenant());
    // The test service has no TLS, so this sets `HTTP_PROXY`.
    const behind = { ...ownEnv, [variable!]: value!, HTTP_PROXY: proxy.address };
    const said = await run(process.execPath, [join('src', file!)], folder, behind);
    expect(said).toEqual(readmeOutputs['first-call.ts']!(sdkVersion));
    expect(proxy.targets).toContain(new URL(elsewhere.address).host);
    await proxy.close();
    await elsewhere.stop();
  });

  it('the blocks of the last release still run on the current package', async () => {
    const former = createConsumer();
    await installPackedSdk(former);
    const lastRelease = unpackLastRelease(join(former, 'last-release'));
    const texts = blocksIn(lastRelease);
    // `sdk-last-release.test.ts` compares the types.
    const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 };
    for (const { file, text } of texts) {
      const code = file.endsWith('.ts') ? ts.transpile(text, options) : text;
      writeFileSync(join(former, 'src', file.replace(/\.ts$/, '.js')), code);
    }
    // A separate service, because the current blocks may use the same bookings at other times.
    const elsewhere = await startTestService('postgresql');
    const ownEnv = readmeEnvironment(elsewhere.address, await elsewhere.factories.tenant());
    const outputs = await runReadmeBlocks(former, formerEnvironment(ownEnv), texts);
    await elsewhere.stop();
    expect(Object.keys(outputs)).toEqual(texts.map(({ file }) => file));
    expect(outputs['first-call.ts']).toMatch(/^booking-\d+ from 2027-/);
    // Version 1.1 names it `my-sync.test.ts`.
    const tested = Object.keys(outputs).find((file) => file.startsWith('my-sync'))!;
    expect(outputs[tested]).toEqual(readmeOutputs['my-sync-test.ts']!(sdkVersion));
    rmSync(former, { recursive: true, force: true });
  });

  it('ES module and CommonJS export the same names', async () => {
    const names = "Object.keys(m).filter((name) => name !== 'default').sort().join()";
    for (const entry of ['', '/sync', '/testing', '/webhooks'].map((below) => `@courtbridge/sdk${below}`)) {
      const required = await run(
        process.execPath,
        ['-p', `const m = require('${entry}'); ${names}`],
        folder,
        {},
      );
      const script = `const m = await import('${entry}'); console.log(${names})`;
      const imported = await run(process.execPath, ['--input-type=module', '-e', script], folder, {});
      expect(required).toBe(imported);
      expect(required).toMatch(
        /createPartnerClient|createBookingSync|createTestPartnerApi|createWebhookHandler/,
      );
    }
  });
});
