import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresql } from '../../../src/db/connection/open-postgresql.ts';
import { sessionSettings } from '../../../src/db/connection/session-settings.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { variables } from '../../../src/env.ts';
import { paste } from '../../harness/clients/paste.ts';
import { execute } from '../../harness/global-setup.ts';
import { addressOf, createRoles } from '../../harness/servers/create-roles.ts';
import { freePort } from '../../harness/servers/postgresql.ts';
import { processForTest, useOwnPostgresql } from '../../harness/servers/use-test-service.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(`${top}/${path}`, 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const unit = read('deploy/courtbridge.service');
const passwords = read('deploy/set-passwords.sh');
const files = {
  Dockerfile: dockerfile,
  'compose.yaml': compose,
  'deploy/courtbridge.service': unit,
  'deploy/create-roles.sql': read('deploy/create-roles.sql'),
  'deploy/set-passwords.sh': passwords,
  ...Object.fromEntries(
    readdirSync(`${top}/deploy/kubernetes`).map((file) => [
      `deploy/kubernetes/${file}`,
      read(`deploy/kubernetes/${file}`),
    ]),
  ),
  'deploy/pgbouncer/Dockerfile': read('deploy/pgbouncer/Dockerfile'),
  'deploy/pgbouncer/pgbouncer.ini': read('deploy/pgbouncer/pgbouncer.ini'),
  'deploy/pgbouncer/pgbouncer-before-1.21.ini': read('deploy/pgbouncer/pgbouncer-before-1.21.ini'),
};

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
/** The words of a command in exec form. In shell form, which is not JSON, a shell would receive the signals. */
const execForm = (text: string, pattern: RegExp) => JSON.parse(pattern.exec(text)![1]!) as string[];
const run = (command: string[], env: Record<string, string>) =>
  new Promise<number | null>((resolve) => {
    const child = spawn(command[0] === 'node' ? process.execPath : command[0]!, command.slice(1), { env });
    child.once('close', resolve);
  });

describe('files for deployment', () => {
  // Variables of Node itself and of the PostgreSQL image.
  const others = ['NODE_ENV', 'POSTGRES_DB', 'POSTGRES_USER', 'POSTGRES_PASSWORD'];

  it('set only variables that exist', () => {
    const ofImage = matches(dockerfile, /(\w+)=\S/g).filter((name) => name === name.toUpperCase());
    const ofCompose = [...matches(compose, /^ {6}([A-Z_]+): /gm), ...matches(compose, /\$\{(\w+)/g)];
    const ofUnit = matches(unit.match(/^Environment=(.*)$/m)![1]!, /(\w+)=/g);
    const ofComments = matches(`${compose}${unit}`, /\b([A-Z]+_[A-Z_]+)\b/g);
    const ofPasswords = matches(passwords, /\\getenv \w+ (\w+)/g);
    expect(ofPasswords).toEqual(['OWNER_PASSWORD', 'SERVICE_PASSWORD']);
    const known = [...Object.keys(variables), ...others, ...ofPasswords, 'AF_INET', 'AF_UNIX'];
    const named = [...ofImage, ...ofCompose, ...ofUnit, ...ofComments];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  const secretsIn = (text: string) => {
    // In an example, the word "password" is a placeholder.
    const literal = text.replaceAll(
      /\$\{[^}]*\}|\$\(\w+\)|Token: false|:'\w+'|(?<=:\/\/\w+:)password(?=@)/g,
      '',
    );
    return [
      ...matches(literal, /:\/\/[^:/\s]+:([^@\s]+)@/g),
      ...matches(literal, /(?:PASSWORD|TOKEN|SECRET)[ '"]*[:=][ '"]*([^\s'"]+)/gi),
      ...matches(literal, /password '([^']+)'/gi),
      ...matches(literal, /"courtbridge" "([^"]+)"/g),
    ];
  };
  it.each(Object.entries(files))('%s contains no secret', (_path, text) => {
    expect(secretsIn(text)).toEqual([]);
  });
  it.each([
    'DATABASE_URL: postgres://user:hunter2@host/db',
    'OPERATOR_TOKEN=hunter2',
    "POSTGRES_PASSWORD: 'hunter2'",
    "alter role courtbridge password 'hunter2'",
    '"courtbridge" "hunter2"',
  ])('a planted secret is detected: %s', (text) => {
    expect(secretsIn(text)).toEqual(['hunter2']);
  });

  it('the image has the tested Node, production packages and the files that .dockerignore allows', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    expect(matches(dockerfile, /^FROM (\S+)/gm)).toEqual(Array(3).fill(`node:${devDependencies.node}-slim`));
    expect(dockerfile).toContain('npm ci --omit=dev');
    expect(matches(dockerfile, /^USER (\w+)$/gm)).toEqual(['node']);
    const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
    const allowed = matches(read('.dockerignore'), /^!(.+)$/gm);
    const isWithin = (path: string) => allowed.some((folder) => path.startsWith(`${folder}/`));
    expect([...new Set(copied.filter((path) => !isWithin(path)))].sort()).toEqual(allowed.sort());
    for (const path of allowed) expect(existsSync(`${top}/${path}`), path).toBe(true);
  });

  it('Node itself receives signals, and the grace period exceeds the time of a drain', () => {
    expect(execForm(dockerfile, /^CMD (.*)$/m)).toEqual(['node', 'src/bin/start.cjs', 'main']);
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node src\/bin\/start\.cjs main$/m);
    expect(compose).toContain('command: [node, src/bin/start.cjs, db-migrate]');
    expect(existsSync(`${top}/src/bin/start.cjs`)).toBe(true);
    // 10 s for open requests and 5 s for the database.
    const drainSeconds = Number(variables.DRAIN_GRACE_MS.default) / 1_000 + 15;
    for (const seconds of [
      /^TimeoutStopSec=(\d+)s$/m.exec(unit)![1],
      /stop_grace_period: (\d+)s/.exec(compose)![1],
    ]) {
      expect(Number(seconds)).toBeGreaterThan(drainSeconds);
    }
  });
});

