import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAdministrator } from '../src/services/operators/ensure-administrator.ts';
import { newToken } from '../src/services/values/secret-formats.ts';
import * as playbook from './graphql/playbook.generated.ts';
import { type ClockedService, startClockedService } from './harness/clock.ts';
import { userBody } from './harness/factories.ts';
import { ask, run } from './harness/graphql-client.ts';
import { createWorld, type World } from './harness/world.ts';

/** How a secret may stand somewhere, whole or without its prefix and checksum; in text that is compared in lower case. */
function formsOf(secret: string): [form: string, text: string][] {
  const forms = ['whole', 'inner'].flatMap((part): [string, string][] => {
    const text = part === 'whole' ? secret : secret.slice(4, -6);
    const bytes = Buffer.from(text);
    // In the midst of something longer base64 begins at one of three places, and what is beside it touches its ends.
    const shifted = ['', 'x', 'xx'].map((before) =>
      Buffer.from(`${before}${text}`).toString('base64').slice(4, -4),
    );
    return [
      [`${part}, as it is`, text],
      [`${part}, reversed`, [...text].reverse().join('')],
      [`${part}, in hex`, bytes.toString('hex')],
      [`${part}, in UTF-16`, Buffer.from(text, 'utf16le').toString('hex')],
      ...shifted.flatMap((base64): [string, string][] => [
        [`${part}, in base64`, base64],
        [`${part}, in hex of base64`, Buffer.from(base64).toString('hex')],
      ]),
    ];
  });
  return forms.map(([form, text]) => [form, text.toLowerCase()]);
}

/** Where a secret stands in a text, and how. */
function foundIn(text: string, secrets: Record<string, string>): string[] {
  // Base64 comes in lines.
  const lower = text.replaceAll(/\s/g, '').toLowerCase();
  return Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret)
      .filter(([, form]) => lower.includes(form))
      .map(([form]) => `${name}: ${form}`),
  );
}

describe('a secret is shown once, and kept nowhere', () => {
  let service: ClockedService;
  let world: World;
  const secrets: Record<string, string> = {};
  beforeAll(async () => {
    service = await startClockedService();
    world = await createWorld(service, service.clock.time);
    const admin = world.operators.admin.secret;
    const { alpha } = world.services;
    const { database, clock } = service;

    secrets['a token of the world'] = alpha.token.secret;
    secrets['an operator of the world'] = admin;
    const { issueApiToken } = await run(service, admin, playbook.IssueApiTokenDocument, {
      externalServiceId: alpha.id,
      scopes: ['USER_WRITE'],
      label: 'x',
    });
    const issued = issueApiToken as Extract<typeof issueApiToken, { secret: string }>;
    secrets['an issued API token'] = issued.secret;
    const { rotateApiToken } = await run(service, admin, playbook.RotateApiTokenDocument, {
      apiTokenId: issued.apiToken.id,
      overlapMinutes: 5,
    });
    const rotated = rotateApiToken as Extract<typeof rotateApiToken, { secret: string }>;
    secrets['a rotated API token'] = rotated.secret;
    const { createOperator } = await run(service, admin, playbook.CreateOperatorDocument, {
      operatorName: 'x',
      role: 'VIEWER',
    });
    secrets['an operator that was created'] = (
      createOperator as Extract<typeof createOperator, { secret: string }>
    ).secret;
    secrets['a configured operator'] = newToken('operator');
    await ensureAdministrator(
      { database, ...clock.time, requestId: 'x' },
      { configuredToken: secrets['a configured operator'], mayInvent: false },
    );
    const signedIn = await fetch(`${service.address}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token: admin }),
    });
    secrets['a session'] = /=(cbo_\w+)/.exec(signedIn.headers.get('set-cookie')!)![1]!;

    // All are used, rightly and wrongly, so that whatever keeps something of a use has the chance.
    secrets['a token that is nobody’s'] = newToken('partner');
    for (const secret of Object.values(secrets)) {
      await service.createUser(alpha.id, { token: secret, body: userBody() });
      await service.createUser(alpha.id, { token: secret, body: { email: 'x' } });
      await fetch(`${service.address}/graphql`, {
        method: 'POST',
        headers: { Cookie: `courtbridge_session=${secret}`, 'Content-Type': 'application/json' },
        body: '{"query":"{ me { id } }"}',
      });
    }
    await ask(service, secrets['a configured operator'], '{ me { id } }');
    await service.app.close();
  });
  afterAll(() => service.stop());

  /** Every row of every table of ours, as text: bytes in hex, and again as the text that they may be. */
  const everything = async (): Promise<[table: string, rows: string][]> => {
    const tables = await service.database.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind = $1 and nspname !~ '^(pg_|information_schema)' order by 1`,
      ['r'],
    );
    return Promise.all(
      tables.map(async ({ name }): Promise<[string, string]> => {
        const [row] = await service.database.query<{ text: string | null }>(
          `select string_agg(t::text, E'\\n') as text from ${name} t where $1`,
          [true],
        );
        return [name, row!.text ?? ''];
      }),
    );
  };

  it('of all that there is in the database, only its SHA-256 is of it', async () => {
    const rows = await everything();
    const all = rows.map(([, text]) => text).join('\n');
    for (const [name, secret] of Object.entries(secrets)) {
      // The rows that would have it were looked at.
      const isKept = all.includes(createHash('sha256').update(secret).digest('hex'));
      expect(isKept, name).toBe(name !== 'a token that is nobody’s');
    }
    expect(rows.map(([table]) => table)).toEqual(
      expect.arrayContaining(['api_tokens', 'audit_events_before', 'operator_sessions', 'operators']),
    );
    expect(
      rows.flatMap(([table, text]) => foundIn(text, secrets).map((found) => `${table}: ${found}`)),
    ).toEqual([]);
  });

  it('nor does the log say it', () => {
    expect(service.logLines.length).toBeGreaterThan(20);
    expect(foundIn(JSON.stringify(service.logLines), secrets)).toEqual([]);
  });

  it.each([
    ['text', '$1::text'],
    ['text within JSON', "jsonb_build_object('a', jsonb_build_array('x' || $1::text))"],
    ['bytes', "convert_to($1::text, 'UTF8')"],
    ['bytes with something before', "convert_to('salt' || $1::text, 'UTF8')"],
    ['hex', "encode(convert_to($1::text, 'UTF8'), 'hex')"],
    ['base64', "encode(convert_to($1::text, 'UTF8'), 'base64')"],
    ['base64 of something longer', "encode(convert_to('Bearer ' || $1::text || '!', 'UTF8'), 'base64')"],
    ['bytes of base64', "convert_to(encode(convert_to($1::text, 'UTF8'), 'base64'), 'UTF8')"],
    ['without its prefix', 'substring($1::text from 5 for 43)'],
    ['backwards', 'reverse($1::text)'],
    ['in a list', 'array[$1::text]'],
  ])('it would be found as %s', async (_form, expression) => {
    const secret = secrets['an issued API token']!;
    await service.database.query(
      `create table planted as select ${expression.replaceAll('$1', `'${secret}'`)} as x`,
      [],
    );
    const [, planted] = (await everything()).find(([table]) => table === 'planted')!;
    await service.database.query('drop table planted', []);
    expect(foundIn(planted, secrets).length).toBeGreaterThan(0);
  });
});
