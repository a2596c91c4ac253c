import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  bareErrors,
  bareRequests,
  foreignLists,
  importsOf,
  layerOf,
  looseVerbs,
  rebuiltUpserts,
  type Sources,
  sqlTexts,
  strayPackages,
  unauthorizedCalls,
  unmirrored,
  upwardImports,
} from './harness/assertions/architecture.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** The layers and files that each layer may import. A file at the top of `src` is a layer of its own. */
const mayImport: Record<string, string[]> = {
  bin: ['app', 'app.ts', 'db', 'env.ts', 'http', 'outgoing', 'sandbox', 'services', 'sign-in', 'telemetry'],
  'app.ts': ['app', 'db', 'http', 'pages', 'rest', 'services', 'sign-in', 'telemetry'],
  app: ['db', 'graphql', 'http', 'pages', 'rest', 'services', 'sign-in', 'telemetry'],
  // A front door before the service, in a process of its own.
  sandbox: ['db', 'api-error.ts', 'errors.ts', 'http', 'pages', 'rules', 'services'],
  telemetry: ['db', 'env.ts', 'http', 'services'],
  rest: ['db', 'api-error.ts', 'errors.ts', 'http', 'rules', 'services'],
  graphql: ['db', 'api-error.ts', 'errors.ts', 'http', 'pages', 'rules', 'services', 'sign-in'],
  'sign-in': ['db', 'api-error.ts', 'errors.ts', 'http', 'pages', 'services'],
  services: ['db', 'api-error.ts', 'errors.ts', 'rules'],
  // The SDK includes them.
  rules: [],
  db: ['database-address.ts', 'env.ts', 'api-error.ts', 'errors.ts'],
  // Implements the interface of services/webhooks/webhook-dependencies.ts.
  outgoing: ['rules', 'services'],
  http: ['api-error.ts', 'errors.ts', 'rules'],
  // Pages render data that services have read. The composition root connects them.
  pages: ['api-error.ts', 'errors.ts', 'http', 'rules', 'services'],
  'env.ts': ['database-address.ts'],
  'database-address.ts': [],
  'api-error.ts': ['errors.ts'],
  'errors.ts': [],
};

const mayBeUsedBy: Record<string, string[]> = {
  hono: ['app.ts', 'http', 'pages'],
  '@hono/node-server': ['http'],
  'node:zlib': ['http', 'pages', 'services'],
  'node:http': ['app.ts', 'http', 'outgoing'],
  'node:net': ['http', 'outgoing', 'services'],
  // Only `outgoing` may open connections, because those of other layers would not be guarded. `database-address.ts` checks the certificate
  // of the database.
  'node:tls': ['outgoing', 'database-address.ts'],
  'node:dns': ['outgoing'],
  'node:events': ['outgoing'],
  '@graphql-yoga/render-graphiql': ['graphql'],
  '@pothos/core': ['graphql'],
  '@pothos/plugin-complexity': ['graphql'],
  '@pothos/plugin-relay': ['graphql'],
  graphql: ['graphql'],
  'graphql-yoga': ['graphql'],
  'openid-client': ['sign-in'],
  // Services change entities and GraphQL reads them. Only `db` uses connections, drivers and migrations.
  '@electric-sql/pglite': ['db'],
  '@mikro-orm/core': ['db', 'graphql', 'services'],
  '@mikro-orm/migrations': ['db'],
  '@mikro-orm/pglite': ['db'],
  '@mikro-orm/postgresql': ['db', 'graphql', 'services'],
  kysely: ['db'],
  pg: ['db', 'database-address.ts'],
  'pg-connection-string': ['database-address.ts'],
  zod: ['graphql', 'rest', 'sandbox', 'services'],
  'zod-openapi': ['rest'],
  'node:crypto': ['bin', 'db', 'graphql', 'http', 'pages', 'sandbox', 'services'],
  uuid: ['services'],
  pino: ['telemetry'],
  'prom-client': ['telemetry'],
  '@opentelemetry/api': ['telemetry'],
  '@opentelemetry/context-async-hooks': ['telemetry'],
  '@opentelemetry/core': ['telemetry'],
  '@opentelemetry/exporter-trace-otlp-proto': ['telemetry'],
  '@opentelemetry/resources': ['telemetry'],
  '@opentelemetry/sdk-trace': ['telemetry'],
  'node:child_process': ['pages'],
  marked: ['pages'],
  minisearch: ['pages'],
  'node:fs': ['bin', 'db', 'env.ts', 'graphql', 'pages', 'rest', 'sandbox'],
  'node:os': ['db', 'pages'],
  'node:path': ['db'],
  'node:sqlite': ['db'],
  'node:timers': ['db', 'graphql', 'http', 'sandbox'],
  'node:util': ['bin', 'graphql', 'http', 'pages', 'sandbox'],
};

