import { batchTypes } from './batch-types.ts';
import { codesOfAll, isOfService } from './operation-table.ts';
import type { ClientOperation, Document, Schema } from './read-operations.ts';
import { nameOf, readOperations } from './read-operations.ts';
import { comment, describe, fieldText, firstParagraph, requestFields, requestType } from './type-text.ts';

/** Returns the SDK's `operations.generated.ts`: the functions of the client, and the types of requests, queries and responses. */
export function operationTypes(document: Document): string {
  const { schemas } = document.components;
  const all = readOperations(document);
  const single = all.filter(({ batch }) => !batch);
  const requests = reachable(
    single.flatMap(({ body }) => body ?? []),
    schemas,
  ).map((name) => requestText(name, schemas[name]!));
  const queries = single.filter(({ argument }) => argument === 'query').map(queryText);
  const shown = new Set(single.flatMap(({ response }) => [response, itemOf(response, schemas) ?? []].flat()));
  const responses = [...shown].map((name) => responseText(name, schemas[name]!));
  const functions = single.map((operation) => functionText(operation, schemas, generalCodes(all)));
  return `// generated, run npm run codegen
import type { CallOptions, DryRunOption } from './call-options.ts';
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
  const normal = batches.map((each) =>
    batchFunction(each, batchComment(each, generalCodes(all)), (outcome) => outcome),
  );
  const safe = batches.map((each) =>
    batchFunction(
      each,
      comment([`See \`${each.name}\` of the client. The result of each item is in \`data.results\`.`], '  '),
      (outcome) => `PartnerSuccess<'${each.name}', ${outcome}> | PartnerRefusal<'${each.name}'>`,
    ),
  );
  return `// generated, run npm run codegen
import type { BatchOptions, DryRunOption } from './call-options.ts';
import type { PartnerErrorType } from './documented-responses.ts';
import type { components } from './openapi.generated.ts';
import type { ${used.join(', ')} } from './operations.generated.ts';
import { type ErrorClass, PartnerError, type PartnerErrorOf } from './partner-error.ts';
import type { PartnerRefusal, PartnerSuccess } from './result.ts';

type Schemas = components['schemas'];

${texts.map(({ text }) => text).join('\n')}
/** The operations that take items and return a result for each. */
export interface BatchOperations {
${normal.join('')}}

/** The same operations in their \`safe\` form. */
export interface SafeBatchOperations {
${safe.join('')}}
`;
}

/** The error codes that every operation of an external service has. */
const generalCodes = (all: ClientOperation[]) => codesOfAll(all.filter(isOfService));

/** Returns these components and those that they refer to. */
function reachable(names: string[], schemas: Record<string, Schema>, found = new Set<string>()): string[] {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    const parts = JSON.stringify(schemas[name]).split('"#/components/schemas/').slice(1);
    for (const part of parts) reachable([part.slice(0, part.indexOf('"'))], schemas, found);
  }
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

function queryText(operation: ClientOperation): string {
  const { name, description, query } = operation;
  const said = comment([`The parameters of \`${name}\`. ${firstParagraph(description)}`]);
  const fields = query.map((parameter) => fieldText(parameter)).join('');
  return `${said}export interface ${queryName(operation)} {\n${fields}}\n`;
}

/** The component of a list's items. */
const itemOf = (response: string, schemas: Record<string, Schema>) => {
  const items = schemas[response]!.properties?.items?.items;
  return items?.$ref === undefined ? undefined : nameOf(items);
};

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
  given.push(...argumentText(operation), `options?: ${optionsType('CallOptions', operation)}`);
  return `${operationComment(operation, common)}  ${name}: (${given.join(', ')}) => ${result};\n`;
}

const optionsType = (general: string, { options }: ClientOperation) =>
  options.length > 0 ? `${general} & DryRunOption` : general;

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
      ...parameters.map((parameter) => `\`${parameter.name}\`: ${describe(parameter.schema)}`),
      note,
      ...more,
      own.length > 0 ? `Errors in addition to the general ones: ${own.join(', ')}.` : undefined,
      `@throws PartnerError<'${name}'>`,
      `@see "${summary}", \`/docs/reference#${name}\` of the service`,
    ],
    '  ',
  );
}

const batchComment = (operation: ClientOperation, common: string[]) =>
  operationComment(
    operation,
    common,
    'A rejected item does not make the call reject: check each result, or call `throwOnRefused()`. The option `minimal` sends ' +
      '`Prefer: return=minimal`.',
  );

function batchFunction(operation: ClientOperation, said: string, resultOf: (outcome: string) => string) {
  const { name, batch } = operation;
  const { types } = batch!;
  const given = `body: ${types}Request<Actions>, options?: ${optionsType('BatchOptions', operation)}`;
  const result = resultOf(`${types}Outcome<Actions>`);
  return `${said}  ${name}: <const Actions extends readonly ${types}Action[]>(${given}) => Promise<${result}>;\n`;
}
