import { catalogue } from '../src/errors.ts';
import { transportErrorsOf } from '../src/rest/operation.ts';
import { documentedOperations } from '../src/rest/operations.ts';
import { createOpenApiDocument } from './openapi-document.ts';

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  const?: string;
  enum?: string[];
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
}

interface OperationObject {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

/**
 * The testing kit's `documented-interface.generated.ts`: what the document says of each operation's requests, as a table of
 * shapes, and what each code means. The kit validates by it without a library of schemas.
 */
export function documentedInterface(): string {
  const { paths, components } = createOpenApiDocument() as unknown as {
    paths: Record<string, Record<string, OperationObject>>;
    components: { schemas: Record<string, Schema> };
  };
  const documented = Object.values(paths).flatMap((methods) => Object.values(methods));
  const operations = documentedOperations().map((operation) => {
    const { operationId, method, path, scope, maxBodyBytes, errors } = operation;
    const { parameters = [], requestBody } = documented.find((one) => one.operationId === operationId)!;
    const shapeOf = (place: string) => {
      const here = parameters.filter((parameter) => parameter.in === place);
      return {
        type: 'object',
        fields: Object.fromEntries(here.map(({ name, schema }) => [name, toShape(schema, name)])),
        required: here.filter(({ required }) => required).map(({ name }) => name),
      };
    };
    const body = requestBody && toShape(requestBody.content['application/json'].schema);
    const entry = {
      method,
      path,
      scopes: [scope ?? []].flat(),
      errors: [...errors, ...transportErrorsOf(operation)],
      parameters: shapeOf('path'),
      // An operation that reads no query does not judge it.
      ...(operation.query ? { query: shapeOf('query') } : {}),
      ...(body ? { body } : {}),
      ...(maxBodyBytes ? { maxBodyBytes } : {}),
    };
    return `  ${operationId}: ${JSON.stringify(entry)},`;
  });
  const requests = Object.entries(components.schemas)
    .filter(([name]) => name.endsWith('Request') || ['BatchUpsert', 'BatchCancellation'].includes(name))
    .map(([name, schema]) => `  ${name}: ${JSON.stringify(toShape(schema))},`);
  const codes = Object.entries(catalogue)
    .filter(([, { origin }]) => origin !== 'operators')
    .map(([type, { status, message }]) => `  ${type}: ${JSON.stringify({ status, message })},`);
  return `// generated, run npm run codegen
import type { OperationName } from '../operation.ts';
import type { Shape } from './platform/shape.ts';

/** An operation as it is requested: who may, and of which shapes its parts are. */
export interface DocumentedRequest {
  readonly method: string;
  readonly path: string;
  /** Of several, any one; none: any token will do. */
  readonly scopes: readonly string[];
  /** The codes that it may answer. */
  readonly errors: readonly string[];
  readonly parameters: Shape;
  readonly query?: Shape;
  readonly body?: Shape;
  readonly maxBodyBytes?: number;
}

/** Every operation of the interface. */
export const documentedRequests: Record<OperationName, DocumentedRequest> = {
${operations.join('\n')}
};

/** The bodies of requests, by their names in the document. */
export const requestShapes: Record<string, Shape> = {
${requests.join('\n')}
};

/** What partners may be answered: the status of each code, and what it says where no more is known. */
export const documentedErrors = {
${codes.join('\n')}
} as const;
`;
}

/** An item of a batch, as far as the whole request is refused for it. Its own shape is judged beside those of the others. */
const envelope = {
  type: 'object',
  fields: {
    action: { type: 'choice', values: ['upsert', 'cancel'] },
    externalCourtBookingId: { type: 'string' },
  },
  required: ['action', 'externalCourtBookingId'],
  open: true,
};

/** A schema as the table has it; one of the document's own names, where it has one, is only named. */
function toShape(schema: Schema, name = ''): object {
  const { $ref, anyOf, oneOf } = schema;
  if ($ref) return { type: 'named', name: $ref.split('/').at(-1) };
  if (anyOf?.[1]?.type === 'null') return { ...toShape(anyOf[0]!, name), nullable: true };
  if (oneOf) return envelope;
  const unsaid = schema.default === undefined ? {} : { default: schema.default };
  return { ...shapeOfType(schema, name), ...unsaid };
}

function shapeOfType(schema: Schema, name: string): object {
  const { type, format, pattern } = schema;
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
      return { type: 'text', minimum: schema.minLength, maximum: schema.maxLength };
    default:
      throw new Error(`The testing kit knows no rule for this schema: ${JSON.stringify(schema)}`);
  }
}
