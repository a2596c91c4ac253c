import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { inputType } from '../../../src/graphql/schema/input-type.ts';
import { uuid } from '../../../src/services/values/fields.ts';

// Before the schema is built. Other types have fields of the same names.
const text = z.string();
const planted = { label: text, name: text.describe('Of its own.'), status: text, courtId: uuid() };
inputType('PlantedInput', z.strictObject(planted));
const { schema } = await import('../../../src/graphql/schema/schema.ts');

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
const isPlanted = ({ at }: { at: string }) => at.startsWith('PlantedInput.');

describe('the descriptions of the GraphQL schema', () => {
  it('exist for every type, field, input, argument and value', () => {
    expect(all.length).toBeGreaterThan(900);
    const lacking = all.filter((part) => !part.description?.trim() && !isPlanted(part));
    expect(lacking.map(({ at }) => at)).toEqual([]);
  });

  it('are never those of a field with the same name in another type, except for ids', () => {
    expect(Object.fromEntries(all.filter(isPlanted).map(({ at, description }) => [at, description]))).toEqual(
      {
        'PlantedInput.label': undefined,
        'PlantedInput.name': 'Of its own.',
        'PlantedInput.status': undefined,
        'PlantedInput.courtId': 'Id of a court.',
      },
    );
  });
});
