import { createHash } from 'node:crypto';
import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../src/graphql/schema/schema.ts';
import { guardedOutgoing } from '../src/outgoing/guarded-outgoing.ts';
import { ensureAdministrator } from '../src/services/operators/ensure-administrator.ts';
import { newToken } from '../src/services/values/secret-formats.ts';
import { createSecretBox } from '../src/services/webhooks/secret-box.ts';
import * as playbook from './graphql/graphiql/playbook.generated.ts';
import { ask, postGraphql, run } from './harness/clients/graphql-client.ts';
import { signIn } from './harness/clients/sign-in.ts';
import { type ClockedService, startClockedService } from './harness/data/clock.ts';
import { userBody } from './harness/data/factories.ts';
import { needed } from './harness/data/list-cases.ts';
import { createWorld, type World } from './harness/data/world.ts';
import { startReceiver, type WebhookReceiver } from './harness/servers/webhook-receiver.ts';

/** The 32 bytes of a webhook secret, or undefined for another kind of secret. */
function keyOf(secret: string): Buffer | undefined {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : undefined;
}

/** The encodings of a secret to search for, with and without its prefix and checksum. In lower case, because the search ignores case. */
function formsOf(secret: string): [form: string, text: string][] {
  const key = keyOf(secret);
  const inner = key ? key.toString('base64').replace('=', '') : secret.slice(4, -6);
  const forms = Object.entries({ whole: secret, inner }).flatMap(([part, text]): [string, string][] => [
    [`${part}, as it is`, text],
    [`${part}, reversed`, [...text].reverse().join('')],
    [`${part}, in UTF-16`, Buffer.from(text, 'utf16le').toString('hex')],
    ...formsOfBytes(part, Buffer.from(text)),
  ]);
  if (key)
    forms.push(...formsOfBytes('its bytes', key), ['its bytes, in base64url', key.toString('base64url')]);
  return forms.map(([form, text]) => [form, text.toLowerCase()]);
}

