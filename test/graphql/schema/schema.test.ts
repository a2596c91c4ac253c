import {
  type GraphQLInputObjectType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builder } from '../../../src/graphql/schema/builder.ts';
import { inputType } from '../../../src/graphql/schema/input-type.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { uuid } from '../../../src/services/values/fields.ts';

const all = Object.values(schema.getTypeMap())
  .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
  .flatMap((type) => {
    const parts = [{ at: type.name, description: type.description }];
    const add = (part: { name: string; description?: string | null | undefined }, at: string) =>
      parts.push({ at: `${at}.${part.name}`, description: part.description });
    if (isEnumType(type)) for (const value of type.getValues()) add(value, type.name);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) add(field, type.name);
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        add(field, type.name);
        for (const argument of field.args) add(argument, `${type.name}.${field.name}`);
      }
    }
    return parts;
  });

describe('the descriptions of the GraphQL schema', () => {
  it('exist for every type, field, input, argument and value', () => {
    expect(all.length).toBeGreaterThan(900);
    expect(all.filter((part) => !part.description?.trim()).map(({ at }) => at)).toEqual([]);
  });

  it('speak to operators, not to the partner', () => {
    const toPartners = /\byour (own id|system|external service)\b/i;
    expect(all.filter(({ description }) => toPartners.test(description!)).map(({ at }) => at)).toEqual([]);
  });

  it('are never those of a field with the same name in another type, except for ids', () => {
    const text = z.string();
    const planted = { label: text, name: text.describe('Of its own.'), status: text, courtId: uuid() };
    inputType('DescribedInput', z.strictObject(planted));
    const type = builder.toSchema().getType('DescribedInput') as GraphQLInputObjectType;
    const described = Object.entries(type.getFields()).map(([name, { description }]) => [name, description]);
    expect(Object.fromEntries(described)).toEqual({
      label: undefined,
      name: 'Of its own.',
      status: undefined,
      courtId: 'Id of a court.',
    });
  });
});
