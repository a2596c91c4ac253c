import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readPlaybook } from '../src/graphql/graphiql/read-playbook.ts';
import { filesOf, pages, read } from './harness/assertions/pages.ts';
import { catalog } from './harness/data/catalog.ts';

const source = filesOf('src').filter((file) => /\.(ts|js|graphql)$/.test(file));
const deployment = ['compose.yaml', '.env.example', ...['docs/metrics', 'deploy'].flatMap(filesOf)].filter(
  (file) => /\.\w+$/.test(file),
);
const schema = read('src/graphql/schema/schema.graphql');
const playbook = await readPlaybook();
const operations = playbook.flatMap((task) => task.operations.map(({ name }) => name));

/** Pages that are not an operation of the playbook. */
const ownPages = ['calendar', 'onboarding', 'playbook', 'export'];
/** Parameters of every page of the playbook. */
const ownParameters = ['edit'];
const variablesOf = (page: string) =>
  catalog.pages.get(`/operators/${page}`)?.variables.map(({ name }) => name) ?? [];

const wordsIn = (texts: readonly string[]) => new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));
const wordsOfCode = (...folders: string[]) =>
  wordsIn(
    folders
      .flatMap(filesOf)
      .filter((file) => file.endsWith('.ts'))
      .map(read),
  );
const wordsOfSchemas = wordsIn([schema, read('src/rest/openapi.json')]);
const wordsOfSdk = wordsOfCode('sdk/src');
const wordsOfAll = wordsOfCode('src', 'sdk/src', 'test', 'scripts', 'lab');
const variablesOfOthers = ['NPM_CONFIG_PROVENANCE'];

/** Finds names in a text, and knows which exist. */
const kinds: Record<
  string,
  { in: string[]; find: (text: string) => string[]; exists: (name: string) => boolean }
> = {
  'task of the playbook': {
    in: [...pages, ...deployment, ...source],
    find: (text) => text.match(/(?<![\w/#.-])\d{1,2}-(?!(?:bit|build|digit)\b)[a-z]+(?:-[a-z]+)*\b/g) ?? [],
    exists: (name) => playbook.some((task) => task.name === name),
  },
  'page for operators': {
    in: [...pages, ...deployment, ...source],
    find: (text) =>
      [...text.matchAll(/\/operators\/([a-z][a-z-]+)(?![\w/.-]*\.(?:ts|md))|pageAddress\('([^']+)'/g)].map(
        ([, path, page]) => (path ?? page)!,
      ),
    exists: (name) => ownPages.includes(name) || catalog.pages.has(`/operators/${name}`),
  },
  'value of a page for operators': {
    in: source,
    find: (text) =>
      [...text.matchAll(/pageAddress\('([^']+)', \{(.*?)\}\)/g)].flatMap(([, page, values]) =>
        [...` ${values}`.matchAll(/(?<=[{,]|^) *(\w+)/g)].map(([, name]) => `${page} ${name}`),
      ),
    exists: (name) => {
      const [page, value] = name.split(' ') as [string, string];
      return [...variablesOf(page), ...ownParameters].includes(value);
    },
  },
  'name in a message': {
    in: source.filter((file) => /^src\/(services|rules|rest|graphql)\//.test(file)),
    find: (text) => [...text.matchAll(/ "([a-z]+[A-Z]\w*)"/g)].map(([, name]) => name!),
    exists: (name) => wordsOfSchemas.has(name),
  },
  'variable or code in capitals': {
    in: pages.filter((page) => !page.startsWith('docs/partners/')),
    find: (text) => text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [],
    exists: (name) => wordsOfAll.has(name) || variablesOfOthers.includes(name),
  },
  'field or operation on a page for operators': {
    in: pages.filter((page) => page.startsWith('docs/operators')),
    find: (text) => [...text.matchAll(/`([A-Za-z]+[A-Z][a-z]\w*)`/g)].map(([, name]) => name!),
    exists: (name) => wordsOfSchemas.has(name) || wordsOfSdk.has(name) || operations.includes(name),
  },
};

it('no message names a mutation, because readers of pages have tasks', () => {
  const mutations = Object.keys(buildSchema(schema).getMutationType()!.getFields());
  const named = new RegExp(`\\b(?:${mutations.join('|')})\\b`);
  const messages = source
    .filter((file) => /^src\/(?:errors|services\/|rules\/|graphql\/types\/api-error)/.test(file))
    .flatMap((file) => {
      const code = read(file).replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '');
      return (code.match(/'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`/g) ?? []).map((text) => `${file}: ${text}`);
    });
  expect(messages.length).toBeGreaterThan(200);
  expect(messages.filter((message) => named.test(message))).toEqual([]);
});

describe.each(Object.entries(kinds))('each %s that a text names', (_kind, kind) => {
  const named = kind.in.map((file) => ({ file, names: kind.find(read(file)) }));

  it('exists', () => {
    const unknown = named.flatMap(({ file, names }) =>
      names.filter((name) => !kind.exists(name)).map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(named.flatMap(({ names }) => names).length).toBeGreaterThan(4);
  });
});
