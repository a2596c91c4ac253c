import { randomUUID } from 'node:crypto';
import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';
import { ask, postGraphql } from '../harness/clients/graphql-client.ts';
import { signIn } from '../harness/clients/sign-in.ts';
import { contentsOf } from '../harness/data/contents.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

/** Each instant is later than the previous one, so that the end of a range is after its start. */
let instants = 0;
function nextInstant(): string {
  instants += 1;
  return new Date(Date.UTC(2026, 4, 1) + instants * 60_000).toISOString();
}

/** Returns a value of the type, for a call that is rejected before the value is checked. */
function anyValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return anyValue(type.ofType);
  if (isListType(type)) return [anyValue(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
    return Object.fromEntries(fields.map((field) => [field.name, anyValue(field.type)]));
  }
  if (type.name === 'Int') return 1;
  if (type.name === 'DateTime') return nextInstant();
  return type.name === 'ID' ? randomUUID() : 'xy';
}

const mutations = Object.values(schema.getMutationType()!.getFields());
const queries = Object.values(schema.getQueryType()!.getFields());

describe('default deny for every query and mutation in the schema', () => {
  const service = useTestService('postgresql');
  const viewer = useOperator(service, 'VIEWER');
  const support = useOperator(service, 'SUPPORT');

  it('finds mutations and queries in the schema', () => {
    expect(mutations.length).toBeGreaterThan(50);
    expect(queries.length).toBeGreaterThan(20);
  });

  const mutate = async (token: string, { name, args }: (typeof mutations)[number]) => {
    const input = anyValue(args.find((arg) => arg.name === 'input')!.type);
    const { data, errors } = await ask<Record<string, unknown>, Record<string, unknown>>(
      service,
      token,
      `mutation M($input: ${args[0]!.type}) { ${name}(input: $input) { __typename ... on ApiError { type message } } }`,
      { input: input as Record<string, unknown> },
    );
    expect(errors).toBeUndefined();
    return data[name];
  };
  const refused = { __typename: 'OperatorPermissionDeniedError', type: 'operator_permission_denied' };

  const ofSupport = [
    'createUser',
    'updateUser',
    'exchangeAddresses',
    'eraseUser',
    'eraseGuest',
    'exportPerson',
    'upsertCourtBooking',
    'moveCourtBooking',
    'cancelCourtBooking',
    'cancelCourtBookings',
    'blockCourt',
    'unblockCourt',
    'reinstateCourtBooking',
    'reinstateCourtBookings',
    'resetCancellation',
    'resetCourtBookingVersion',
  ];
  const isOfSupport = ({ name }: { name: string }) => ofSupport.includes(name);
  it.each([
    ...mutations.map((mutation) => [mutation.name, 'a VIEWER', mutation] as const),
    // These concern neither a booking nor a user.
    ...mutations.filter((each) => !isOfSupport(each)).map((each) => [each.name, 'SUPPORT', each] as const),
  ])('%s rejects %s with an error result and changes nothing', async (_name, role, mutation) => {
    const { secret } = role === 'SUPPORT' ? support : viewer;
    const before = await contentsOf(service.database);
    expect(await mutate(secret, mutation)).toMatchObject(refused);
    expect(await contentsOf(service.database)).toEqual(before);
  });
  it.each(mutations.filter(isOfSupport))(
    '$name returns the same result to SUPPORT and to an ADMIN',
    async (each) => {
      const { secret: admin } = await service.factories.operator('ADMIN');
      const answer = await mutate(support.secret, each);
      expect(answer).not.toMatchObject(refused);
      expect(answer).toEqual(await mutate(admin, each));
    },
  );

  it.each(queries)('$name is readable for a VIEWER', async ({ name, args }) => {
    const all = args.filter(({ type }) => isNonNullType(type));
    const list = (toText: (arg: GraphQLArgument) => string) =>
      all.length === 0 ? '' : `(${all.map(toText).join(', ')})`;
    await viewer.data(
      `query Q${list((arg) => `$${arg.name}: ${arg.type}`)} { ${name}${list((arg) => `${arg.name}: $${arg.name}`)} { __typename } }`,
      Object.fromEntries(all.map((arg) => [arg.name, anyValue(arg.type)])),
    );
  });

  it.each([
    ['nobody', () => ({})],
    [
      "a partner's token",
      async () => ({ Authorization: `Bearer ${(await service.factories.tenant()).token}` }),
    ],
    ['an unknown token', () => ({ Authorization: 'Bearer cbo_nobody' })],
    ['another scheme', () => ({ Authorization: `Basic ${viewer.secret}` })],
    ['an unknown session', () => ({ Cookie: 'courtbridge_session=cbo_nobody' })],
  ])('%s: responds with 401 to every document, including introspection', async (_who, headers) => {
    for (const query of ['{ __schema { types { name } } }', '{ me { id } }', 'not even graphql']) {
      const response = await postGraphql(service, undefined, { query }, await headers());
      expect(response.status).toBe(401);
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors.map(({ extensions }) => extensions.code)).toEqual(['operator_token_invalid']);
    }
  });

  it('rejects an operator token on the partner interface', async () => {
    const admin = await service.factories.operator('ADMIN');
    const { externalServiceId } = await service.factories.tenant();
    expect(
      (await service.createUser(externalServiceId, { token: admin.secret, body: {} })).body.error.type,
    ).toBe('invalid_api_token');
  });

  it('rejects a revoked operator and the operator’s sessions at once', async () => {
    const { id, secret } = await service.factories.operator('VIEWER');
    const { cookie } = await signIn(service, secret);
    const status = async (headers: Record<string, string>) =>
      (await postGraphql(service, undefined, { query: '{ me { id } }' }, headers)).status;
    expect(await status({ Cookie: cookie })).toBe(200);
    await service.database.em().execute('update operators set revoked_at = now() where id = ?', [id]);
    expect(await status({ Cookie: cookie })).toBe(401);
    expect(await status({ Authorization: `Bearer ${secret}` })).toBe(401);
  });
});
