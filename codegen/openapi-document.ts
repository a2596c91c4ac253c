import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';
import { catalogue, type ErrorType } from '../src/errors.ts';
import { documentedOperations } from '../src/rest/operations.ts';
import { errorOf, exampleError, pascalCase } from '../src/rest/transport/error-response.ts';
import { type Operation, transportErrorsOf } from '../src/rest/transport/operation.ts';
import { instantRule, returnedInstantRule } from '../src/rules/instant.ts';
import { requestIdPattern } from '../src/rules/requests/request-headers.ts';
import { allowing, type Scope, scopes } from '../src/rules/requests/scope.ts';
import { authenticateApiTokenErrors } from '../src/services/access/authenticate-api-token.ts';
import { authorizePartnerErrors } from '../src/services/access/authorize-partner.ts';
import { webhookBodies } from '../src/services/resources/change-response.ts';
import { forGenerators } from './openapi-for-generators.ts';

/** Creates the OpenAPI 3.1 document from the schemas that validate requests. */
export function createOpenApiDocument(): Record<string, unknown> {
  return forGenerators(documentWithDefaults());
}

/** Creates the document with the defaults of request bodies. The SDK's testing kit fills in these defaults. */
export function documentWithDefaults(): Record<string, unknown> {
  const all = documentedOperations();
  const definition: ZodOpenApiObject = {
    openapi: '3.1.1',
    info: {
      title: 'Courtbridge partner interface',
      version: '1.0.0',
      summary: 'External services create users and put court bookings into the platform.',
      description: description(),
      contact: { name: 'The operator who issued your API token' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The service that serves this document' }],
    tags: [
      { name: 'users', description: 'Users that are managed by the external service.' },
      {
        name: 'court bookings',
        description: "Court bookings, by the booking identifier of the partner's system.",
      },
      { name: 'courts', description: 'Courts of the organizations that the external service was granted.' },
      { name: 'changes', description: 'Changes in their order, and webhooks that deliver them.' },
      { name: 'access', description: 'What a token may do.' },
    ],
    security: [{ apiToken: [] }],
    paths: {
      ...Object.fromEntries(
        [...Map.groupBy(all, ({ path }) => path)].map(([path, atPath]) => [
          path,
          Object.fromEntries(
            atPath.map((operation) => [operation.method.toLowerCase(), operationObject(operation)]),
          ),
        ]),
      ),
      [webhooksPath]: { get: { responses: { '200': webhookResponse() } } },
    },
    webhooks: Object.fromEntries(webhookBodies.map((body) => [body.type, { post: webhookObject(body) }])),
    components: {
      headers,
      securitySchemes: {
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token that an operator issued. Its scopes are among: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`,
        },
      },
    },
  };
  const document = createDocument(definition, {
    override: ({ jsonSchema, io }) => {
      // Responses may get more fields within an interface version.
      if (io === 'output') delete jsonSchema.additionalProperties;
      addRule(jsonSchema, io === 'output' ? ruleOfResponse(jsonSchema) : ruleOf(jsonSchema));
    },
  });
  delete document.paths![webhooksPath];
  describeParameters(document as unknown as Paths);
  return document as unknown as Record<string, unknown>;
}

/**
 * A path that is only used to build the document. The service writes webhook bodies, so they are open like responses and use the same
 * schemas. As request bodies, zod-openapi would close them and create a second copy of each schema. Remove this when zod-openapi supports
 * output schemas in request bodies.
 */
const webhooksPath = '/webhooks';
const webhookResponse = () => ({
  description: '',
  content: { 'application/json': { schema: z.union(webhookBodies.map(({ schema }) => schema)) } },
});

// Not in the document: the changes that are possible within an interface version.
function description(): string {
  return [
    'Every response is JSON and has an `X-Request-Id` header. By it, `getRequest` returns what happened to the request, and operators find it.',
    'Every operation is safe to repeat. After a lost response, a timeout or a 5xx, resend the identical request.',
    'Unknown fields in a request are rejected. Within `/api/v1` new optional request fields, response fields and ' +
      'enumeration values may be added. Ignore those that you do not know.',
  ].join('\n\n');
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\n${requirement(operation)}`,
    ...(operation.sdkNote && { 'x-sdk-note': operation.sdkNote }),
    ...(operation.batch && { 'x-batch': operation.batch }),
    // OpenAPI 3.1 allows required scopes for any security scheme. Each entry is an alternative.
    security: operation.isPublic
      ? []
      : operation.scope === null
        ? [{ apiToken: [] }]
        : sufficientScopes(operation.scope).map((scope) => ({ apiToken: [scope] })),
    requestParams: {
      path: operation.pathParameters,
      query: operation.query,
      header: z.object({
        'X-Request-Id': z
          .string()
          .regex(requestIdPattern)
          .describe(
            'Returned in the response, and recorded in the log and for operators. Generated if absent.',
          )
          .optional(),
        ...(operation.honorsPrefer ? { Prefer: preferHeader } : {}),
        ...(operation.hasVersion ? { 'If-None-Match': ifNoneMatchHeader } : {}),
      }),
    },
    ...(operation.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: operation.documentedBody ?? operation.body,
                examples: operation.requestExamples ?? {},
              },
            },
          },
        }
      : {}),
    responses: { ...successResponses(operation), ...errorResponses(operation) },
  };
}