/** Calls of services for nobody in particular: background jobs, the start of the service, metrics, signing in, and whoever finds a token. */
const callsWithoutAuthorization = [
  'app.ts calls findSdkPackage',
  'app.ts calls keepSdkPackage',
  'app.ts calls sharedBucket',
  'app/background-jobs.ts calls deleteEndedSessions',
  'app/background-jobs.ts calls deleteExpiredTombstones',
  'app/background-jobs.ts calls deleteIdleBuckets',
  'app/background-jobs.ts calls deleteOldAlerts',
  'app/background-jobs.ts calls deleteOldForms',
  'app/background-jobs.ts calls deleteOldTraffic',
  'app/background-jobs.ts calls deleteOrphanedDeliveries',
  'app/background-jobs.ts calls eraseFormerNames',
  'app/background-jobs.ts calls eraseFurtherCopies',
  'app/background-jobs.ts calls raiseAlertsInTurn',
  'app/background-jobs.ts calls resealSecrets',
  'app/background-jobs.ts calls sumUpTrafficDays',
  'app/partner-api.ts calls sharedBucket',
  'bin/main.ts calls ensureAdministrator',
  'bin/main.ts calls loadDemoData',
  'bin/sandbox.ts calls ensureAdministrator',
  'rest/operations/revoke-api-token.ts calls revokeFoundApiToken',
  'rest/secret-scanning.ts calls revokeScannedApiTokens',
  'sign-in/sign-in-by-provider.ts calls signInByIdentity',
  'sign-in/sign-in-by-provider.ts calls startRecordedSession',
  'sign-in/sign-in.ts calls startRecordedSession',
  'telemetry/database-metrics.ts calls countUnreadableSecrets',
  'telemetry/database-metrics.ts calls readBacklog',
];

const roomsOfVerbs = ['bookings', 'court-blocks', 'operators', 'organizations', 'partners', 'users'].map(
  (room) => `services/${room}`,
);

/** Files in the folders of verbs that belong to no verb, with the reason. */
const noVerbs = {
  'services/bookings/change-court-booking.ts': "shared by an operator's verbs on bookings",
  'services/bookings/batch/batch-item.ts': 'the schema and the errors of a batch item',
  'services/users/batch/user-batch-item.ts': 'the schema and the errors of a batch item',
  'services/bookings/delete-expired-tombstones.ts': 'a background job without errors for a caller',
  'services/bookings/occupancy-memory.ts': 'the times of courts that a process keeps',
  'services/bookings/operator-cancellation.ts': "shared by operators' verbs that cancel one booking, or many",
  'services/bookings/past-bookings.ts': 'the rule for bookings that are over, of all verbs of operators',
  'services/bookings/participant.ts': 'participants of upserts and batches',
  'services/court-blocks/record-block.ts': 'the records of blocking and unblocking a court',
  'services/bookings/optional-fields.ts': 'the optional fields of a booking',
  'services/bookings/stored-court-booking.ts': 'the result of the verbs',
  'services/bookings/writes/known-court-bookings.ts': 'what the rules know from the loaded rows',
  'services/bookings/writes/write-court-bookings.ts': 'loads, judges and saves a set, for all verbs',
  'services/bookings/writes/court-booking-groups.ts': 'judges single calls in groups',
  'services/operators/ensure-administrator.ts':
    'runs at the start of the service, without errors for a caller',
  'services/operators/operator-session.ts': 'the start and the end of a session',
  'services/operators/submit-form.ts': 'claims a form of a page, before its task runs',
  'services/operators/record-queries.ts': 'a background job without errors for a caller',
  'services/operators/record-sign-ins.ts': 'a background job without errors for a caller',
  'services/organizations/court-name.ts': 'shared by the verbs that name a court',
  'services/partners/change-external-service.ts': 'shared by the verbs that change an external service',
  'services/partners/external-service-name.ts': 'shared by the verbs that name an external service',
  'services/partners/add-api-token.ts': 'shared by the verbs that issue a token and by the demo data',
  'services/operators/why-no-rotation.ts': 'shared by the verb and the pages, which do not offer it',
  'services/partners/change-api-token.ts': 'shared by the verbs that rotate and revoke a token',
  'services/partners/find-external-service.ts': 'finds the external service that a verb is about',
  'services/partners/sandbox-report.ts': 'checks the report of the sandbox for issuing a token',
  'services/partners/change-access.ts': 'shared by granting and revoking',
  'services/users/writes/known-users.ts': 'what the rules know from the loaded rows',
  'services/users/writes/user-groups.ts': 'judges single calls in groups',
  'services/users/writes/write-users.ts': 'locks, loads, judges and saves users, for all verbs',
  'services/users/find-identifiers.ts': 'the addresses and external ids of a user',
};

