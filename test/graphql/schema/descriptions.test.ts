import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { meanings } from '../../../src/graphql/schema/descriptions.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';

const all = Object.values(schema.getTypeMap())
  .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
  .flatMap((type) => {
    const { name } = type;
    const parts: { at: string; name: string; description?: string | null | undefined }[] = [
      { at: name, name, description: type.description },
    ];
    const add = (part: { name: string; description?: string | null | undefined }, at: string) =>
      parts.push({ at: `${at}.${part.name}`, name: part.name, description: part.description });
    if (isEnumType(type)) for (const value of type.getValues()) add(value, name);
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) add(field, name);
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        add(field, name);
        for (const argument of field.args) add(argument, `${name}.${field.name}`);
      }
    }
    return parts;
  });

describe('schema', () => {
  it('describes every type, field, input, argument and value', () => {
    expect(all.length).toBeGreaterThan(900);
    expect(all.filter(({ description }) => !description?.trim()).map(({ at }) => at)).toEqual([]);
  });

  it('contains every name that has a description', () => {
    const names = new Set(all.flatMap(({ at, name }) => [name, at, `${at.split('.')[0]}.${name}`]));
    expect(Object.keys(meanings).filter((word) => !names.has(word))).toEqual([]);
  });
});
