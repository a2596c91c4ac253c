import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSchema, parse, validate } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { unpackLastRelease } from '../scripts/sdk-last-release.ts';
import { variables } from '../src/env.ts';
import { catalogue, maxHeaderBytes } from '../src/errors.ts';
import { documentLimits } from '../src/graphql/limits/document-limits.ts';
import { limits as operationLimits } from '../src/graphql/limits/operation-limits.ts';
import { documentedOperations } from '../src/rest/operations.ts';
import { maxIssues } from '../src/rules/requests/list-issues.ts';
import { scopes } from '../src/rules/requests/scope.ts';
import { maxBatchItems } from '../src/services/batches/batch-items.ts';
import { comparable } from './harness/assertions/comparable.ts';
import { examplesOf, sendExample } from './harness/assertions/page-examples.ts';
import { filesOf, linksOf, pages, read, rowsOf } from './harness/assertions/pages.ts';
import { scratchFolder } from './harness/data/made-once.ts';
import { startTestService, type TestService } from './harness/servers/test-service.ts';

const top = fileURLToPath(new URL('..', import.meta.url));

describe('environment variables of partners', () => {
  const texts = [
    ...pages.filter((page) => page.startsWith('docs/partners/')),
    'sdk/README.md',
    ...['sdk/examples', 'sdk/src/cli'].flatMap(filesOf).filter((file) => /\.(ts|md)$/.test(file)),
  ].map(read);
  const forms = [
    /process\.env\.([A-Z_]+)/g,
    /environ\["([A-Z_]+)"\]/g,
    /getenv\('([A-Z_]+)'\)/g,
    /GetEnvironmentVariable\("([A-Z_]+)"\)/g,
    /\$([A-Z][A-Z_]+)\b/g,
    /^(?:export )?([A-Z_]+)=/gm,
  ];
  const destructured = (text: string) =>
    [...text.matchAll(/const \{([^}]*)\} = process\.env/g)].flatMap(
      ([, names]) => names!.match(/[A-Z_]{2,}/g)!,
    );

  it('have one name each in README, guides, examples and command line', () => {
    const names = texts.flatMap((text) => [
      ...forms.flatMap((form) => [...text.matchAll(form)].map(([, name]) => name!)),
      ...destructured(text),
    ]);
    expect([...new Set(names)].sort()).toEqual([
      'BASE_URL',
      'BOOKINGS_FILE',
      'COURTBRIDGE_RUN',
      'COURT_ID',
      'EXTERNAL_SERVICE_ID',
      'HOST',
      'HTTPS_PROXY',
      'NEXT_WEEK',
      'NODE_USE_ENV_PROXY',
      'NO_COLOR',
      'OPERATOR_TOKEN',
      'ORGANIZATION_ID',
      'PORT',
      'SANDBOX_URL',
      'TOKEN',
      'USER_ID',
      'WEBHOOK_SECRET',
      'WEEK',
    ]);
  });
});

describe('examples', () => {
  // One service per page, because two pages may use the same email address.
  let service: TestService;
  beforeEach(async () => {
    // The limit that the guides document.
    const rateLimit = {
      perSecond: Number(variables.RATE_LIMIT_PER_SECOND.default),
      burst: Number(variables.RATE_LIMIT_BURST.default),
    };
    service = await startTestService('postgresql', { rateLimit });
  });
  afterEach(() => service.stop());

  const withExamples = pages.filter((page) => examplesOf(page).length > 0);

  const newPartner = async () => {
    const { externalServiceId, token, courtIds, organizationId } = await service.factories.tenant();
    return {
      BASE_URL: service.address,
      EXTERNAL_SERVICE_ID: externalServiceId,
      TOKEN: token,
      COURT_ID: courtIds[0],
      ORGANIZATION_ID: organizationId,
    };
  };

  /** Sends the examples of a page in order. Compares each response with the one on the page. */
  const play = async (page: string, values: Awaited<ReturnType<typeof newPartner>>) => {
    for (const { line, answer } of examplesOf(page)) {
      const sent = await sendExample(line, values);
      const { id } = sent.body as { id?: string };
      if (id !== undefined) Object.assign(values, { USER_ID: id });
      if (answer === undefined) {
        expect(sent.status, line).toBe(201);
        continue;
      }
      const [head, json] = answer.split(/\n\n([\s\S]*)/) as [string, string];
      const [statusLine, ...headers] = head.split('\n');
      expect(statusLine, line).toMatch(new RegExp(`^HTTP/1.1 ${sent.status} `));
      for (const header of headers) {
        const [name, value] = header.split(/: (.*)/) as [string, string];
        expect(sent.headers.get(name), line).toBe(value);
      }
      expect(comparable(sent.body), line).toEqual(comparable(JSON.parse(json)));
    }
  };

  it.each(withExamples)('of %s work in order and return the responses that it shows', async (page) => {
    await play(page, await newPartner());
  });

  it('of the user guides work in sequence for one partner', async () => {
    const partner = await newPartner();
    for (const name of ['getting-started', 'create-user', 'users', 'members'])
      await play(`docs/partners/${name}.md`, partner);
  });
});

