import type { ClientOperation, Document, Schema } from './read-operations.ts';
import { readOperations, servicePath } from './read-operations.ts';

/**
 * Returns the SDK's `documented-operations.generated.ts`: how each operation is called, and how its possible responses are recognized. It is
 * shipped, so what operations share is written once.
 */
export function operationTable(document: Document): string {
  const all = readOperations(document);
  const general = codesOfAll(all);
  const among = (operations: ClientOperation[]) =>
    codesOfAll(operations).filter((code) => !general.includes(code));
  const ofService = among(all.filter(isOfService));
  const withBody = among(all.filter(hasBody)).filter((code) => !ofService.includes(code));
  const rows = all.map((operation) => {
    const { name, method, path, statuses, errors, argument } = operation;
    const common = [
      ...general,
      ...(isOfService(operation) ? ofService : []),
      ...(hasBody(operation) ? withBody : []),
    ];
    const marks = Object.entries(marksOf(operation, document.components.schemas));
    return [
      argument ? `${method}:${argument}` : method,
      `${statuses}`,
      name,
      isOfService(operation) ? path.slice(servicePath.length) : path.replace(basePath, '/'),
      `${marks.map((mark) => mark.join(':'))}`,
      ...errors.filter((code) => !common.includes(code)),
    ].join(' ');
  });
  const batches = all.flatMap(({ name, batch }) =>
    batch ? `  ${name}: ['${batch.id}', ${batch.types}ItemsRefusedError],` : [],
  );
  const errors = all.flatMap(({ batch }) => (batch ? `${batch.types}ItemsRefusedError` : []));
  return `// generated, run npm run codegen
import { ${errors.join(', ')} } from './batches.generated.ts';
import type { OperationName, PartnerErrorType } from './documented-responses.ts';

/** How an operation is called, and how its possible responses are recognized. */
interface DocumentedOperation<Type> {
  method: string;
  path: string;
  /** Of a success. */
  statuses: readonly number[];
  errors: readonly Type[];
  /**
   * The argument between the parameters of the path and the options: \`body\`, \`query\`, or the only parameter of the query by name. Empty if
   * there is none.
   */
  argument: string;
  /** Fields of a success. Each is of a kind, or equal to the argument of this name. */
  marks: Readonly<Record<string, string>>;
}

/** The error codes of every operation. */
const general = '${general.join(' ')}';
/** Further error codes of every operation of an external service. */
const ofService = '${further(ofService)}';
/** Further error codes of every operation with a body. */
const withBody = '${further(withBody)}';

/** Method and argument, statuses, name, path (within an external service, or with a slash within the interface), marks, and further error codes. */
const rows = \`
${rows.join('\n')}
\`;

function read(row: string) {
  const [call, statuses, name, path, marks, ...errors] = row.split(' ') as [string, string, string, string, string];
  const [method, argument = ''] = call.split(':');
  const isOfService = !path.startsWith('/');
  const operation = {
    method,
    path: (isOfService ? '${servicePath}' : '${basePath.slice(0, -1)}') + path,
    statuses: statuses.split(',').map(Number),
    errors: [...(general + (isOfService ? ofService : '') + (argument === 'body' ? withBody : '')).split(' '), ...errors],
    argument,
    marks: Object.fromEntries(marks.split(',').map((mark) => mark.split(':'))),
  };
  return [name, operation] as const;
}

/** All operations. */
export const documentedOperations = /* @__PURE__ */ (() => Object.fromEntries(rows.trim().split('\\n').map(read)))() as object as { [Operation in OperationName]: DocumentedOperation<PartnerErrorType<Operation>> };

/** By batch: the field of an item that has the caller's id, and the class of the error about rejected items. */
export const batches = {
${batches.join('\n')}
} as const;
`;
}

/** The start of the path of every operation. */
const basePath = '/api/v1/';

export const isOfService = ({ path }: ClientOperation) => path.startsWith(servicePath);
const hasBody = ({ argument }: ClientOperation) => argument === 'body';

const further = (codes: string[]) => codes.map((code) => ` ${code}`).join('');

/** The error codes that all of these operations have. */
export const codesOfAll = (operations: ClientOperation[]): string[] =>
  operations[0]!.errors.filter((code) => operations.every(({ errors }) => errors.includes(code)));

/**
 * How a success of an operation is recognized. A proxy may answer with another page, or with the response to another request.
 *
 * A field that is named like an argument is equal to it. If it is optional, this holds for writes only. `id` is equal to the id at the end
 * of the path. Without such fields, ids are UUIDs, or at least lists and texts are what they should be.
 */
export function marksOf(
  { method, path, pathParameters, response, batch }: ClientOperation,
  schemas: Record<string, Schema>,
): Record<string, string> {
  const { properties = {}, required = [] } = schemas[response]!;
  const marked = (markOf: (schema: Schema, name: string, isRequired: boolean) => string | undefined) =>
    Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]) => {
        const mark = markOf(schema, name, required.includes(name));
        return mark === undefined ? [] : [[name, mark]];
      }),
    );
  if (batch) return marked(({ type }) => (type === 'array' ? 'results' : 'object'));
  const last = pathParameters.find(
    ({ name, schema }) => path.endsWith(`{${name}}`) && schema.format === 'uuid',
  );
  const identity = marked((schema, name, isRequired) => {
    const isGiven = pathParameters.some((parameter) => parameter.name === name);
    if (isGiven && (isRequired || method !== 'GET')) return name;
    return name === 'id' && isRequired && schema.format === 'uuid' ? (last?.name ?? 'uuid') : undefined;
  });
  if (Object.keys(identity).length > 0) return identity;
  const uuids = marked(({ format }, _name, isRequired) =>
    isRequired && format === 'uuid' ? 'uuid' : undefined,
  );
  if (Object.keys(uuids).length > 0) return uuids;
  return marked(({ type }, _name, isRequired) => {
    if (type === 'array' && isRequired) return 'list';
    return type === 'string' ? (isRequired ? 'text' : 'text?') : undefined;
  });
}
