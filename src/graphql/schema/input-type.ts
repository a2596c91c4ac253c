import type { InputRef, InputType } from '@pothos/core';
import { z } from 'zod';
import { builder, type Types } from './builder.ts';

type InputParam = InputType<Types> | [InputType<Types>];

/** What GraphQL says of an input beside what its schema says. */
export interface InputDescriptions {
  /** Of the type; else that of the mutation, and `Input`. */
  name?: string;
  description?: string;
  /** Descriptions, by field. */
  fields?: Record<string, string>;
  /** Of fields that are objects, or lists of them. */
  parts?: Record<string, InputDescriptions & { name: string }>;
}

const made = new Map<string, { schema: z.ZodObject; ref: InputRef<unknown> }>();

/**
 * The GraphQL input of a schema that a service takes: the same fields, of the same kinds, required where they are there.
 *
 * Made, not checked against one: to TypeScript an id, an instant and a name are all strings, so a check could not tell
 * `ID` from `DateTime`. What there is no GraphQL type for is an error when the schema is put together, not at a request.
 */
export function inputType(
  name: string,
  schema: z.ZodObject,
  { description, fields = {}, parts = {} }: InputDescriptions = {},
): InputRef<unknown> {
  const known = made.get(name);
  if (known?.schema === schema) return known.ref;
  if (known) throw new Error(`${name} is the input of two schemas`);
  const stray = Object.keys({ ...fields, ...parts }).find((field) => !(field in schema.shape));
  if (stray !== undefined) throw new Error(`${name} has no field ${stray}`);
  const all = Object.entries(schema.shape).map(([field, declared]) => {
    const given = whenGiven(declared as z.ZodType);
    const type = typeOf(given, `${name}.${field}`, parts[field]);
    const note = fields[field] === undefined ? {} : { description: fields[field] };
    return [field, { type, required: given === declared, ...note }] as const;
  });
  const ref = builder.inputType(name, {
    ...(description === undefined ? {} : { description }),
    fields: (t) => Object.fromEntries(all.map(([field, options]) => [field, t.field(options)])),
  });
  made.set(name, { schema, ref });
  return ref;
}

/** What a field holds that may be left out or be null. */
function whenGiven(schema: z.ZodType): z.ZodType {
  const mayLack =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return mayLack ? whenGiven(schema.unwrap() as z.ZodType) : schema;
}

/** By the format that the OpenAPI document shows, too. */
const formats: Record<string, InputType<Types>> = { uuid: 'ID', 'date-time': 'DateTime', date: 'Date' };

function typeOf(schema: z.ZodType, place: string, part?: InputDescriptions & { name: string }): InputParam {
  if (schema instanceof z.ZodArray) return [typeOf(schema.element as z.ZodType, place, part)] as InputParam;
  if (schema instanceof z.ZodObject && part) return inputType(part.name, schema, part);
  if (schema instanceof z.ZodEnum) return enumType(schema.options.map(String), place);
  if (schema instanceof z.ZodNumber && schema.format === 'safeint') return 'Int';
  if (schema instanceof z.ZodBoolean || (schema instanceof z.ZodLiteral && schema.value === true))
    return 'Boolean';
  // Of a text that is transformed, the text is what is sent.
  const sent = schema instanceof z.ZodPipe ? schema.in : schema;
  if (sent._zod.def.type === 'string') return formats[String(schema.meta()?.format)] ?? 'String';
  throw new Error(`${place}: there is no GraphQL type for ${schema.type}`);
}

/** The enumeration, made by now, that has just these values. */
function enumType(values: string[], place: string): InputParam {
  const wanted = values.toSorted().join();
  const found = [...builder.configStore.typeConfigs.values()].filter(
    (config) =>
      config.kind === 'Enum' &&
      Object.entries(config.values ?? {})
        .map(([name, { value = name }]) => String(value))
        .sort()
        .join() === wanted,
  );
  if (found.length !== 1) throw new Error(`${place}: ${found.length} enumerations have the values ${wanted}`);
  return found[0]!.name as InputParam;
}
