import { nameRule } from '../src/services/values/fields.ts';

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  enum?: string[];
  const?: unknown;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

/** Schemas of request bodies, and of the items of batches. */
export const isOfRequest = (name: string) =>
  /^(\w+Request|Batch(User)?(Upsert|Cancellation|Erasure))$/.test(name);

/** The fields of a batch item that can cause the rejection of the whole request. The other fields are validated per item. */
function envelopeOf({ discriminator }: Schema): object {
  const { propertyName, mapping } = discriminator!;
  const id = Object.values(mapping).some((name) => name.includes('/BatchUser'))
    ? 'externalUserId'
    : 'externalCourtBookingId';
  return {
    type: 'object',
    fields: {
      [propertyName]: { type: 'choice', values: Object.keys(mapping) },
      [id]: { type: 'any' },
    },
    required: [propertyName, id],
    open: true,
  };
}

/** Converts a schema to a shape. A component becomes a reference by name. */
export function toShape(schema: Schema, name = ''): object {
  const { $ref, anyOf, oneOf } = schema;
  if ($ref) return { type: 'named', name: $ref.split('/').at(-1) };
  if (anyOf?.[1]?.type === 'null') return { ...toShape(anyOf[0]!, name), nullable: true };
  if (oneOf) return envelopeOf(schema);
  const unsaid = schema.default === undefined ? {} : { default: schema.default };
  return { ...shapeOfType(schema, name), ...unsaid };
}

function shapeOfType(schema: Schema, name: string): object {
  const { type, format, pattern } = schema;
  if (schema.const === true) return { type: 'true' };
  if (schema.const !== undefined) return { type: 'choice', values: [schema.const] };
  if (schema.enum) return { type: 'choice', values: schema.enum };
  switch (type) {
    case 'object':
      return {
        type,
        fields: Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, field]) => [key, toShape(field, key)]),
        ),
        required: schema.required ?? [],
      };
    case 'array':
      return {
        type,
        of: toShape(schema.items!),
        ...(schema.minItems === undefined ? {} : { minimum: schema.minItems }),
        ...(schema.maxItems === undefined ? {} : { maximum: schema.maxItems }),
      };
    case 'integer':
      return { type, minimum: schema.minimum, maximum: schema.maximum };
    case 'boolean':
      return { type };
    case 'string':
      if (format === 'uuid') return { type: 'uuid' };
      if (format === 'email') return { type: 'email', pattern, maximum: schema.maxLength };
      if (format) return { type: format };
      if (name === 'cursor') return { type: 'cursor', maximum: schema.maxLength };
      return {
        type: 'text',
        minimum: schema.minLength,
        maximum: schema.maxLength,
        // Only ids have a pattern.
        ...(pattern === undefined ? {} : { notDots: true }),
        ...(schema.description?.startsWith(nameRule) ? { isName: true } : {}),
      };
    default:
      throw new Error(`The testing kit does not support this schema: ${JSON.stringify(schema)}`);
  }
}