/** Tests that cover more than one source file, with the reason. */
const testsOfWholes = {
  'db/races.test.ts': 'the functions against each other, on real connections',
  'db/operator-races.test.ts': "operators' verbs against partners' groups and batches, on real connections",
  'db/batch-races.test.ts': 'batches against each other, on real connections',
  'db/batch-runs.test.ts': 'a batch against its items one by one',
  'db/plans.test.ts': 'the number of plans that PostgreSQL makes for each operation and loop',
  'db/turns.test.ts': 'each writer of a booking against another concurrent writer',
  'db/changes.test.ts': 'the feed of changes: complete and ordered under concurrent writes',
  'db/reordering.test.ts': 'the version rule for any order of upserts, cancellations and batches',
  'rest/dry-run.test.ts': 'dry runs against the calls, and the rows that they leave alone',
  'rest/every-operation.test.ts': 'the errors that every operation shares',
  'rest/planted-mistakes.test.ts': 'how a partner finds the cause of a mistake, through several operations',
  'graphql/answer-budget.test.ts': 'the time budget of responses, through GraphQL',
  'graphql/date-times.test.ts': 'the format of every time in GraphQL',
  'graphql/audit-events.test.ts': 'the audit events of every mutation',
  'graphql/authorization.test.ts': 'the authorization of every mutation and query',
  'graphql/document-pages/malformed-values.test.ts': 'every page of operators, with one malformed value',
  'graphql/document-pages/operators-day.test.ts':
    'what operators ask in a day, from the start page to the answer',
  'graphql/generated-values.test.ts': 'every page of operators and every operation, with generated values',
  'graphql/bounds.test.ts': 'the limits of every list and document',
  'graphql/filters.test.ts': 'the results of every filter of every list',
  'graphql/replica.test.ts': 'reads and changes with a replica',
  'graphql/request-ids.test.ts': 'request ids, from the partner to the operators',
  'graphql/step-in.test.ts': 'operators and partners on the same bookings',
  'http/server-alone.test.ts': 'the server and its connections, without a service behind them',
  'services/changes/change-watch-by-clock.test.ts': 'the timing of change-watch.ts, with a controlled clock',
  'services/partners/api-tokens.test.ts': 'the verbs of API tokens, and what the tokens open',
  'rest/authentication.test.ts': 'every operation, with each kind of token',
  'rest/hostile-input.test.ts': 'every operation, with hostile input',
  'rest/generated-calls.test.ts': 'every operation, with generated calls',
  'rest/isolation.test.ts': 'every operation, with resources of another partner',
  'rest/order-of-checks.test.ts': 'every operation, with two faults at once',
  'rest/rate-limit.test.ts': 'every operation, at its rate limit',
  'rest/openapi-document.test.ts': 'the generated OpenAPI document as it is served',
  'graphql/unfinished-body.test.ts': 'every route that reads a body, with a client that stops sending',
  'graphql/slow-statement.test.ts': 'a statement that the server ends, through GraphQL',
  'graphql/statements.test.ts': 'how many statements a page takes, through GraphQL',
  'services/bookings/future-version.test.ts':
    'every writer of a booking, with an externalUpdatedAt in the future',
};