describe('compose.yaml', () => {
  const services = Object.fromEntries(
    compose
      .match(/^services:\n([\s\S]*?)^\w/m)![1]!
      .split(/^ {2}(?=[\w-]+:\n)/m)
      .slice(1)
      .map((block) => [block.slice(0, block.indexOf(':')), block]),
  );

  it('runs the migrated service behind PgBouncer in transaction mode on PostgreSQL 18', () => {
    expect(services.postgresql).toMatch(/^ {4}image: postgres:18\./m);
    expect(services.migrate).toMatch(
      /DATABASE_URL: postgres:\/\/courtbridge_owner:\S+@postgresql:5432\/courtbridge$/m,
    );
    expect(services.courtbridge).toMatch(
      /DATABASE_URL: postgres:\/\/courtbridge:\S+@pgbouncer:6432\/courtbridge$/m,
    );
    expect(services.courtbridge).toContain("MIGRATE_ON_START: '0'");
    expect(services.courtbridge).toMatch(/ migrate:\n +condition: service_completed_successfully\n/);
    expect(services.courtbridge).toMatch(/ pgbouncer:\n +condition: service_healthy\n/);
    const ini = files['deploy/pgbouncer/pgbouncer.ini'];
    expect(ini).toMatch(/^courtbridge = host=postgresql port=5432/m);
    expect(ini).toMatch(/^pool_mode = transaction$/m);
  });

  it('gives both versions of PgBouncer the same settings except for prepared statements', () => {
    const settings = (text: string) => matches(text, /^([a-z_]+ =.*)$/gm);
    const [newer, older] = ['pgbouncer', 'pgbouncer-before-1.21'].map((name) =>
      settings(read(`deploy/pgbouncer/${name}.ini`)),
    );
    expect(newer).toContain('server_login_retry = 1');
    expect(newer!.filter((setting) => !older!.includes(setting))).toEqual(['max_prepared_statements = 200']);
    expect(older!.filter((setting) => !newer!.includes(setting))).toEqual([]);
  });

  it('runs the service with a read-only file system and without privileges', () => {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: [no-new-privileges:true]'])
      expect(services.courtbridge).toContain(`\n    ${line}\n`);
  });
});

