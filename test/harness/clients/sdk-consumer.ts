import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { readmeBlocks, sdkGuides } from '../../../scripts/readme-blocks.ts';
import type { Tenant } from '../data/factories.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
export const sdkVersion: string = JSON.parse(readFileSync(join(top, 'sdk/package.json'), 'utf8')).version;

/** The code blocks of the SDK's README and guides, in order. */
export const blocks = [join(top, 'sdk/README.md'), ...sdkGuides].flatMap((page) =>
  readmeBlocks(readFileSync(page, 'utf8')),
);

/** The expected output of each block, in order, against a service without other data. */
export const readmeOutputs: Record<string, (version: string) => string> = {
  'client.ts': () => '',
  'first-call.ts': () => 'booking-62 from 2027-05-01T10:00:00.000Z to 2027-05-01T11:00:00.000Z\n',
  'common.cjs': (version) => `function ${version}\n`,
  'users.ts': () => 'Murray\nERASED\n',
  'cancel.ts': () => 'booking-64 is CANCELLED\n',
  'errors.ts': () => 'email: Must be an e-mail address.\nfirstName: Must have at least 1 character.\n',
  'switch.ts': () =>
    'push the current version of booking-62, then booking-63\n' +
    'fix our program: Nothing was sent. externalCourtBookingId: Must be 1 to 255 characters without NUL, and not "." or "..".\n',
  'options.ts': () => 'true import-7:member-1906\n',
  'lists.ts': () => 'found our court, true\nACTIVE\n',
  'write-back.ts': () => 'booking-62 has 3 participants\n',
  'follow.ts': () => 'string\n',
  'batch.ts': () => 'booking-65: done\nbooking-66: done\n0\n',
  'pacing.ts': () => '200\n',
  'seeing.ts': () =>
    'createUser 1 400\n' + 'courtbridge createUser import-8, attempt 1: failed: invalid_schema\n',
  'own-fetch.ts': () => 'Lovelace\n',
  'raw.ts': () => '200 Ada\n',
  'keep-in-step.ts': () => 'create booking-67 not_stored\ncreate booking-68 not_stored\ntrue 2\n',
  'push-live.ts': () => 'true\n',
  'outbox.ts': () => '2027-06-16T12:00:00.000Z\n',
  'follow-changes.ts': () => 'there is booking-96 ACTIVE\n',
  'my-sync-test.ts': () => expect.stringMatching(/(# |ℹ )pass 1\n/),
  'webhooks.ts': () => '',
  'my-webhook.ts': () => 'booking-62 was cancelled by OPERATOR: flooded\n204\n204\n400\n',
};

/** Creates a user's project with the README's blocks or other files. The SDK is not installed yet. */
export function createConsumer(files = blocks): string {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-consumer-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  mkdirSync(join(folder, 'src'));
  for (const { file, text } of files) writeFileSync(join(folder, 'src', file), text);
  return folder;
}

/**
 * Compiles a consumer's `src` to JavaScript, in strict mode and without `skipLibCheck`.
 * @returns the compiler's messages, or an empty text
 */
export function compileConsumer(
  folder: string,
  { tsc = join(top, 'node_modules/typescript/bin/tsc'), ...compilerOptions }: Record<string, unknown> = {},
): string {
  const options = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    types: ['node'],
    typeRoots: [resolve(top, 'node_modules/@types')],
    ...compilerOptions,
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['src/**/*.ts'] }),
  );
  try {
    execFileSync(process.execPath, [tsc as string, '-p', folder], { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    // A compiler that does not start writes to standard error only.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`;
  }
}

/** Returns the file and code of each message of a compiler, such as `program.ts TS2339`. */
export const faultsIn = (messages: string): string[] =>
  [...messages.matchAll(/([\w-]+\.ts)\(\d+,\d+\): error (TS\d+)/g)]
    .map(([, file, code]) => `${file} ${code}`)
    .sort();

export function readmeEnvironment(address: string, { token, externalServiceId, courtIds }: Tenant) {
  return {
    PATH: process.env.PATH ?? '',
    BASE_URL: address,
    TOKEN: token,
    EXTERNAL_SERVICE_ID: externalServiceId,
    COURT_ID: courtIds[0],
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 's').toString('base64')}`,
  };
}

/** The same with the names that the blocks of version 1.1 use. */
export const formerEnvironment = (env: ReturnType<typeof readmeEnvironment>) => ({
  ...env,
  COURTBRIDGE_URL: env.BASE_URL,
  COURTBRIDGE_TOKEN: env.TOKEN,
  COURTBRIDGE_EXTERNAL_SERVICE_ID: env.EXTERNAL_SERVICE_ID,
  COURTBRIDGE_WEBHOOK_SECRET: env.WEBHOOK_SECRET,
});

/** Runs the compiled blocks of a README in order, each in its own process. */
export async function runReadmeBlocks(
  folder: string,
  env: Record<string, string>,
  those: readonly { file: string }[] = blocks,
): Promise<Record<string, string>> {
  const outputs: Record<string, string> = {};
  for (const { file } of those) {
    outputs[file] = await run(process.execPath, [join('src', file.replace(/\.ts$/, '.js'))], folder, env);
  }
  return outputs;
}

/** Returns the program's standard output. Rejects with its complete output if it fails. */
export function run(
  program: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
  timeout = 60_000,
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env, timeout }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
}
