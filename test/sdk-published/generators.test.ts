import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileConsumer, run } from '../harness/sdk-consumer.ts';
import { installed } from './installed.ts';

const document = fileURLToPath(new URL('../../src/rest/openapi.json', import.meta.url));

interface Generator {
  /** What it is called with, to write below `src`. */
  args: string[];
  /** A program that books, and is told which refusal it was and what that one says. */
  program: string;
}

const body = `{ courtId: '', startDate: '', endDate: '', externalUpdatedAt: '', participants: [{ email: '' }] }`;

// Whoever does not write TypeScript by our SDK makes a client of the document: by one of these, of many millions of downloads.
const generators: Record<string, Generator> = {
  '@hey-api/openapi-ts': {
    args: ['bin/run.js', '-i', document, '-o', 'src/generated', '--no-log-file'],
    program: `
      import { upsertCourtBooking } from './generated/index';
      const path = { externalServiceId: '', externalCourtBookingId: '' };
      const { data, error } = await upsertCourtBooking({ path, body: ${body} });
      const refusal = error?.error;
      if (refusal?.type === 'stale_write') console.log(refusal.stored.externalUpdatedAt);
      if (refusal?.type === 'invalid_schema') console.log(refusal.issues[0]?.path);
      console.log(data?.participants[0]?.email);`,
  },
  oazapfts: {
    args: ['dist/cli.js', document, 'src/generated.ts'],
    program: `
      import { upsertCourtBooking } from './generated';
      const answer = await upsertCourtBooking('', '', ${body});
      const refusal = answer.status === 200 || answer.status === 201 ? undefined : answer.data.error;
      if (refusal?.type === 'stale_write') console.log(refusal.stored.externalUpdatedAt);
      if (refusal?.type === 'invalid_schema') console.log(refusal.issues[0]?.path);
      if (answer.status === 201) console.log(answer.data.participants[0]?.email);`,
  },
  'swagger-typescript-api': {
    args: ['dist/cli.mjs', 'generate', '-p', document, '-o', 'src', '-n', 'generated.ts'],
    program: `
      import { Api } from './generated';
      const { api } = new Api();
      const { data, error } = await api.upsertCourtBooking('', '', ${body});
      const refusal = error?.error;
      if (refusal?.type === 'stale_write') console.log(refusal.stored.externalUpdatedAt);
      if (refusal?.type === 'invalid_schema') console.log(refusal.issues[0]?.path);
      console.log(data.participants[0]?.email);`,
  },
};

describe.each(Object.entries(generators))('a client made by %s', (name, { args, program }) => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'courtbridge-generated-'));
    mkdirSync(join(folder, 'src'));
    symlinkSync(installed(''), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const [entry, ...rest] = args;
    await run(process.execPath, [installed(`${name}/${entry}`), ...rest], folder, {
      PATH: process.env.PATH ?? '',
      HOME: folder,
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const compile = (text: string) => {
    writeFileSync(join(folder, 'src/program.ts'), text);
    // What a generator brings along was not written for the strictest of all options.
    return compileConsumer(folder, {
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      module: 'esnext',
      moduleResolution: 'bundler',
      noUncheckedIndexedAccess: false,
      exactOptionalPropertyTypes: false,
    });
  };

  it('compiles strictly; each refusal has its own fields', () => {
    expect(compile(program)).toBe('');
  });

  it('a field of another refusal, and a type that there is not, do not compile', () => {
    expect(compile(program.replace('refusal.stored.', 'refusal.issues.'))).toMatch(/TS2339/);
    expect(compile(program.replace("'stale_write'", "'stale_wirte'"))).toMatch(/TS2367/);
  });
});
