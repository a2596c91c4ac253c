import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import openApi from '../../../src/rest/openapi.json' with { type: 'json' };
import { compileConsumer, run } from '../../harness/clients/sdk-consumer.ts';
import { installed } from './installed.ts';

const document = fileURLToPath(new URL('../../../src/rest/openapi.json', import.meta.url));

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

describe('types made by openapi-typescript, with its own settings', () => {
  it('a field that may be left out is optional, and an integer is a number', async () => {
    const text = astToString(await openapiTS(new URL('../../../src/rest/openapi.json', import.meta.url)));
    expect(text).toMatch(/\bparticipants\?: components\["schemas"\]\["ParticipantRequest"\]\[\];/);
    expect(text).toMatch(/\batomic\?: boolean;/);
    expect(text).toMatch(/\blimit\?: number;/);
    expect(text).toMatch(/\bPrefer\?: string;/);
    expect(text).not.toContain('InlineResponse');
  });
});

// quicktype reads JSON Schema: each component of the document by its name.
describe('types made by quicktype', () => {
  type LanguageName = 'typescript' | 'python' | 'java' | 'csharp';
  const { components } = JSON.parse(readFileSync(document, 'utf8')) as {
    components: { schemas: Record<string, object> };
  };
  const made = async (lang: LanguageName, schemas: Record<string, object> = components.schemas) => {
    // Installed for these tests only, so its types are unknown where the others are checked.
    const { InputData, JSONSchemaInput, quicktype } = await import(installed('quicktype-core/dist/index.js'));
    const input = new JSONSchemaInput(undefined);
    const properties = Object.fromEntries(
      Object.keys(schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
    );
    const schema = JSON.stringify({ type: 'object', properties, components: { schemas } });
    await input.addSource({ name: 'Api', schema });
    const inputData = new InputData();
    inputData.addInput(input);
    const { lines } = (await quicktype({ inputData, lang, combineClasses: false })) as { lines: string[] };
    return lines.join('\n');
  };
  /** Fields that are floating-point numbers in the languages that tell them from integers. */
  const floats: Partial<Record<LanguageName, RegExp>> = {
    java: /private (?:double|Double) (\w+);/g,
    csharp: /public double\?? (\w+) /g,
    python: /^ {4}(\w+): (?:Optional\[)?float/gm,
  };
  const named = [
    'BatchUpsert',
    'BatchCancellationResult',
    'CourtBookingCancelledChange',
    'UnauthorizedError',
  ];

  it.each(['typescript', 'python', 'java', 'csharp'] as const)(
    '%s: components keep their names, and integers are integers',
    async (lang) => {
      const text = await made(lang);
      for (const name of named) expect(text).toMatch(new RegExp(`\\b(?:class|interface) ${name}\\b`));
      expect(text).not.toMatch(/InlineResponse|\bBatchA\b/);
      const found = floats[lang] ? [...text.matchAll(floats[lang])].map(([, field]) => field!) : [];
      // The only number that may have a fraction.
      expect([...new Set(found)].map((field) => field.replace('_', '').toLowerCase())).toEqual(
        floats[lang] ? ['persecond'] : [],
      );
    },
  );

  it('an integer that the document calls a number would be noticed', async () => {
    const planted = structuredClone(components.schemas) as Record<string, Record<string, unknown>>;
    planted.BatchRefusalResult = {
      type: 'object',
      properties: { status: { type: 'number' }, outcome: { type: 'string' } },
      required: ['status', 'outcome'],
    };
    expect(await made('java', planted)).toMatch(/private double status;/);
  });
});

describe('unions of components', () => {
  const parts: { path: string; part: Record<string, unknown> }[] = [];
  const collect = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null) return;
    parts.push({ path, part: part as Record<string, unknown> });
    for (const [key, value] of Object.entries(part)) collect(value, `${path}/${key}`);
  };
  collect(JSON.parse(readFileSync(document, 'utf8')), '');
  const unions = parts.filter(({ part }) => {
    const variants = (part.oneOf ?? part.anyOf) as { $ref?: string }[] | undefined;
    return variants?.every(({ $ref }) => $ref !== undefined);
  });

  it('each has a discriminator that maps its values to components', () => {
    const names = Object.keys(openApi.components.schemas);
    expect(unions.length).toBeGreaterThan(40);
    for (const { path, part } of unions) {
      const { mapping = {} } = (part.discriminator ?? {}) as { mapping?: Record<string, string> };
      expect(Object.keys(mapping).length, path).toBeGreaterThan(1);
      for (const reference of Object.values(mapping)) expect(names).toContain(reference.split('/').at(-1));
    }
  });

  it('no response has a schema without a name', () => {
    const inline = parts.filter(
      ({ path, part }) => /\/responses\/\d+\/content\/application\/json\/schema$/.test(path) && !part.$ref,
    );
    expect(inline.map(({ path }) => path)).toEqual([]);
  });
});

describe('Spectral', () => {
  /** What remains of spectral:oas, and why. */
  const accepted: Record<string, string> = {
    'oas3-operation-security-defined':
      'OpenAPI 3.1 lets any security scheme name roles. Spectral takes them for scopes, which only OAuth 2.0 declares.',
  };

  it('finds nothing in the document but what is accepted here', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtbridge-spectral-'));
    const [ruleset, output] = [join(folder, 'ruleset.yaml'), join(folder, 'output.json')];
    writeFileSync(ruleset, 'extends: ["spectral:oas"]\n');
    const cli = installed('@stoplight/spectral-cli/dist/index.js');
    const options = ['-r', ruleset, '-f', 'json', '-o', output, '--quiet', '--fail-severity', 'error'];
    await run(process.execPath, [cli, 'lint', document, ...options], folder, {
      PATH: process.env.PATH ?? '',
    });
    const found = JSON.parse(readFileSync(output, 'utf8')) as { code: string; message: string }[];
    expect([...new Set(found.map(({ code }) => code))]).toEqual(Object.keys(accepted));
    rmSync(folder, { recursive: true });
  });
});