describe('systemd unit', () => {
  it('runs an unprivileged user that can write only to its own folder', () => {
    const settings = new Map(
      matches(unit, /^(\w+=.*)$/gm).map((line) => line.split(/=(.*)/) as [string, string]),
    );
    expect(Object.fromEntries(settings)).toMatchObject({
      DynamicUser: 'yes',
      StateDirectory: 'courtbridge',
      StateDirectoryMode: '0700',
      UMask: '0077',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
      RestrictNamespaces: 'yes',
      SystemCallFilter: '@system-service',
    });
    // systemd creates this folder because of `StateDirectory`.
    expect(settings.get('Environment')).toContain('DATA_DIR=/var/lib/courtbridge');
  });
});

describe('create-roles.sql', () => {
  const server = useOwnPostgresql({ settings: ['fsync=off'] });
  let url: string;
  const as = (role: 'courtbridge' | 'courtbridge_owner') => addressOf(url, role);
  beforeAll(async () => {
    url = await createRoles(server);
  });

  it('lets the service use what the owner creates, but not create, alter or drop anything', async () => {
    await execute(
      as('courtbridge_owner'),
      `create extension btree_gist;
       create schema functions_1;
       create table things (id serial primary key, name text);
       create function functions_1.seven() returns int language sql as 'select 7';
       revoke execute on function functions_1.seven() from public;
       create table functions_1.things (id int generated always as identity)`,
    );
    const client = new pg.Client(as('courtbridge'));
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      `insert into things (name) values ('a'), ('b') returning id, functions_1.seven() as seven`,
    );
    expect(rows).toEqual([
      { id: 1, seven: 7 },
      { id: 2, seven: 7 },
    ]);
    await client.query(`update things set name = 'c' where id = 1`);
    await client.query('delete from things where id = 2');
    await client.query('insert into functions_1.things default values');
    expect((await client.query('select name from things')).rows).toEqual([{ name: 'c' }]);
    const own = { statement_timeout: '2200ms', lock_timeout: '2s', jit: 'off', random_page_cost: '1.1' };
    for (const [name, value] of Object.entries({ ...own, ...sessionSettings }))
      expect((await client.query('select current_setting($1) as value', [name])).rows, name).toEqual([
        { value },
      ]);
    for (const forbidden of [
      'create table others (id int)',
      'create temporary table others (id int)',
      'create table functions_1.others (id int)',
      'create schema others',
      'alter table things add other int',
      'drop table things',
      'truncate things',
      "create or replace function functions_1.seven() returns int language sql as 'select 8'",
    ]) {
      await expect(client.query(forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
    }
    await execute(as('courtbridge_owner'), 'drop table things; drop schema functions_1 cascade');
  });

  it('lets the service run on a schema that its owner has migrated, with a working health check', async () => {
    const database = await openPostgresql({ url: as('courtbridge_owner'), poolSize: 2 });
    await migrate(database);
    await database.close();

    const service = processForTest({
      DATABASE_URL: as('courtbridge'),
      MIGRATE_ON_START: '0',
      DEMO_DATA: '1',
    });
    const address = await service.ready;
    await expect.poll(() => service.stdout()).toContain('each start prints a new one');
    const lines = service.stdout().match(/^curl .*$/gm)!;
    const statuses = [];
    for (const line of lines) statuses.push((await paste(line)).status);
    // Create a user, create a booking, read it, cancel it.
    expect(statuses).toEqual([201, 201, 200, 200]);

    const healthcheck = execForm(dockerfile, /^HEALTHCHECK [^[]*\\\n {2}CMD (.*)$/m);
    expect(await run(healthcheck, { PORT: new URL(address).port })).toBe(0);
    expect(await run(healthcheck, { PORT: String(await freePort()) })).toBe(1);
    service.child.kill('SIGTERM');
    expect(await service.exited).toBe(0);
  });
});
