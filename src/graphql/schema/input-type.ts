import type { InputRef, InputType } from '@pothos/core';
import { z } from 'zod';
import { builder, type Types } from './builder.ts';
import { ids } from './common-fields.ts';

type InputParam = InputType<Types> | [InputType<Types>];

/** Descriptions of an input that its zod schema does not contain, or that mean something else for operators. */
export interface InputDescriptions {
  /** The name of the type. Default: the name of the mutation plus `Input`. */
  name?: string;
  description?: string;
  fields?: Record<string, string>;
  /** For fields that are objects or lists of objects. */
  parts?: Record<string, InputDescriptions & { name: string }>;
}

const made = new Map<string, { schema: z.ZodObject; ref: InputRef<unknown> }>();

/**
 * Returns the GraphQL input type of a service's input schema: the same fields, types and required fields.
 *
 * The type is generated. A handwritten type could not be checked: in TypeScript an id, an instant and a name are all
 * strings, so `ID` and `DateTime` look the same. A schema without a GraphQL equivalent causes an error at startup, not
 * in a request. Not the validation plugin of Pothos, which checks inputs by a zod schema but generates no types from it.
 */
export function inputType(
  name: string,
  schema: z.ZodObject,
  { description = 'Input of the mutation.', fields = {}, parts = {} }: InputDescriptions = {},
): InputRef<unknown> {
  const known = made.get(name);
  if (known?.schema === schema) return known.ref;
  if (known) throw new Error(`${name} is the input of two schemas`);
  const stray = Object.keys({ ...fields, ...parts }).find((field) => !(field in schema.shape));
  if (stray !== undefined) throw new Error(`${name} has no field ${stray}`);
  const all = Object.entries(schema.shape).map(([field, declared]) => {
    const given = whenGiven(declared as z.ZodType);
    const type = typeOf(given, `${name}.${field}`, parts[field]);
    const told = fields[field] ?? (declared as z.ZodType).description ?? given.description;
    const note = type === 'ID' ? (told ?? ids[field as keyof typeof ids]) : told;
    const described = note === undefined ? {} : { description: note };
    return [field, { type, required: given === declared, ...described }] as const;
  });
  const ref = builder.inputType(name, {
    description,
    fields: (t) => Object.fromEntries(all.map(([field, options]) => [field, t.field(options)])),
  });
  made.set(name, { schema, ref });
  return ref;
}

/** Unwraps an optional or nullable schema. */
function whenGiven(schema: z.ZodType): z.ZodType {
  const mayLack =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return mayLack ? whenGiven(schema.unwrap() as z.ZodType) : schema;
}

/** By format. The formats are also visible in the OpenAPI document. */
const formats: Record<string, InputType<Types>> = { uuid: 'ID', 'date-time': 'DateTime', date: 'Date' };

function typeOf(schema: z.ZodType, name: string, part?: InputDescriptions & { name: string }): InputParam {
  if (schema instanceof z.ZodArray) return [typeOf(schema.element as z.ZodType, name, part)] as InputParam;
  if (schema instanceof z.ZodObject && part) return inputType(part.name, schema, part);
  if (schema instanceof z.ZodEnum) return enumType(schema.options.map(String), name);
  if (schema instanceof z.ZodNumber && schema.format === 'safeint') return 'Int';
  if (schema instanceof z.ZodBoolean || (schema instanceof z.ZodLiteral && schema.value === true))
    return 'Boolean';
  // For a transformed text, use the schema of the input.
  const sent = schema instanceof z.ZodPipe ? schema.in : schema;
  if (sent._zod.def.type === 'string') return formats[String(schema.meta()?.format)] ?? 'String';
  throw new Error(`${name}: there is no GraphQL type for ${schema.type}`);
}

/** Returns the existing enumeration with exactly these values. */
function enumType(values: string[], name: string): InputParam {
  const wanted = values.toSorted().join();
  const found = [...builder.configStore.typeConfigs.values()].filter(
    (config) =>
      config.kind === 'Enum' &&
      Object.entries(config.values ?? {})
        .map(([name, { value = name }]) => String(value))
        .sort()
        .join() === wanted,
  );
  if (found.length !== 1) throw new Error(`${name}: ${found.length} enumerations have the values ${wanted}`);
  return found[0]!.name as InputParam;
}