function formsOfBytes(part: string, bytes: Buffer): [form: string, text: string][] {
  // Base64 inside longer data begins at one of three offsets. Neighboring bytes change its ends, which are cut off.
  const shifted = ['', 'x', 'xx'].map((before) =>
    Buffer.concat([Buffer.from(before), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [
    [`${part}, in hex`, bytes.toString('hex')],
    ...shifted.flatMap((base64): [string, string][] => [
      [`${part}, in base64`, base64],
      [`${part}, in hex of base64`, Buffer.from(base64).toString('hex')],
    ]),
  ];
}

/** Returns the secrets that a text contains, with their encoding. */
function foundIn(text: string, secrets: Record<string, string>): string[] {
  // PostgreSQL breaks base64 into lines.
  const lower = text.replaceAll(/\s/g, '').toLowerCase();
  return Object.entries(secrets).flatMap(([name, secret]) =>
    formsOf(secret)
      .filter(([, form]) => lower.includes(form))
      .map(([form]) => `${name}: ${form}`),
  );
}

interface Issued {
  secret: string;
  webhookEndpoint: { id: string };
}

describe('secrets after they were shown once', () => {
  let service: ClockedService;
  let world: World;
  const secrets: Record<string, string> = {};
  /** Webhook secrets, which are stored encrypted. */
  const webhookSecrets: Record<string, string> = {};
  const box = createSecretBox(Buffer.alloc(32, 7));
  let receiver: WebhookReceiver;
  /** The responses after a secret was shown. */
  const answers: unknown[] = [];
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await startClockedService({
      webhooks: { outgoing: guardedOutgoing({ allowPrivate: true }), secrets: box },
    });
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
    secrets['a session'] = /=(cbo_\w+)/.exec((await signIn(service, admin)).cookie)![1]!;

    // Uses each secret successfully and unsuccessfully, so that any code that stores a used secret runs.
    secrets['a token that is nobody’s'] = newToken('partner');
    for (const secret of Object.values(secrets)) {
      await service.createUser(alpha.id, { token: secret, body: userBody() });
      await service.createUser(alpha.id, { token: secret, body: { email: 'x' } });
      const cookie = `courtbridge_session=${secret}`;
      await postGraphql(service, undefined, { query: '{ me { id } }' }, { Cookie: cookie });
    }
    await ask(service, secrets['a configured operator'], '{ me { id } }');
    await useWebhooks(alpha.id, admin, 'HMAC_SHA256');
    await useWebhooks(alpha.id, admin, 'ED25519');
    Object.assign(secrets, webhookSecrets);
    await service.app.close();
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Creates an endpoint, rotates its secret and sends signed webhooks that succeed and fail. */
  const useWebhooks = async (externalServiceId: string, admin: string, signature: string) => {
    const path = `/${signature}`;
    const issue = async (mutation: string) => {
      const { data, errors } = await ask<Record<string, Issued>, never>(
        service,
        admin,
        `mutation { issued: ${mutation} { ... on IssuedWebhookSecret { secret webhookEndpoint { id } } } }`,
      );
      expect(errors).toBeUndefined();
      const { secret, webhookEndpoint } = data.issued!;
      const [row] = await service.database.query<{ secret: Buffer }>(
        'select secret from webhook_endpoints where id = $1',
        [webhookEndpoint.id],
      );
      // The service shows only the public key of a key pair.
      const kept = `whsec_${box.open(row!.secret).toString('base64')}`;
      if (signature === 'HMAC_SHA256') expect(kept).toBe(secret);
      webhookSecrets[`webhooks, ${signature}, ${mutation.split('(')[0]}`] = kept;
      return webhookEndpoint.id;
    };
    const webhookEndpointId =
      await issue(`createWebhookEndpoint(input: { externalServiceId: "${externalServiceId}",
      url: "${receiver.urlOf(path)}", types: [USER_CREATED], signature: ${signature} })`);
    await issue(
      `rotateWebhookSecret(input: { webhookEndpointId: "${webhookEndpointId}", overlapHours: 24 })`,
    );
    const statuses = [200, 500];
    for (const status of statuses) {
      receiver.answer = () => ({ status, body: 'x' });
      answers.push(await run(service, admin, playbook.TestWebhookEndpointDocument, { webhookEndpointId }));
    }
    // Both secrets sign. Deliveries of the users created above may arrive in between.
    const signatures = receiver.received
      .filter(({ body, path: at }) => at === path && body.type === 'webhook_endpoint.tested')
      .map(({ headers }) => String(headers['webhook-signature']).split(' ').length);
    expect(signatures).toEqual([2, 2]);
    const url = receiver.urlOf('/elsewhere');
    answers.push(
      await run(service, admin, playbook.UpdateWebhookEndpointDocument, { webhookEndpointId, url }),
      await run(service, admin, playbook.PauseWebhookEndpointDocument, { webhookEndpointId }),
      await run(service, admin, playbook.ResumeWebhookEndpointDocument, { webhookEndpointId }),
    );
  };

  /** Every row of every table as text, with bytes in hex. */
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

  it('are in the database only as their SHA-256 hashes', async () => {
    const rows = await everything();
    const all = rows.map(([, text]) => text).join('\n');
    for (const [name, secret] of Object.entries(secrets)) {
      // Proves that the search covers the rows that could contain the secret.
      const isKept = all.includes(createHash('sha256').update(secret).digest('hex'));
      expect(isKept, name).toBe(name !== 'a token that is nobody’s' && !(name in webhookSecrets));
    }
    expect(rows.map(([table]) => table)).toEqual(
      expect.arrayContaining(['api_tokens', 'audit_events_before', 'operator_sessions', 'operators']),
    );
    expect(
      rows.flatMap(([table, text]) => foundIn(text, secrets).map((found) => `${table}: ${found}`)),
    ).toEqual([]);
  });

  it('of webhook endpoints are stored encrypted, including the previous ones', async () => {
    const rows = await everything();
    const all = rows.map(([, text]) => text).join('\n');
    expect(Object.keys(webhookSecrets)).toHaveLength(4);
    const sealed = [...all.matchAll(/\\x(01[0-9a-f]{120})\b/g)].map(([, hex]) => Buffer.from(hex!, 'hex'));
    const opened = sealed.map((bytes) => `whsec_${box.open(bytes).toString('base64')}`);
    expect(opened.sort()).toEqual(Object.values(webhookSecrets).sort());
  });

  it('are not in the log', () => {
    expect(service.logLines.length).toBeGreaterThan(20);
    expect(foundIn(JSON.stringify(service.logLines), secrets)).toEqual([]);
  });

  it('are in no list and in no later response', async () => {
    const { alpha } = world.services;
    const leaves = (type: GraphQLObjectType) =>
      Object.values(type.getFields())
        .filter((field) => isLeafType(getNamedType(field.type)))
        .map(({ name }) => name)
        .join(' ');
    const lists = Object.values(schema.getQueryType()!.getFields()).filter(({ type }) =>
      getNamedType(type).name.endsWith('Connection'),
    );
    const { data } = await ask<{ webhookEndpoints: { nodes: { id: string }[] } }, never>(
      service,
      world.operators.admin.secret,
      '{ webhookEndpoints { nodes { id } } }',
    );
    for (const { name, type } of lists) {
      const node = getNamedType(
        (getNamedType(type) as GraphQLObjectType).getFields().nodes!.type,
      ) as GraphQLObjectType;
      for (const { id } of needed(name) === '' ? [{ id: '' }] : data.webhookEndpoints.nodes) {
        const answer = await ask(
          service,
          world.operators.admin.secret,
          `{ ${name}(${needed(name, id)}first: 100) { nodes { ${leaves(node)} } } }`,
        );
        expect(answer.errors, name).toBeUndefined();
        answers.push(answer.data);
      }
    }
    for (const path of ['webhook-endpoints', 'changes']) {
      const { status, text } = await service.call(`/api/v1/external-services/${alpha.id}/${path}`, {
        token: alpha.token.secret,
      });
      expect(status, path).toBe(200);
      answers.push(text);
    }
    const all = JSON.stringify(answers);
    for (const action of ['createWebhookEndpoint', 'rotateWebhookSecret', 'issueApiToken'])
      expect(all).toContain(`"${action}"`);
    expect(foundIn(all, secrets)).toEqual([]);
  });

  const webhook = 'webhooks, ED25519, rotateWebhookSecret';
  it.each<[form: string, expression: string, name?: string]>([
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
    ['the bytes of a key', "decode(substring($1::text from 7), 'base64')", webhook],
    [
      'the bytes of a key with something before',
      "'salt'::bytea || decode(substring($1::text from 7), 'base64')",
      webhook,
    ],
    ['a key in hex', "encode(decode(substring($1::text from 7), 'base64'), 'hex')", webhook],
    ['a key in base64 without a prefix', 'substring($1::text from 7)', webhook],
  ])('are found if planted as %s', async (_form, expression, name = 'an issued API token') => {
    const secret = secrets[name]!;
    await service.database.query(
      `create table planted as select ${expression.replaceAll('$1', `'${secret}'`)} as x`,
      [],
    );
    const [, planted] = (await everything()).find(([table]) => table === 'planted')!;
    await service.database.query('drop table planted', []);
    expect(foundIn(planted, secrets).length).toBeGreaterThan(0);
  });
});
