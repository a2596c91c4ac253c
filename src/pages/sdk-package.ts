import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { ApiError } from '../api-error.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { Route } from '../http/router.ts';
import { keptResponse } from './kept-response.ts';

/** The image contains this file (see the Dockerfile). */
const prebuilt = new URL('../../sdk.tgz', import.meta.url);
const packScript = `${import.meta.dirname}/../../scripts/pack-sdk.ts`;

/** The path of a build. */
const form = /^\/sdk\/[\w.-]{1,100}\/[0-9a-f]{16}\.tgz$/;

/** Time limit for packing, in milliseconds. On two idle cores it takes 7 s, and two minutes next to sixteen other processes. */
const packMillis = 300_000;
const retryAfterSeconds = 60;
const maxBytes = 16 * 1024 * 1024;

/** The npm package of the SDK that belongs to this version of the service. */
export interface SdkPackage {
  routes: Route[];
  /** Packs it, if it is not packed yet, so that no request waits. Never rejects. */
  prepare: () => Promise<void>;
}

/** Stores the builds that the service offers and has offered, so that a lock file stays valid after an update. */
export interface SdkPackageStore {
  keep: (path: string, bytes: Buffer) => Promise<void>;
  find: (path: string) => Promise<Buffer | undefined>;
}

interface Packed {
  bytes: Buffer;
  /** Contains the version and a hash of the bytes, so that a lock file stays valid. */
  path: string;
}

/**
 * `/sdk.tgz` redirects to the address of this build, whose bytes never change.
 *
 * @param onFailure receives the reason when packing or storing fails, for the log
 */
export function sdkPackage(store: SdkPackageStore, onFailure: (reason: string) => void): SdkPackage {
  const make = packageMaker(onFailure);
  let making: Promise<Packed> | undefined;
  const packed = async (context?: RequestContext) => {
    // Otherwise the server closes the connection when packing takes longer than its idle limit.
    const release = context?.hold?.(packMillis, () => {});
    making ??= make().catch((error: unknown) => {
      making = undefined;
      throw error;
    });
    try {
      return await making;
    } finally {
      release?.();
    }
  };
  const answerWith = (make: () => Buffer | Promise<Buffer>) =>
    keptResponse({
      type: 'application/gzip',
      isCompressed: true,
      cacheControl: 'public, max-age=31536000, immutable',
      make,
    });
  const own = answerWith(async () => (await packed()).bytes);
  const methods = ['GET', 'HEAD'];
  return {
    routes: [
      {
        path: '/sdk.tgz',
        methods,
        answer: async (_request, context) => {
          const { path } = await packed(context);
          return new Response(null, {
            status: 302,
            headers: { Location: path, 'Cache-Control': 'no-cache' },
          });
        },
      },
      {
        path: '/sdk/{version}/{file}',
        methods,
        answer: async (request, context, target) => {
          const { version, file } = target.rawParameters;
          const path = `/sdk/${version}/${file}`;
          const { path: ownPath } = await packed(context).catch(() => ({ path: undefined }));
          if (path === ownPath) return own(request, context, target);
          const former = form.test(path) ? await store.find(path) : undefined;
          if (former) return answerWith(() => former)(request, context, target);
          throw new ApiError('route_not_found', {
            message:
              'This service does not have this build of the SDK. Install the one that /sdk.tgz redirects to.',
          });
        },
      },
    ],
    prepare: async () => {
      const made = await packed().catch(() => undefined);
      await (made && store.keep(made.path, made.bytes))?.catch(({ message }) => onFailure(message));
    },
  };
}

/**
 * Returns a function that reads the prebuilt package, or else packs it in a child process. After a failure it repeats the error
 * for a minute, so that requests cannot start one child process after another.
 */
function packageMaker(onFailure: (reason: string) => void): () => Promise<Packed> {
  let failure: ApiError | undefined;
  return async () => {
    if (failure) throw failure;
    try {
      const bytes = await readFile(prebuilt).catch(pack);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      return { bytes, path: `/sdk/${versionIn(bytes)}/${hash}.tgz` };
    } catch (cause) {
      // Includes the output of the child process.
      onFailure((cause as Error).message.slice(0, 2_000));
      setTimeout(() => {
        failure = undefined;
      }, retryAfterSeconds * 1_000).unref();
      failure = new ApiError('service_unavailable', {
        message:
          'The SDK package could not be packed. Ask an operator of this service to run "npm ci" in its folder, or to put the packed file "sdk.tgz" there; the log has the cause.',
        retryAfterSeconds,
        cause,
      });
      throw failure;
    }
  };
}

async function pack(): Promise<Buffer> {
  const { PATH, HOME, TMPDIR } = process.env;
  const packing = promisify(execFile)(process.execPath, [packScript], {
    encoding: 'buffer',
    maxBuffer: maxBytes,
    timeout: packMillis,
    // Without the secrets of the service.
    env: { PATH, HOME, TMPDIR },
  });
  const { child } = packing;
  // Requests come first.
  if (child.pid !== undefined) setPriority(child.pid, 5);
  const end = () => child.kill();
  process.once('exit', end);
  try {
    return (await packing).stdout;
  } finally {
    process.off('exit', end);
  }
}

const blockBytes = 512;

/** Returns the version in the manifest of a package. The file is a compressed tar (POSIX.1, ustar). */
function versionIn(tarball: Buffer): string {
  const tar = gunzipSync(tarball);
  for (let at = 0; at < tar.length; ) {
    const text = (from: number, length: number) => tar.toString('latin1', at + from, at + from + length);
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const content = at + blockBytes;
    if (/^package\/package\.json\0/.test(text(0, 100)))
      return JSON.parse(tar.toString('utf8', content, content + size)).version;
    at = content + Math.ceil(size / blockBytes) * blockBytes;
  }
  throw new Error('The packed file has no package.json.');
}