const preferHeader = z
  .string()
  .describe(
    '`return=minimal`: the response does not repeat what was sent (RFC 7240). Other preferences are ignored.',
  )
  .meta({ examples: ['return=minimal'] })
  .optional();

const ifNoneMatchHeader = z
  .string()
  .describe(
    'The `ETag` of the copy that you have (RFC 9110, section 13.1.2). If it is current, the response is 304.',
  )
  .optional();

interface Described {
  type?: unknown;
  format?: unknown;
  maxLength?: unknown;
  description?: string;
}

interface Paths {
  paths: Record<string, Record<string, { parameters?: { description?: string; schema: Described }[] }>>;
}

/**
 * Copies the description of each schema to its parameter, because most generators read only the parameter's. Also adds the value rule to
 * schemas that replace the generated one, because `override` above does not receive those.
 */
function describeParameters({ paths }: Paths): void {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    addRule(parameter.schema, ruleOf(parameter.schema));
    if (parameter.schema.description !== undefined) parameter.description = parameter.schema.description;
  }
}

/** Adds the value rule to the description of a schema. A wrapped schema, such as an optional one, arrives twice but gets the rule once. */
function addRule(schema: Described, rule: string | undefined): void {
  if (rule && !schema.description?.endsWith(rule))
    schema.description = [schema.description, rule].filter(Boolean).join(' ');
}

function ruleOf({ type, format, maxLength }: Described): string | undefined {
  if (format === 'date-time') return instantRule;
  return type === 'string' && maxLength !== undefined && format === undefined
    ? 'The length counts Unicode code points. Must be well-formed Unicode (no lone surrogates) without the character NUL.'
    : undefined;
}

/** Birthdays are days, which sort. */
const ruleOfResponse = ({ format, description }: Described) =>
  format === 'date-time' && !description?.includes('midnight UTC') ? returnedInstantRule : undefined;

function webhookObject({ type, when, scope, schema, example }: (typeof webhookBodies)[number]) {
  const header = (description: string) => z.string().describe(description);
  return {
    operationId: `on${schema.meta()!.id!}`,
    tags: ['changes'],
    summary: `Event: ${type.replaceAll(/[._]/g, ' ')}`,
    description: `${when}\n\n${scope === null ? 'It is not in the feed of changes.' : `The same change is listed by \`listChanges\` with the scope ${named(sufficientScopes(scope))}.`}`,
    // Receivers verify the signature. They do not require a token.
    security: [],
    requestParams: {
      header: z.object({
        'webhook-id': header(
          'The `id` of the change, which is the same in each attempt. Use it to detect duplicates.',
        ),
        'webhook-timestamp': header('The time of the attempt in Unix seconds.'),
        'webhook-signature': header(
          'A signature according to Standard Webhooks 1.0. Verify it before you use the body.',
        ),
      }),
    },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: `#/components/schemas/${schema.meta()!.id!}` },
          examples: { [type]: { value: example } },
        },
      },
    },
    responses: {
      '2XX': {
        description:
          'The webhook was received. After any other response, or none within 15 seconds, it is sent again later.',
      },
      '410': { description: 'The receiver no longer exists. The endpoint is paused.' },
    },
  } satisfies ZodOpenApiOperationObject;
}

/** The scopes of which an operation needs one. A write scope includes its read scope. */
const sufficientScopes = (needed: Scope | readonly Scope[]) => [needed].flat().flatMap(allowing);
const named = (scopes: Scope[]) => scopes.map((name) => `\`${name}\``).join(' or ');

