import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installedFolder, sdkDependencies } from '../../../scripts/pack-sdk.ts';
import { run, sdkVersion } from '../../harness/clients/sdk-consumer.ts';
import { scratchFolder } from '../../harness/data/made-once.ts';
import { isWhole } from '../../harness/data/runs.ts';
import { type ServiceProcess, startProcess } from '../../harness/servers/process.ts';
import { useTestDatabase } from '../../harness/servers/use-test-service.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));

// They build the SDK again, for 8 s of CPU each.
const note = isWhole ? '' : ' (not run: needs TEST_MATRIX=all)';

describe('/sdk.tgz', () => {
  let scratch: string;
  /** Shared by the tests, so that each does not pack again. One of them changes it. */
  let clone: string;
  /** The service of the clone, and the one of this folder, which the tests share. */
  const running: { clone?: Started; top?: Started } = {};
  const test = useTestDatabase('postgresql');
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  const services: ServiceProcess[] = [];
  beforeAll(async () => {
    scratch = scratchFolder();
    clone = cloneOf('clone');
    registry = await startRegistry(folderOf('registry'));
  });
  afterAll(async () => {
    for (const { child, exited } of services) {
      child.kill('SIGKILL');
      await exited;
    }
    registry.stop();
  });

  const folderOf = (name: string) => {
    const folder = join(scratch, name);
    mkdirSync(folder);
    return folder;
  };
  const start = async (env: Record<string, string> = {}, cwd = top): Promise<Started> => {
    const entry = join(cwd, 'src/bin/start.cjs');
    const options = { DATABASE_URL: test.url, NODE_ENV: 'production', WEBHOOK_SECRETS_KEY: secretsKey };
    const service = startProcess({ ...options, ...env }, [], [entry, 'main'], cwd);
    services.push(service);
    return { service, url: `${await service.ready}/sdk.tgz` };
  };

  /** A folder with what a clone has to start the service and to pack the SDK. */
  const cloneOf = (name: string) => {
    const folder = folderOf(name);
    for (const path of [
      'src',
      'sdk',
      '.changeset',
      'docs/partners',
      'scripts/pack-sdk.ts',
      'scripts/sdk-build.ts',
    ])
      cpSync(join(top, path), join(folder, path), { recursive: true });
    for (const path of ['package.json', 'package-lock.json', 'tsconfig.json'])
      cpSync(join(top, path), join(folder, path));
    symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'));
    return folder;
  };
  /** Returns where `/sdk.tgz` redirects to. */
  const addressOf = async (url: string) => {
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    expect([status, headers.get('cache-control')]).toEqual([302, 'no-cache']);
    return new URL(headers.get('location')!, url);
  };

  const withNpm = (name: string, command: string) => {
    const folder = folderOf(name);
    const calls = join(folder, 'calls');
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\necho "$@" >> '${calls}'\n${command}\n`, { mode: 0o755 });
    return {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n').length : 0),
    };
  };
  /** Runs npm in a folder with an empty cache and no configuration but the registry. */
  const npm = (folder: string, args: string[]) => {
    const env = {
      PATH: process.env.PATH!,
      HOME: folder,
      npm_config_registry: registry.url,
      npm_config_userconfig: '/dev/null',
      npm_config_cache: join(folder, 'cache'),
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
    };
    return run('npm', args, folder, env, 120_000);
  };
  const consumer = (name: string) => {
    const folder = folderOf(name);
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    return folder;
  };

  it('a clone packs before the first request, serves others meanwhile, and packs again only after a change', async () => {
    const realNpm = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();
    const { PATH, calls } = withNpm('counting', `exec '${realNpm}' "$@"`);
    const { service, url } = await start({ PATH }, clone);
    await expect.poll(calls).toBe(1);
    expect((await fetch(new URL('/healthz', url))).status).toBe(200);

    const [first, second, head] = await Promise.all(
      ['GET', 'GET', 'HEAD'].map(async (method) => {
        const response = await fetch(url, { method });
        return { response, bytes: Buffer.from(await response.arrayBuffer()) };
      }),
    );
    expect(calls()).toBe(1);
    expect(second!.bytes.equals(first!.bytes)).toBe(true);
    expect(head!.bytes.length).toBe(0);
    const hash = createHash('sha256').update(first!.bytes).digest('base64url').slice(0, 22);
    for (const { response } of [first!, second!, head!]) {
      expect(response.status).toBe(200);
      expect(response.redirected).toBe(true);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'content-length': String(first!.bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${hash}"`,
      });
      expect(response.headers.has('content-encoding')).toBe(false);
    }
    const again = await fetch(url, { headers: { 'If-None-Match': `"${hash}"` } });
    expect(again.status).toBe(304);
    expect(calls()).toBe(1);

    service.child.kill('SIGTERM');
    await service.exited;
    running.clone = await start({ PATH }, clone);
    expect((await addressOf(running.clone.url)).pathname).toBe(new URL(first!.response.url).pathname);
    expect(calls()).toBe(1);
  });

  it('a build has a version and an address of its own, and the changes since the last release', async () => {
    running.clone ??= await start({}, clone);
    const { url } = running.clone;
    const { origin, pathname } = await addressOf(url);
    expect(pathname).toMatch(/^\/sdk\/\d+\.\d+\.\d+-build\.[a-f][0-9a-f]{11}\/[0-9a-f]{16}\.tgz$/);
    const version = pathname.split('/')[2]!;
    expect(version.split('-')[0]).not.toBe(sdkVersion);

    // The same files make the same bytes elsewhere.
    running.top ??= await start();
    expect((await addressOf(running.top.url)).pathname).toBe(pathname);

    const folder = consumer('consumer-of-build');
    await npm(folder, ['install', `${origin}${pathname}`]);
    const installed = join(folder, 'node_modules/@courtbridge/sdk');
    const read = (file: string) => readFileSync(join(installed, file), 'utf8');
    expect(JSON.parse(read('package.json')).version).toBe(version);
    const script = "console.log((await import('@courtbridge/sdk')).sdkVersion)";
    expect(await run(process.execPath, ['--input-type=module', '-e', script], folder, {})).toBe(
      `${version}\n`,
    );
    expect(await run(process.execPath, [join(installed, 'dist/cli.js'), '--version'], folder, {})).toBe(
      `${version}\n`,
    );
    const notes = globSync('.changeset/*.md', { cwd: top }).map((file) =>
      readFileSync(join(top, file), 'utf8'),
    );
    expect(notes.length).toBeGreaterThan(0);
    const [, changes] = /^# Changelog\n\n## (\S+\n\n[\s\S]*?)\n## \d/.exec(read('CHANGELOG.md'))!;
    expect(changes!.startsWith(`${version}\n\n### `)).toBe(true);
    for (const note of notes) expect(changes).toContain(`- ${note.split('---\n')[2]!.trim().split('\n')[0]}`);

    const unknown = await fetch(new URL(pathname.replace(/\w{16}\.tgz$/, '0123456789abcdef.tgz'), url));
    expect(unknown.status).toBe(404);
    expect(((await unknown.json()) as { error: { message: string } }).error.message).toMatch(/\/sdk\.tgz/);
  });

  it.runIf(isWhole)(`a lock file of a build stays valid after an update of the service${note}`, async () => {
    running.clone ??= await start({}, clone);
    const { url, service } = running.clone;
    const { origin, pathname, port } = await addressOf(url);
    const folder = consumer('consumer-of-former-build');
    await npm(folder, ['install', `${origin}${pathname}`]);
    const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    expect(JSON.parse(lock).packages['node_modules/@courtbridge/sdk'].resolved).toBe(`${origin}${pathname}`);
    // It is stored as soon as it is packed.
    const kept = () => test.database.query('select 1 from sdk_packages where path = $1', [pathname]);
    await expect.poll(kept).toHaveLength(1);

    service.child.kill('SIGTERM');
    await service.exited;
    const source = join(clone, 'sdk/src/index.ts');
    writeFileSync(source, `${readFileSync(source, 'utf8')}export const isChanged = true;\n`);
    const second = await start({ PORT: port }, clone);
    const [before, now] = [pathname, (await addressOf(second.url)).pathname].map((path) =>
      path.split('/')[2]!.split('-build.'),
    );
    expect(now![0]).toBe(before![0]);
    expect(now![1]).not.toBe(before![1]);

    for (const name of ['cache', 'node_modules']) rmSync(join(folder, name), { recursive: true });
    await npm(folder, ['ci']);
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(lock);
    const manifest = readFileSync(join(folder, 'node_modules/@courtbridge/sdk/package.json'), 'utf8');
    expect(JSON.parse(manifest).version).toBe(before!.join('-build.'));
  });

  it.runIf(isWhole)(
    `responds 503 if packing fails, logs why, and does not pack again at once${note}`,
    async () => {
      const { PATH, calls } = withNpm('broken', 'echo "npm has no disk" >&2; exit 1');
      const { service, url } = await start({ PATH }, cloneOf('unpackable'));
      for (let i = 0; i < 2; i += 1) {
        const response = await fetch(url);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBe(60);
        expect(response.headers.get('cache-control')).toBe('no-store');
        const { error } = (await response.json()) as { error: { type: string; message: string } };
        expect(error.type).toBe('service_unavailable');
        expect(error.message).toMatch(/^The SDK package .*operator.*npm ci/);
        expect(error.message).not.toContain('no disk');
      }
      expect(calls()).toBe(1);
      // Log lines are batched.
      await expect.poll(service.stdout).toContain('npm has no disk');
    },
  );

  describe('in the image', () => {
    /** A folder with what the last stage of the Dockerfile copies from the repository. */
    const imageOf = (name: string) => {
      const folder = folderOf(name);
      const [, , last] = readFileSync(join(top, 'Dockerfile'), 'utf8')
        .split(/^FROM /m)
        .slice(1);
      for (const [, path] of last!.matchAll(/^COPY (?!--from)(\S+) \S+$/gm))
        cpSync(join(top, path!), join(folder, path!), { recursive: true });
      symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'));
      return folder;
    };

    it('serves the file that the Dockerfile packed, without packing', async () => {
      const folder = imageOf('image');
      const [, command] = /^RUN (node scripts\/.+)$/m.exec(readFileSync(join(top, 'Dockerfile'), 'utf8'))!;
      const packed = command!.replace(/> \S+$/, `> '${folder}/sdk.tgz'`);
      execFileSync('sh', ['-c', packed], {
        cwd: top,
        stdio: 'pipe',
        env: { ...process.env, npm_config_registry: 'http://127.0.0.1:1' },
      });

      const { PATH, calls } = withNpm('unused', 'exit 1');
      const { url } = await start({ PATH }, folder);
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect(bytes.equals(readFileSync(join(folder, 'sdk.tgz')))).toBe(true);
      expect(calls()).toBe(0);
      await npm(consumer('consumer-of-image'), ['install', url]);
    });

    it('responds 503 without the file', async () => {
      const { url } = await start({}, imageOf('image-without-sdk'));
      expect((await fetch(url)).status).toBe(503);
    });
  });
});

interface Started {
  service: ServiceProcess;
  /** Of `/sdk.tgz`. */
  url: string;
}

const secretsKey = Buffer.alloc(32, 'k').toString('base64');

/** Starts a registry that has only the dependencies of the SDK. */
async function startRegistry(folder: string) {
  const server = createServer(({ url = '/' }, response) => {
    const packages = sdkDependencies.map((name) => {
      const manifest = JSON.parse(readFileSync(join(installedFolder(name), 'package.json'), 'utf8'));
      return { name, manifest, file: `${name}-${manifest.version}.tgz` };
    });
    const found = packages.find(({ name, file }) => url === `/${name}` || url === `/${file}`);
    if (!found) return void response.writeHead(404).end();
    const { name, manifest, file } = found;
    if (url === `/${file}`) return void response.end(readFileSync(join(folder, file)));
    const versions = { [manifest.version]: { ...manifest, dist: { tarball: `${address()}/${file}` } } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: manifest.version }, versions }));
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  for (const name of sdkDependencies)
    execFileSync('npm', [...pack, installedFolder(name)], { stdio: 'pipe' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `${address()}/`, stop: () => server.close() };
}