const namesIn = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
const files = namesIn(source, '.ts');
const sources: Sources = Object.fromEntries(
  files.map((file) => [file, readFileSync(resolve(source, file), 'utf8')]),
);
const imports = importsOf(sources);
const tests = [
  'bin',
  'db',
  'graphql',
  'http',
  'outgoing',
  'pages',
  'rest',
  'rules',
  'sandbox',
  'services',
  'sign-in',
  'telemetry',
].flatMap((layer) =>
  namesIn(fileURLToPath(new URL(layer, import.meta.url)), '.test.ts').map((file) => `${layer}/${file}`),
);

// Each check first runs on invalid sources that it must report.
describe('source architecture', () => {
  it('each layer imports only the layers that the table allows', () => {
    const planted = importsOf({
      'db/user.ts': "import {\n  createUser,\n} from '../services/users/create-user.ts';",
      'services/users/create-user.ts': "const { toUser } = await import('../../rest/create-user.ts');",
      'new-layer/x.ts': "export type { User } from '../db/user.ts';",
      'rest/create-user.ts': "import '../db/user.ts';",
    });
    expect(upwardImports(planted, mayImport)).toEqual([
      'db/user.ts imports services/users/create-user.ts',
      'services/users/create-user.ts imports rest/create-user.ts',
      'new-layer/x.ts imports db/user.ts',
    ]);
    expect(upwardImports(imports, mayImport)).toEqual([]);
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it('only the process of the sandbox reaches the sandbox', () => {
    const reaches = (all: typeof imports) =>
      all
        .filter(({ file, target = '' }) => layerOf(target) === 'sandbox' && layerOf(file) !== 'sandbox')
        .map(({ file }) => file);
    const planted = importsOf({ 'app.ts': "import { createSandbox } from './sandbox/create-sandbox.ts';" });
    expect(reaches(planted)).toEqual(['app.ts']);
    expect([...new Set(reaches(imports))]).toEqual(['bin/sandbox.ts']);
  });

  it('each layer uses only the packages that the table allows', () => {
    const planted = importsOf({
      'rest/create-user.ts': "import type { Client } from 'pg';\nimport { z } from 'zod';",
      'db/user.ts': "import { rm } from 'node:fs/promises';\nimport '@hono/node-server/serve-static';",
      'services/users/create-user.ts': "import pad from 'left-pad';",
    });
    expect(strayPackages(planted, mayBeUsedBy)).toEqual([
      'rest/create-user.ts uses pg',
      'db/user.ts uses @hono/node-server/serve-static',
      'services/users/create-user.ts uses left-pad',
    ]);
    expect(strayPackages(imports, mayBeUsedBy)).toEqual([]);
  });

  it('no layer uses fetch, which cannot be guarded, because only outgoing makes requests', () => {
    const planted = {
      'services/webhooks/send.ts': 'const answer = await fetch(url);',
      'services/webhooks/ask.ts': 'return globalThis.fetch(url);',
      'rest/live.ts': 'const socket = new WebSocket(url);',
      'http/handler.ts':
        'const answer = await handler.fetch(request);\nthis.#fetch(key);\n  fetch(request: Request): void;',
    };
    expect(bareRequests(planted)).toEqual([
      'services/webhooks/send.ts',
      'services/webhooks/ask.ts',
      'rest/live.ts',
    ]);
    expect(bareRequests(sources)).toEqual([]);
  });

  it('services create errors only from lists of codes', () => {
    const bare = "if (!user) throw new ApiError('user_not_found');";
    expect(bareErrors({ 'services/users/update-user.ts': bare, 'api-error.ts': bare })).toEqual([
      'services/users/update-user.ts makes an ApiError by itself',
    ]);
    expect(bareErrors(sources)).toEqual([]);
  });

  it('services contain no SQL text', () => {
    const planted = {
      'services/users/get-user.ts': "const [user] = await query('select id from users where id = $1', [id]);",
      'services/users/list-users.ts':
        'return query(`\n  with page as (select 1)\n  select id from page`, []);',
      'services/users/erase-user.ts': `await em.execute("DELETE FROM users");
        await em.execute(\`update \${table} set a = 1\`);`,
      'services/users/lock-user.ts': `const mode = \`\${isOwn ? 'set local lock_timeout = 1' : ''}\`;`,
      'services/users/messages.ts':
        "// 'select id' is elsewhere.\nconst message = 'Set another key, or update the user with access.';\nfield('with overlap');",
      'db/queries/users.ts': "return query('select id from users', []);",
    };
    expect(sqlTexts(planted)).toEqual([
      'services/users/get-user.ts: select id from users where id = $1',
      'services/users/list-users.ts: with page as (select 1)',
      'services/users/erase-user.ts: DELETE FROM users',
      `services/users/erase-user.ts: update \${table} set a = 1`,
      'services/users/lock-user.ts: set local lock_timeout = 1',
    ]);
    expect(sqlTexts(sources)).toEqual([]);
  });

  it('only contentOf turns a stored booking into an upsert', () => {
    const planted = {
      'services/bookings/move.ts':
        'const { participants } = stored;\nconst input = { ...times, externalUpdatedAt, participants };',
      'graphql/move.ts': 'upsert({\n  externalUpdatedAt: now(),\n  participants: stored.participants,\n});',
      'services/court-blocks/block.ts': 'const input = { externalUpdatedAt, participants: [] };',
    };
    expect(rebuiltUpserts(planted)).toEqual(['services/bookings/move.ts', 'graphql/move.ts']);
    expect(rebuiltUpserts(sources)).toEqual([]);
  });

  it('services take a partner or an operator, except for background jobs and signing in', () => {
    const planted = {
      'services/users/list-users.ts':
        'export async function listUsers(\n  { database }: ServiceContext,\n  limit: number,\n): Promise<User[]> {}',
      'services/users/get-user.ts':
        "export function getUser(context: ServiceContext, partner: Partner<'userread'>): User {}",
      'services/users/name-fault.ts': 'export function nameFault(name: string): string {}',
      'rest/users.ts':
        "import { listUsers } from '../services/users/list-users.ts';\nimport { getUser } from '../services/users/get-user.ts';\nimport { nameFault } from '../services/users/name-fault.ts';",
      'graphql/users.ts': "import * as listUsers from '../services/users/list-users.ts';",
    };
    expect(unauthorizedCalls(planted)).toEqual([
      'rest/users.ts calls listUsers',
      'graphql/users.ts calls listUsers',
    ]);
    expect(unauthorizedCalls(sources).sort()).toEqual(callsWithoutAuthorization);
  });

  it('each mutation uses the error list of its verb', () => {
    const planted = [
      "defineMutation('createUser', {\n  errors: errorsWhenActing(createUserErrors),\n});",
      "defineMutation('updateUser', {\n  errors: createUserErrors,\n});",
      "defineMutation('removeUser', {\n  errors: ['user_not_found'],\n});",
    ];
    expect(foreignLists({ 'graphql/user.ts': planted.join('\n') })).toEqual([
      'graphql/user.ts: updateUser answers by createUserErrors',
      'graphql/user.ts: removeUser answers by codes of its own',
    ]);
    expect(foreignLists(sources)).toEqual([]);
  });

  it('each verb has a file of its name, with its code list and no other verb', () => {
    const planted = {
      'services/users/update-user.ts':
        'export function updateUser() {}\nexport async function removeUser() {}',
      'services/users/merge-users.ts':
        'export const MergeUsersInput = 1;\nexport const mergeUsersErrors = [];',
      'services/limits/limiter.ts': 'export function anything() {}',
    };
    expect(looseVerbs(planted, roomsOfVerbs, { 'services/users/gone.ts': 'was here' })).toEqual([
      'services/users/gone.ts is listed, and gone',
      'services/users/update-user.ts lacks updateUserErrors',
      'services/users/update-user.ts also exports removeUser',
      'services/users/merge-users.ts lacks mergeUsers',
    ]);
    expect(looseVerbs(sources, roomsOfVerbs, noVerbs)).toEqual([]);
  });

  it('each test file mirrors a source file or folder', () => {
    const planted = ['db/user.test.ts', 'db/migrations.test.ts', 'db/loose.test.ts', 'db/whole.test.ts'];
    const beside = ['db/user.ts', 'db/migrations/index.ts', 'services/loose.ts'];
    const wholes = { 'db/whole.test.ts': '', 'db/user.test.ts': '', 'db/gone.test.ts': '' };
    expect(unmirrored(planted, beside, wholes)).toEqual([
      'db/loose.test.ts mirrors nothing',
      'db/user.test.ts is listed without need',
      'db/gone.test.ts is listed without need',
    ]);
    expect(unmirrored(tests, namesIn(source, ''), testsOfWholes)).toEqual([]);
  });

  it('the SDK and the service do not import each other, except that the SDK has the rules', () => {
    const top = resolve(source, '..');
    const sdk = namesIn(resolve(top, 'sdk'), '.ts');
    const all = [...sdk.map((file) => `sdk/${file}`), ...files.map((file) => `src/${file}`)];
    for (const file of all) {
      const folder = file.split('/')[0]!;
      // Removes template literals, which contain the imports of generated files.
      const text = readFileSync(resolve(top, file), 'utf8').replaceAll(/`[^`]*`/g, '');
      for (const [, specifier] of text.matchAll(/^(?:import|export)\b[^;`]*?from '([^']+)';$/gm)) {
        const isOwn = specifier!.startsWith('.');
        const target = relative(top, resolve(top, dirname(file), specifier!));
        if (file.startsWith('sdk/src/') && target.startsWith('src/rules/')) continue;
        if (isOwn) expect(target.split('/')[0], `${file} imports ${specifier}`).toBe(folder);
        // The only dependency of the SDK. Its command line runs on Node.
        else if (file.startsWith('sdk/src/cli/')) expect(specifier, file).toMatch(/^node:/);
        else if (file.startsWith('sdk/src/')) expect(specifier, file).toBe('openapi-fetch');
      }
    }
    expect(sdk.length).toBeGreaterThan(10);
  });

  it('only the command line of the SDK imports its files, so that no bundle contains them', () => {
    const folder = resolve(source, '../sdk/src');
    const texts = namesIn(folder, '.ts').map((file) => [file, readFileSync(resolve(folder, file), 'utf8')]);
    const planted = { 'index.ts': "export { doctor } from './cli/doctor.ts';" };
    const importersOf = (all: Sources) =>
      importsOf(all).filter(({ file, target }) => target?.startsWith('cli/') && !file.startsWith('cli/'));
    expect(importersOf(planted)).toHaveLength(1);
    expect(importersOf(Object.fromEntries(texts))).toEqual([]);
  });

  it('importing a module other than an entry point has no side effect', () => {
    const modules = files
      .filter(
        (file) =>
          !['main', 'db-migrate', 'db-move', 'db-after-restore', 'sandbox'].includes(
            file.replace(/^bin\/|\.ts$/g, ''),
          ),
      )
      .map((file) => pathToFileURL(resolve(source, file)).href);
    const code = modules.map((url) => `await import(${JSON.stringify(url)});`).join('\n');
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: 30_000,
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('every file that the lab starts exists', () => {
    const top = resolve(source, '..');
    const started = namesIn(resolve(top, 'lab'), '.ts')
      .filter((file) => !file.includes('node_modules'))
      .flatMap((file) => {
        const text = readFileSync(resolve(top, 'lab', file), 'utf8');
        const fromTop = [...text.matchAll(/main: '([^']+)'/g)].map(([, path]) => path!);
        const fromLab = file === 'main.ts' ? [...text.matchAll(/file: '([^']+)'/g)] : [];
        return [...fromTop, ...fromLab.map(([, path]) => `lab/${path}`)];
      });
    expect(started.length).toBeGreaterThan(12);
    expect(started.filter((path) => !existsSync(resolve(top, path)))).toEqual([]);
  });

  it('nothing imports the lab, except what writes its page and what checks its known faults', () => {
    const top = resolve(source, '..');
    const others = ['src', 'sdk/src', 'codegen', 'scripts', 'test'].flatMap((folder) =>
      namesIn(resolve(top, folder), '.ts').map((file) => `${folder}/${file}`),
    );
    const importers = others.filter((file) =>
      /from '[./]+\/lab\//.test(readFileSync(resolve(top, file), 'utf8')),
    );
    expect(importers).toEqual(['codegen/generated-files.ts', 'test/promises.test.ts']);
  });
});
