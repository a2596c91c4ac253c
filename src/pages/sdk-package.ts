import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ApiError } from '../api-error.ts';
import type { Route } from '../http/router.ts';
import { keptResponse } from './kept-response.ts';

/** The image contains this file (see the Dockerfile). */
const prebuilt = new URL('../../sdk.tgz', import.meta.url);
const packScript = `${import.meta.dirname}/../../scripts/pack-sdk.ts`;

/** Time limit for packing, in milliseconds. On two idle cores it takes 7 s. */
const packMillis = 120_000;
const retryAfterSeconds = 60;
const maxBytes = 16 * 1024 * 1024;

/**
 * `/sdk.tgz`: the npm package of the SDK that belongs to this version of the service.
 *
 * @param onFailure receives the reason when packing fails, for the log
 */
export function sdkPackageRoute(onFailure: (reason: string) => void): Route {
  const make = packageMaker(onFailure);
  const answer = keptResponse({ type: 'application/gzip', isCompressed: true, make });
  return {
    path: '/sdk.tgz',
    methods: ['GET', 'HEAD'],
    answer: async (request, context, target) => {
      // Otherwise the server closes the connection when packing takes longer than its idle limit.
      const release = context.hold?.(packMillis, () => {});
      try {
        return await answer(request, context, target);
      } finally {
        release?.();
      }
    },
  };
}

/**
 * Returns a function that reads the prebuilt package, or else packs it in a child process. After a failure it repeats the error
 * for a minute, so that requests cannot start one child process after another.
 */
function packageMaker(onFailure: (reason: string) => void): () => Promise<Buffer> {
  let failure: ApiError | undefined;
  return async () => {
    if (failure) throw failure;
    try {
      return await readFile(prebuilt).catch(pack);
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
  const { stdout } = await promisify(execFile)(process.execPath, [packScript], {
    encoding: 'buffer',
    maxBuffer: maxBytes,
    timeout: packMillis,
    // Without the secrets of the service.
    env: { PATH, HOME, TMPDIR },
  });
  return stdout;
}
