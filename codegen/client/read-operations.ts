import type { BatchDescription } from '../../src/rest/transport/operation.ts';
import type { Schema as RequestSchema } from '../request-shape.ts';

/** An OpenAPI document, as far as the client needs it. */
export interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
}

export interface Schema extends RequestSchema {
  minProperties?: number;
  maxProperties?: number;
  'x-sdk-note'?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Content {
  'application/json': { schema: Schema; examples?: object };
}

interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  'x-sdk-note'?: string;
  'x-batch'?: BatchDescription;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  /** A response without a body has no content. */
  responses: Record<string, { content?: Content }>;
}

/** An operation as a function of the client. */
export type ClientOperation = ReturnType<typeof readOperation>;

/** The start of each path of an external service. The client adds its id. */
export const servicePath = '/api/v1/external-services/{externalServiceId}/';

export const nameOf = ({ $ref }: Schema) => $ref!.split('/').at(-1)!;

/** @throws if an operation is of a kind that the client does not support */
export function readOperations({ paths }: Document): ClientOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      readOperation(path, method.toUpperCase(), operation),
    ),
  );
}

function readOperation(path: string, method: string, operation: OperationObject) {
  const { operationId: name, summary, description, parameters = [], requestBody, responses } = operation;
  const pathParameters = parameters.filter((each) => each.in === 'path' && each.name !== 'externalServiceId');
  const inQuery = parameters.filter((each) => each.in === 'query');
  const options = inQuery.filter((each) => method !== 'GET' && each.name === 'dryRun');
  const query = inQuery.filter((each) => !options.includes(each));
  const all = Object.entries(responses).flatMap(([status, { content }]) =>
    content ? [{ status: Number(status), ...content['application/json'] }] : [],
  );
  const successes = all.filter(({ status }) => status < 400);
  const [response, ...others] = new Set(successes.map(({ schema }) => nameOf(schema)));
  if (others.length > 0 || (requestBody && query.length > 0))
    throw new Error(`The client does not support an operation like ${name}.`);
  return {
    name,
    method,
    path,
    summary,
    description,
    note: operation['x-sdk-note'],
    batch: operation['x-batch'],
    /** Those that the caller gives, in their order. */
    pathParameters,
    query,
    /** Parameters of the query that the client takes as options of the call. */
    options,
    /** The components of the body, and of every success. */
    body: requestBody && nameOf(requestBody.content['application/json'].schema),
    response: response!,
    statuses: successes.map(({ status }) => status),
    errors: all.flatMap(({ status, examples }) => (status < 400 ? [] : Object.keys(examples ?? {}))),
    /** It returns a page, and takes the cursor of the next one. */
    isList: query.some((parameter) => parameter.name === 'cursor'),
    /**
     * The argument between the parameters of the path and the options: `body`, `query`, or the only parameter of the query if it is required.
     * Empty if there is none.
     */
    argument: requestBody ? 'body' : argumentOf(query),
  };
}

const argumentOf = ([first, ...others]: Parameter[]) =>
  first?.required && others.length === 0 ? first.name : first ? 'query' : '';
