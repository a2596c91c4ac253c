import { batchTypes } from './batch-types.ts';
import { codesOfAll, isOfService } from './operation-table.ts';
import {
  type ClientOperation,
  type Document,
  nameOf,
  readOperations,
  type Schema,
} from './read-operations.ts';
import { comment, fieldText, requestFields, requestType } from './type-text.ts';

const header = '// generated, run npm run codegen';

/** Returns the SDK's `operations.generated.ts`: the functions of the client, and the types of requests, queries and responses. */
export function operationTypes(document: Document): string {
  const { schemas } = document.components;
  const all = readOperations(document);
  const single = all.filter(({ batch }) => !batch);
  const requests = reachable(
    single.flatMap(({ body }) => body ?? []),
    schemas,
  ).map((name) => requestText(name, schemas[name]!));
  const queries = single.filter(isQueried).map(queryText);
  const responses = responseNames(all, schemas).map((name) => responseText(name, schemas[name]!));
  const functions = single.map((operation) =>
    functionText(operation, schemas, codesOfAll(all.filter(isOfService))),
  );
  return `${header}
import type { CallOptions } from './call-options.ts';
import type { Listing } from './listing.ts';
import type { components } from './openapi.generated.ts';

type Component<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Exactly one of an object's fields. */
type ExactlyOneOf<Fields> = {
  [Name in keyof Fields]-?: { [Given in Name]-?: NonNullable<Fields[Given]> } & {
    [Other in Exclude<keyof Fields, Name>]?: undefined;
  };
}[keyof Fields];

${[...requests, ...queries, ...responses].join('\n')}
/** The operations of the client, without batches. Their calls reject with a \`PartnerError\`. */
export interface PartnerOperations {
${functions.join('')}}
`;
}

/** Returns the SDK's `batches.generated.ts`: the types of each batch, and the class of the error about its rejected items. */
export function batchOperationTypes(document: Document): string {
  const { schemas } = document.components;
  const all = readOperations(document);
  const batches = all.filter(({ batch }) => batch);
  const texts = batches.map((operation) => batchTypes(operation, all, schemas));
  const used = [...new Set(texts.flatMap(({ uses }) => uses))].sort();
  const functions = (form: 'normal' | 'safe') =>
    batches.map((each) => batchFunction(each, codesOfAll(all.filter(isOfService)), form));
  return `${header}
import type { BatchOptions } from './call-options.ts';
import type { PartnerErrorType } from './documented-responses.ts';
import type { components } from './openapi.generated.ts';
import type { ${used.join(', ')} } from './operations.generated.ts';
import { type ErrorClass, PartnerError, type PartnerErrorOf } from './partner-error.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';

type Schemas = components['schemas'];

${texts.map(({ text }) => text).join('\n')}
/** The operations that take items and return a result for each. */
export interface BatchOperations {
${functions('normal').join('')}}

/** The same operations in their \`safe\` form. */
export interface SafeBatchOperations {
${functions('safe').join('')}}
`;
}

const isQueried = ({ argument }: ClientOperation) => argument === 'query';

/** Returns these components and those that they refer to. */
function reachable(names: string[], schemas: Record<string, Schema>): string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if ('$ref' in part) enter(nameOf(part as Schema));
    else Object.values(part).forEach(visit);
  };
  const enter = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    visit(schemas[name]);
  };
  names.forEach(enter);
  return [...found];
}

function requestText(name: string, schema: Schema): string {
  const fields = requestFields(schema);
  const said = comment([schema.description, schema['x-sdk-note']]);
  const isExclusive = schema.minProperties === 1 && schema.maxProperties === 1;
  return isExclusive
    ? `${said}export type ${name} = ExactlyOneOf<{\n${fields}}>;\n`
    : `${said}export interface ${name} {\n${fields}}\n`;
}

/** `UserQuery` belongs to `UserPage`, and `CourtOccupancyQuery` to `CourtOccupancy`. */
const queryName = ({ response }: ClientOperation) => `${response.replace(/Page$/, '')}Query`;

