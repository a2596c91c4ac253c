import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { catalogue } from '../../../src/errors.ts';
import openApiDocument from '../../../src/rest/openapi.json' with { type: 'json' };

// The package is CommonJS. Under Node, its default export is the module.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

type Schema = Record<string, unknown>;
interface Content {
  'application/json': { schema: Schema };
}
interface DocumentedResponse {
  headers?: Record<string, unknown>;
  content?: Content;
}

/** The document with closed response schemas, so that a test fails on an undocumented field. */
const document = closed(structuredClone(openApiDocument)) as typeof openApiDocument;

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ $id: 'openapi', components: document.components });

const responses = new Map<string, Record<string, DocumentedResponse>>();
for (const methods of Object.values(document.paths)) {
  for (const operation of Object.values(methods)) {
    const { operationId, responses: byStatus } = operation as unknown as {
      operationId: string;
      responses: Record<string, DocumentedResponse>;
    };
    responses.set(operationId, byStatus);
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Validates a response against the OpenAPI document. A response outside an operation is validated against the error envelope. */
export function faultsOf(operationId: string | undefined, { status, headers, body }: Answer): string[] {
  const faults: string[] = [];
  // Without a body.
  if (status !== 304 && headers.get('content-type') !== 'application/json') {
    faults.push(`content type ${headers.get('content-type')}`);
  }
  if (!headers.get('x-request-id')) faults.push('no X-Request-Id');
  if (operationId === undefined) return [...faults, ...outsideFaults(status, body)];

  const response = responses.get(operationId)?.[String(status)];
  if (!response) return [...faults, `${operationId} does not document status ${status}`];
  for (const name of Object.keys(response.headers ?? {})) {
    if (!headers.has(name)) faults.push(`no header ${name}`);
  }
  const validate = response.content && validatorOf(response.content);
  if (validate ? !validate(body) : body !== null)
    faults.push(validate ? ajv.errorsText(validate.errors) : 'a body');
  return faults;
}

const validators = new Map<Content, ValidateFunction>();

/** Compiled once, because compiling takes a hundred times as long as validating. */
function validatorOf(content: Content): ValidateFunction {
  const known = validators.get(content);
  if (known) return known;
  const { schema } = content['application/json'];
  const validator = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')));
  validators.set(content, validator);
  return validator;
}

function outsideFaults(status: number, body: unknown): string[] {
  if (status < 400) return [];
  const { error } = body as { error?: { type?: string; message?: string } };
  const entry = catalogue[error?.type as keyof typeof catalogue];
  if (!entry || entry.status !== status || !error?.message)
    return ['not the envelope of a code of the catalogue'];
  return [];
}

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) {
    copy.additionalProperties = false;
  }
  return copy;
}