it('the README has two examples, and the partner pages have more than six with a response', () => {
  expect(examplesOf('README.md')).toHaveLength(2);
  const ofPartners = pages.filter((page) => page.startsWith('docs/partners/')).flatMap(examplesOf);
  expect(ofPartners.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(6);
});

const filesNamedIn = (text: string) => [
  ...new Set(
    text.match(/(?<![\w./(])(?:(?:src|sdk|test|docs|codegen|scripts|lab)(?:\/[\w.-]+)+\b|\.changeset\b)/g),
  ),
];

describe('links', () => {
  /** A page's anchors, as GitHub derives them from its headings. */
  const anchorsOf = (page: string) =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(pages)('of %s lead to a file, heading and word that exist', (page) => {
    for (const { path, anchor, word } of linksOf(page)) {
      expect(existsSync(`${top}/${path}`), path).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(path), path).toContain(anchor);
      if (word !== undefined && statSync(`${top}/${path}`).isFile())
        expect(read(path).includes(word), `${path}: ${word}`).toBe(true);
    }
  });

  it('of the README of the SDK into the repository lead to a file and heading that exist', () => {
    const links = [
      ...read('sdk/README.md').matchAll(
        /\]\(https:\/\/github\.com\/courtbridge\/courtbridge\/(?:blob|tree)\/main\/([^)#]+)#?([^)]*)\)/g,
      ),
    ];
    expect(links.length).toBeGreaterThan(5);
    for (const [, path, anchor] of links) {
      expect(existsSync(`${top}/${path}`), path).toBe(true);
      if (anchor) expect(anchorsOf(path!), path).toContain(anchor);
    }
  });

  it('are found in large numbers', () => {
    const links = pages.flatMap((page) => linksOf(page));
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter(({ anchor }) => anchor !== undefined).length).toBeGreaterThan(15);
    const contract = linksOf('docs/contract.md');
    expect(contract.filter(({ word }) => word !== undefined).length).toBeGreaterThan(40);
  });

  it('lead from the README to every page', () => {
    const reached = new Set(['README.md']);
    for (const page of reached)
      for (const { path } of linksOf(page)) if (pages.includes(path)) reached.add(path);
    expect([...reached].sort()).toEqual([...pages].sort());
  });
});

describe('consistency of the pages with the code', () => {
  it('every file that docs/contributing.md names exists', () => {
    const paths = filesNamedIn(read('docs/contributing.md'));
    expect(paths.length).toBeGreaterThan(25);
    expect(paths.filter((path) => !existsSync(`${top}/${path}`))).toEqual([]);
  });

  it('the search for file names finds a file that does not exist', () => {
    expect(filesNamedIn('| `src/gone.ts`, `a.b` | `npm test -- test/gone.test.ts -t x` |')).toEqual([
      'src/gone.ts',
      'test/gone.test.ts',
    ]);
  });

  it('the GraphQL examples for operators match the schema', () => {
    const schema = buildSchema(read('src/graphql/schema/schema.graphql'));
    const documents = pages
      .filter((page) => page.startsWith('docs/operators'))
      .flatMap((page) => [...read(page).matchAll(/^```graphql\n([\s\S]*?)^```$/gm)]);
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.flatMap(([, document]) => validate(schema, parse(document!)))).toEqual([]);
  });

  it('no page is larger than 25 KB', () => {
    const large = [...pages, 'sdk/README.md'].filter((page) => statSync(`${top}/${page}`).size > 25_000);
    expect(large).toEqual([]);
  });

  it('the README has at most 91 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(91);
  });

  it('the pages mention every npm script and no other', () => {
    const text = pages.map((page) => read(page)).join('\n');
    const mentions = [...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)];
    const named = new Set(mentions.map(([, script, short]) => script ?? short!));
    expect(named).toEqual(new Set(Object.keys(packageJson.scripts)));
  });

  it('every file with a decision beyond the document has a row on a page of decisions', () => {
    const decisions = read('docs/decisions.md') + read('docs/decisions-platform.md');
    const deciding = filesOf('src')
      .filter((file) => /\.(ts|sql)$/.test(file))
      .filter((file) => read(file).includes('Not in the document'));
    expect(deciding.length).toBeGreaterThan(15);
    expect(deciding.filter((file) => !decisions.includes(`](../${file})`))).toEqual([]);
  });

  it('the documented limits for operators and the maximum of issues are those of the code', () => {
    expect(read('docs/partners/errors.md')).toContain(`up to ${maxIssues},`);

    const operators = read('docs/operators-graphql.md');
    const rowsTold: [string, number][] = [
      ['tokens', documentLimits.tokens],
      ['nested brackets', documentLimits.brackets],
      ['fields and fragments, at every place where they are spread', documentLimits.fields],
      ['the same field in one place', documentLimits.repeats],
      ['nested fields', documentLimits.depth],
      ['aliases', documentLimits.aliases],
      ['fragments', documentLimits.fragments],
      ['spreads', documentLimits.spreads],
      ['operations', documentLimits.operations],
      ['variables', documentLimits.variables],
      ['arguments', documentLimits.arguments],
      ['directives', documentLimits.directives],
      ['values in the variables', documentLimits.values],
      ['depth', operationLimits.depth],
      ['fields', operationLimits.breadth],
      ['cost', operationLimits.complexity],
    ];
    const told = rowsTold.map(([what, limit]) => `| ${what} | ${limit.toLocaleString('en')} |`);
    expect(told.filter((limit) => !operators.includes(limit))).toEqual([]);
  });

  it('the guides state the duration of importing 10,000 users and the number of connections to use', () => {
    const perSecond = Number(variables.RATE_LIMIT_PER_SECOND.default);
    const burst = Number(variables.RATE_LIMIT_BURST.default);
    const secondsOf = (requests: number) => Math.round((requests - burst) / perSecond / 10) * 10;
    const batches = 10_000 / maxBatchItems;
    const cost = batches * Math.ceil(maxBatchItems / 10);
    const guide = read('docs/partners/members.md').replaceAll(/\s+/g, ' ');
    expect(guide).toContain(
      `10,000 members are ${batches} batches and cost ${cost.toLocaleString('en')} requests`,
    );
    expect(guide).toContain(
      `about ${secondsOf(cost)} seconds at the usual limit of ${perSecond} requests a second`,
    );
    expect(guide).toContain(`with a burst of ${burst}`);
    expect(guide).toContain(`One call for each member would take ${secondsOf(10_000)} seconds`);
    expect(read('docs/partners/going-live.md')).toContain(
      `10,000 members are ${batches} batches and cost ${cost.toLocaleString('en')} requests`,
    );
    expect(read('sdk/src/request-queue.ts')).toContain('const defaultConcurrency = 8;');
    const limits = read('docs/partners/limits-and-retries.md');
    expect(limits).toContain('use at most eight');
    expect(limits).toContain(`up to ${maxHeaderBytes / 1_024} KiB`);
    const counted = Object.keys(catalogue).filter((type) => /^too_many_/.test(type));
    const sendsAgain = /repeated call sends|at each call/;
    const again = documentedOperations().filter(({ description }) => sendsAgain.test(description));
    const named = [...counted, ...again.map(({ operationId }) => operationId)];
    expect(named.filter((name) => !limits.includes(`\`${name}\``))).toEqual([]);
  });

  it('the guide names exactly the codes of a batch item for which `retryable` is true', () => {
    const source = read('src/rest/transport/batch-response.ts');
    const [, list] = /^const retryable: readonly string\[\] = \[(.+)\];$/m.exec(source)!;
    const [, section] = /^### When `retryable` is true\n([\s\S]*?)\n### /m.exec(
      read('docs/partners/batch-court-bookings.md'),
    )!;
    const codes = [...section!.matchAll(/`(\w+)`/g)].map(([, code]) => code!);
    expect(codes.filter((code) => code !== 'retryable').sort()).toEqual(
      [...list!.matchAll(/'(\w+)'/g)].map(([, code]) => code!).sort(),
    );
  });

  it('errors.md has advice for each code that partners can receive', () => {
    const errors = read('docs/partners/errors.md');
    const advised = rowsOf(errors)
      .filter(({ heading }) => heading === 'What to do')
      .map(({ text }) => /`(\w+)`/.exec(text)![1]!);
    const codes = Object.entries(catalogue).filter(([, { origin }]) => origin !== 'operators');
    expect(advised).toEqual(codes.map(([code]) => code).sort());
  });

  it('the interface changelog has every operation, read scope and code beyond the document', () => {
    const changelog = read('docs/partners/changelog.md');
    const added = Object.entries(catalogue).filter(([, { origin }]) => origin === 'operations');
    const names = [
      ...documentedOperations().map(({ operationId }) => operationId),
      ...added.map(([code]) => code),
      ...scopes.filter((scope) => scope.endsWith('read')),
    ];
    expect(names.filter((name) => !changelog.includes(`\`${name}\``))).toEqual([]);
  });

  it('a changeset names each operation that the last release of the SDK does not have', () => {
    const folder = join(scratchFolder(), 'last-release');
    const before = readFileSync(join(unpackLastRelease(folder), 'index.d.ts'), 'utf8');
    const changesets = filesOf('.changeset').map(read).join('\n');
    const isIn = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
    const added = documentedOperations().filter(({ operationId }) => !isIn(before, operationId));
    expect(added.map(({ operationId }) => operationId).filter((name) => !isIn(changesets, name))).toEqual([]);
  });

  it('.ci/run tests on the oldest PostgreSQL version that the pages promise', () => {
    const promised = [...pages, 'src/env.ts', 'src/db/migrate.ts']
      .flatMap((page) => [
        ...read(page).matchAll(/PostgreSQL\s(\d+) or later|version (\d+) or later is needed/g),
      ])
      .map(([, named, needed]) => Number(named ?? needed));
    expect(promised.length).toBeGreaterThan(3);
    const ci = read('.ci/run');
    const [, oldest] = /^oldest=\/usr\/lib\/postgresql\/(\d+)\/bin$/m.exec(ci)!;
    expect(new Set(promised)).toEqual(new Set([Number(oldest)]));
    expect(ci).toContain(`postgresql-${oldest} `);
    expect(ci).toContain('TEST_POSTGRESQL_BIN=$oldest npm test\n');
  });

  it('the operator pages have every playbook tab and every operator error', () => {
    const operators = read('docs/operators.md');
    const tabs = filesOf('src/graphql/graphiql/playbook')
      .map((file) => posix.basename(file))
      .filter((file) => /^[1-9].*\.graphql$/.test(file))
      .map((file) => file.replace('.graphql', ''));
    const named = [...operators.matchAll(/^\|.*\| `(\d+-[\w-]+)` \|/gm)].map(([, tab]) => tab!);
    expect(named).toEqual(tabs.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10)));
    const codes = Object.entries(catalogue)
      .filter(([code, { origin }]) => origin === 'operators' && !code.endsWith('_not_found'))
      .map(([code]) => code);
    const reference = read('docs/operators-graphql.md');
    expect(codes.filter((code) => !reference.includes(`\`${code}\``))).toEqual([]);
  });
});