const queryText = (operation: ClientOperation): string =>
  `${comment([`The parameters of \`${operation.name}\`.`])}export interface ${queryName(operation)} {\n${operation.query
    .map((parameter) => fieldText(parameter))
    .join('')}}\n`;

/** The component of a list's items. */
const itemOf = (response: string, schemas: Record<string, Schema>) => {
  const items = schemas[response]!.properties?.items?.items;
  return items?.$ref === undefined ? undefined : nameOf(items);
};

/** The components that are whole responses, items of lists, or parts of the results of batches. */
const responseNames = (operations: ClientOperation[], schemas: Record<string, Schema>) => [
  ...new Set(
    operations
      .filter(({ batch }) => !batch)
      .flatMap(({ response }) => [response, itemOf(response, schemas) ?? []].flat()),
  ),
];

function responseText(name: string, schema: Schema): string {
  const said = comment([schema.description, schema['x-sdk-note']]);
  // An interface cannot extend a union.
  return schema.anyOf || schema.oneOf
    ? `${said}export type ${name} = Component<'${name}'>;\n`
    : `${said}export interface ${name} extends Component<'${name}'> {}\n`;
}

function functionText(operation: ClientOperation, schemas: Record<string, Schema>, common: string[]): string {
  const { name, response, pathParameters, isList } = operation;
  const item = isList && itemOf(response, schemas);
  const result = item ? `Listing<${response}, ${item}>` : `Promise<${response}>`;
  const given = pathParameters.map((parameter) => `${parameter.name}: ${requestType(parameter.schema)}`);
  given.push(...argumentText(operation), 'options?: CallOptions');
  return `${operationComment(operation, common)}  ${name}: (${given.join(', ')}) => ${result};\n`;
}

function argumentText(operation: ClientOperation): string[] {
  const { argument, body, query } = operation;
  if (argument === '') return [];
  if (argument === 'body') return [`body: ${body}`];
  if (argument !== 'query') return [`${argument}: ${requestType(query[0]!.schema)}`];
  const isOptional = query.every(({ required }) => !required);
  return [`query${isOptional ? '?' : ''}: ${queryName(operation)}`];
}

/** The comment of a function: the description with the scope, its parameters, what only the SDK does, and its errors. */
function operationComment(operation: ClientOperation, common: string[], ...more: string[]): string {
  const { name, summary, description, note, errors, pathParameters, query, argument } = operation;
  const parameters = [...pathParameters, ...query.filter((parameter) => parameter.name === argument)];
  const own = errors.filter((code) => !common.includes(code)).map((code) => `\`${code}\``);
  return comment(
    [
      ...description.split('\n\n'),
      ...parameters.map((parameter) => `\`${parameter.name}\`: ${parameter.schema.description}`),
      note,
      ...more,
      own.length > 0 ? `Errors in addition to the general ones: ${own.join(', ')}.` : undefined,
      `@throws PartnerError<'${name}'>`,
      `@see "${summary}", \`/docs/reference#${name}\` of the service`,
    ],
    '  ',
  );
}

function batchFunction(operation: ClientOperation, common: string[], form: 'normal' | 'safe'): string {
  const { name, batch } = operation;
  const { types } = batch!;
  const said =
    form === 'safe'
      ? comment(
          [
            `See \`${name}\` of the client. \`ok\` means that the batch was processed. The result of each item is in \`data.results\`.`,
          ],
          '  ',
        )
      : operationComment(
          operation,
          common,
          'A rejected item does not make the call reject: check each result, or call `throwOnRefused()`. The option `minimal` sends ' +
            '`Prefer: return=minimal`.',
        );
  const outcome = `${types}Outcome<Actions>`;
  const result =
    form === 'safe' ? `PartnerSuccess<'${name}', ${outcome}> | PartnerRefusal<'${name}'>` : outcome;
  return `${said}  ${name}: <const Actions extends readonly ${types}Action[]>(body: ${types}Request<Actions>, options?: BatchOptions) => Promise<${result}>;\n`;
}
