import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import * as documented from '../../../sdk/src/testing/documented-interface.generated.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { nameFault } from '../../../src/rules/requests/name-fault.ts';
import { ask } from '../../harness/clients/graphql-client.ts';
import { faultsOfNames, namesOnLines, unusualNames } from '../../harness/data/names.ts';
import { useTestService } from '../../harness/servers/use-test-service.ts';

describe('name', () => {
  it.each(Object.entries(faultsOfNames))('%j is rejected', (name, fault) => {
    expect(nameFault(name)?.message).toBe(fault);
  });

  it.each(unusualNames)('%j is accepted', (name) => {
    expect(nameFault(name)).toBeUndefined();
  });
});

it('of a partner is every text in a body that is no id', () => {
  const shapes = [...JSON.stringify(documented).matchAll(/\{"type":"text"[^}]*\}/g)];
  const kinds = shapes.map(([shape]) => Object.keys(JSON.parse(shape)).at(-1));
  // A URL and a token have only a maximum.
  expect(new Set(kinds)).toEqual(new Set(['notDots', 'isName', 'maximum']));
});

// All others have rules of their own.
const notForPeople = [
  'email',
  'externalUserId',
  'externalCourtBookingId',
  'url',
  'document',
  'variables',
  'confirmToken',
  'timeZone',
  'report',
  'requestId',
];
const isText = (type: GraphQLInputType) => getNamedType(type).name === 'String';
const texts = Object.values(schema.getMutationType()!.getFields()).flatMap((mutation) => {
  const input = getNamedType(mutation.args[0]!.type) as GraphQLInputObjectType;
  return Object.values(input.getFields())
    .filter(({ name, type }) => isText(type) && !notForPeople.includes(name))
    .map(({ name }) => [`${mutation.name}.${name}`, mutation, name] as const);
});

/** A partner's texts are stored as sent. */
const isOfPartner = (mutation: string) =>
  ['createUser', 'updateUser', 'upsertCourtBooking'].includes(mutation);

describe('texts for people in mutations', () => {
  const service = useTestService('postgresql');
  let secret: string;
  beforeAll(async () => {
    secret = (await service.factories.operator('ADMIN')).secret;
  });

  /** Returns the messages about a field. Everything else in the input has the right type. */
  async function faultsOf(
    { name, args }: GraphQLField<unknown, unknown>,
    field: string,
    value: string,
  ): Promise<string[]> {
    const input = getNamedType(args[0]!.type) as GraphQLInputObjectType;
    const given = { ...(sampleOf(input) as object), [field]: value };
    if (isListType(getNullableType(input.getFields()[field]!.type)))
      Object.assign(given, { [field]: [value] });
    const { data, errors } = await ask<
      { result: { issues?: { path: string[]; message: string }[] } },
      object
    >(
      service,
      secret,
      `mutation M($input: ${input.name}!) { result: ${name}(input: $input) {
        ... on InvalidSchemaError { issues { path message } } } }`,
      { input: given },
    );
    expect(errors).toBeUndefined();
    return (data.result.issues ?? []).filter(({ path }) => path[0] === field).map(({ message }) => message);
  }

  it('are names, reasons and labels', () => {
    expect(new Set(texts.map(([, , field]) => field))).toEqual(
      new Set(['name', 'names', 'firstName', 'lastName', 'label', 'reason', 'overrideReason']),
    );
  });

  it.each(texts)(
    '%s is rejected if it disturbs or nothing in it is visible',
    async (_title, mutation, field) => {
      const isReason = /reason$/i.test(field);
      const isTrimmed = !isOfPartner(mutation.name) && !isReason;
      for (const [value, fault] of Object.entries(faultsOfNames)) {
        const isEmpty = isTrimmed && value.trim() === '';
        const expected = isEmpty ? 'Must have at least 1 character.' : fault;
        expect(await faultsOf(mutation, field, value), JSON.stringify(value)).toEqual([expected]);
      }
      for (const value of namesOnLines)
        expect(await faultsOf(mutation, field, value), JSON.stringify(value)).toHaveLength(isReason ? 0 : 1);
      for (const value of unusualNames)
        expect(await faultsOf(mutation, field, value), JSON.stringify(value)).toEqual([]);
    },
  );
});

/** Returns a value of the type, with required fields only. */
function sampleOf(type: GraphQLInputType): unknown {
  const given = getNullableType(type);
  if (isListType(given)) return [sampleOf(given.ofType)];
  if (isEnumType(given)) return given.getValues()[0]!.name;
  if (isInputObjectType(given))
    return Object.fromEntries(
      Object.values(given.getFields())
        .filter((field) => isNonNullType(field.type))
        .map((field) => [field.name, sampleOf(field.type)]),
    );
  const values: Record<string, unknown> = {
    ID: crypto.randomUUID(),
    DateTime: '2027-01-01T00:00:00Z',
    Date: '2000-01-01',
    Int: 1,
    Boolean: true,
  };
  return values[String(given)] ?? 'x';
}