function requirement({ scope, section, isPublic }: Operation): string {
  const needed = isPublic
    ? 'No API token is needed. If one is sent, it is not read.'
    : scope === null
      ? 'Any valid API token is accepted.'
      : `Required scope: ${named(sufficientScopes(scope))}.`;
  return section === undefined ? needed : `${needed} Document: section ${section}.`;
}

function successResponses(operation: Operation): Record<string, ZodOpenApiResponseObject> {
  const entries = Object.entries(operation.successes).map(([status, { description, example }]) => [
    status,
    {
      description,
      headers: operation.hasVersion ? versionHeaders : limitedHeaders,
      content: { 'application/json': { schema: operation.response, example } },
    },
  ]);
  const unchanged = { description: 'The copy in `If-None-Match` is current.', headers: versionHeaders };
  return { ...Object.fromEntries(entries), ...(operation.hasVersion && { 304: unchanged }) };
}

/** Returns a response for each status, with exactly the operation's own codes. */
function errorResponses(operation: Operation): Record<string, ZodOpenApiResponseObject> {
  const types: ErrorType[] = [...operation.errors, ...transportErrorsOf(operation)];
  const byStatus = Map.groupBy(types, (type) => catalogue[type].status);
  const entries = [...byStatus].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `\`${code}\`: ${catalogue[code].condition}.`).join('\n\n'),
      headers: errorHeaders(status),
      content: {
        'application/json': {
          schema: errorEnvelope(operation, status, codes),
          examples: Object.fromEntries(codes.map((code) => [code, { value: { error: exampleError(code) } }])),
        },
      },
    },
  ]);
  return Object.fromEntries(entries);
}

/** By codes. Operations share the component of a response with the same codes. */
const envelopes = new Map<string, z.ZodType>();

function errorEnvelope(operation: Operation, status: number, codes: readonly ErrorType[]): z.ZodType {
  const key = codes.toSorted().join();
  let envelope = envelopes.get(key);
  if (!envelope) {
    const name = envelopeName(operation, status, codes);
    envelope = z.object({ error: errorOf(codes, `${name}Error`) }).meta({ id: `${name}Response` });
    envelopes.set(key, envelope);
  }
  return envelope;
}

/** For example `CourtNotFound` or `Unauthorized`. Other lists of several codes are named after the first operation that has them. */
function envelopeName({ operationId }: Operation, status: number, codes: readonly ErrorType[]): string {
  if (codes.length === 1) return pascalCase(codes[0]!);
  const statusName = STATUS_CODES[status]!.replaceAll(' ', '');
  return codes.every((code) => accessErrors.includes(code))
    ? statusName
    : `${operationId[0]!.toUpperCase()}${operationId.slice(1)}${statusName}`;
}

const accessErrors: readonly ErrorType[] = [...authenticateApiTokenErrors, ...authorizePartnerErrors];

const headers = {
  'X-Request-Id': {
    description:
      'The id of the request: the one that the caller sent if it is well-formed, otherwise a generated one.',
    schema: { type: 'string' as const },
  },
  RateLimit: {
    description:
      'The rest of the limit in `RateLimit-Policy`: `r` is the number of requests left, `t` the seconds until the next one is allowed ' +
      '(draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' as const },
  },
  'RateLimit-Policy': {
    description:
      'The limit that applies: `q` requests in `w` seconds. `"token"` is the limit of the API token. `"address"` is the limit of ' +
      'requests without a valid token from one address (draft-ietf-httpapi-ratelimit-headers).',
    schema: { type: 'string' as const },
  },
  ETag: {
    description: 'The version in the response, in quotes.',
    schema: { type: 'string' as const },
  },
  'Retry-After': {
    description: 'Seconds to wait before resending the same request (RFC 9110, section 10.2.3).',
    schema: { type: 'integer' as const, format: 'int32', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'The challenge (RFC 6750, section 3).',
    schema: { type: 'string' as const },
  },
};

type HeaderName = keyof typeof headers;
const refer = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` as const }]));

const limitedHeaders = refer('X-Request-Id', 'RateLimit-Policy', 'RateLimit');
const versionHeaders = { ...limitedHeaders, ...refer('ETag') };

function errorHeaders(status: number) {
  if (status === 401) return { ...limitedHeaders, ...refer('WWW-Authenticate') };
  if (status === 429) return { ...limitedHeaders, ...refer('Retry-After') };
  // The remaining limit may be unknown, so there is no `RateLimit`.
  if (status === 503) return refer('X-Request-Id', 'RateLimit-Policy', 'Retry-After');
  return limitedHeaders;
}
