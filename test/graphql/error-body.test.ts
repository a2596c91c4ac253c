import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import {
  buildSchema,
  type DefinitionNode,
  getNamedType,
  isObjectType,
  isUnionType,
  Kind,
  parse,
  type SelectionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api-error.ts';
import { catalogue, type ErrorType } from '../../src/errors.ts';
import { errorBody } from '../../src/graphql/error-body.ts';
import { readPlaybook } from '../../src/graphql/graphiql/read-playbook.ts';
import { postGraphql } from '../harness/clients/graphql-client.ts';
import { useOperator, useTestService } from '../harness/servers/use-test-service.ts';

const service = useTestService('postgresql');
const admin = useOperator(service);

describe('errors of /graphql before execution', () => {
  const json = { 'Content-Type': 'application/json' };
  const query = '{"query":"{ me { id } }"}';
  const signedIn = () => ({
    ...json,
    Accept: 'application/graphql-response+json, application/json;q=0.9',
    Authorization: `Bearer ${admin.secret}`,
  });

  const post = (body: string, headers: object = {}) => ({
    method: 'POST',
    headers: { ...signedIn(), ...headers },
    body,
  });

  it.each<[string, number, string, () => RequestInit]>([
    ['nobody', 401, 'operator_token_invalid', () => ({ method: 'POST', headers: json, body: query })],
    [
      'a page of another site',
      403,
      'operator_permission_denied',
      () => post(query, { Origin: 'https://elsewhere.example.com' }),
    ],
    ['a program that reads by GET', 405, 'method_not_allowed', () => ({ headers: signedIn() })],
    ['another method', 405, 'method_not_allowed', () => ({ method: 'DELETE', headers: signedIn() })],
    [
      'a document over the size limit',
      413,
      'payload_too_large',
      () => post(JSON.stringify({ query: ' '.repeat(262_144) })),
    ],
    ['a form', 415, 'unsupported_media_type', () => post(query, { 'Content-Type': 'text/plain' })],
    ['a body that is not JSON', 400, 'invalid_schema', () => post('{"query":')],
  ])('%s: responds with %i %s as a GraphQL error', async (_who, status, code, request) => {
    const response = await fetch(`${service.address}/graphql`, request());
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toMatch(/^application\/(?:graphql-response\+)?json/);
    const body = await response.json();
    expect(body).toEqual({
      errors: [expect.objectContaining({ message: expect.any(String), extensions: expect.any(Object) })],
    });
    expect(body.errors[0].extensions.code).toBe(code);
    if (status === 405) expect(response.headers.get('allow')).toBe('GET, POST');
  });
});

describe('errors of a document and its variables', () => {
  const byId = 'query($id: ID!) { court(id: $id) { id } }';
  const create = 'mutation($i: CreateOrganizationInput!) { createOrganization(input: $i) { __typename } }';
  const asArgument = 'query($id: ID = "x") { court(id: $id) { id } }';
  const inInput = 'mutation($n: String = "x") { createOrganization(input: { name: $n }) { __typename } }';
  const inDirective = 'query($b: Boolean = true) { me { id @skip(if: $b) } }';
  const inFilter = '{ courtBookings(filter: { status: NONE }) { nodes { id } } }';
  const byDefault = 'query($n: Int = "x") { courts(first: $n) { nodes { id } } }';
  const two = 'query A { me { id } } query B { me { id } }';

  /** The statuses for `application/json` and for `application/graphql-response+json`. */
  type Statuses = [json: number, response: number];
  const rejected: Statuses = [400, 400];
  const byType: Statuses = [200, 400];
  const executed: Statuses = [200, 200];

  it.each<[what: string, body: unknown, statuses: Statuses, code: string, named: string]>([
    ['no document', {}, rejected, 'BAD_REQUEST', '"query"'],
    ['a document that is null', { query: null }, rejected, 'BAD_REQUEST', '"query"'],
    ['a misspelled document', { qeury: two }, rejected, 'BAD_REQUEST', '"query"'],
    ['a persisted query', { extensions: { persistedQuery: {} } }, rejected, 'BAD_REQUEST', '"query"'],
    ['a document that is a number', { query: 1 }, rejected, 'BAD_REQUEST', '"query"'],
    ['an unknown parameter', { query: byId, more: 1 }, rejected, 'BAD_REQUEST', '"more"'],
    ['variables as a list', { query: byId, variables: [] }, rejected, 'BAD_REQUEST', '"variables"'],
    ['variables as a text', { query: byId, variables: '{}' }, rejected, 'BAD_REQUEST', '"variables"'],
    ['extensions as a number', { query: byId, extensions: 1 }, rejected, 'BAD_REQUEST', '"extensions"'],
    ['a batch', [{ query: byId }], rejected, 'BAD_REQUEST', 'Batching'],
    ['an empty batch', [], rejected, 'BAD_REQUEST', 'Batching'],
    ['null', null, rejected, 'BAD_REQUEST', 'null'],
    ['a text', 'x', rejected, 'BAD_REQUEST', 'string'],
    ['another operation', { query: two, operationName: 'C' }, rejected, 'OPERATION_RESOLUTION_FAILURE', ''],
    ['a number as name', { query: two, operationName: 1 }, rejected, 'OPERATION_RESOLUTION_FAILURE', ''],
    ['two operations', { query: two }, rejected, 'OPERATION_RESOLUTION_FAILURE', ''],
    ['no GraphQL', { query: '{' }, byType, 'GRAPHQL_PARSE_FAILED', ''],
    ['an empty document', { query: '' }, byType, 'GRAPHQL_PARSE_FAILED', ''],
    ['an unknown field', { query: '{ nope }' }, byType, 'GRAPHQL_VALIDATION_FAILED', '"nope"'],
    [
      'a literal',
      { query: '{ court(id: 1.5) { id } }' },
      byType,
      'GRAPHQL_VALIDATION_FAILED',
      'Argument "id"',
    ],
    ['a literal in an input', { query: inFilter }, byType, 'GRAPHQL_VALIDATION_FAILED', 'Field "status"'],
    ['a default value', { query: byDefault }, byType, 'GRAPHQL_VALIDATION_FAILED', 'Variable "$n"'],
    ['a missing variable', { query: byId }, rejected, 'BAD_USER_INPUT', '"$id"'],
    ['a variable of null', { query: byId, variables: { id: null } }, rejected, 'BAD_USER_INPUT', '"$id"'],
    ['a wrong variable', { query: byId, variables: { id: {} } }, rejected, 'BAD_USER_INPUT', '"$id"'],
    [
      'a field in it',
      { query: create, variables: { i: { name: 1 } } },
      rejected,
      'BAD_USER_INPUT',
      '"$i.name"',
    ],
    ['a malformed id', { query: byId, variables: { id: 'x' } }, executed, 'BAD_USER_INPUT', 'id must be'],
    ['null as argument', { query: asArgument, variables: { id: null } }, executed, 'BAD_USER_INPUT', '"id"'],
    ['null in an input', { query: inInput, variables: { n: null } }, executed, 'BAD_USER_INPUT', '$n'],
    [
      'null in a directive',
      { query: inDirective, variables: { b: null } },
      executed,
      'BAD_USER_INPUT',
      '"$b"',
    ],
  ])('%s: the code, the place and the status', async (_what, body, statuses, code, named) => {
    for (const [n, Accept] of ['application/json', 'application/graphql-response+json'].entries()) {
      const response = await postGraphql(service, admin.secret, JSON.stringify(body), { Accept });
      expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([
        statuses[n],
        Accept,
      ]);
      const { errors } = (await response.json()) as {
        errors: { message: string; extensions?: { code?: string } }[];
      };
      expect(errors.map(({ extensions }) => extensions?.code)).toEqual([code]);
      expect(errors[0]!.message).toContain(named);
    }
  });

  it('is JSON whatever else the client accepts, and 405 for a document in the address', async () => {
    for (const Accept of ['text/html', 'text/event-stream', 'multipart/mixed', '*/*']) {
      const response = await postGraphql(service, admin.secret, { query: '{ __typename }' }, { Accept });
      expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
    }
    for (const Accept of ['application/json', 'application/graphql-response+json']) {
      const response = await fetch(`${service.address}/graphql?query={__typename}`, {
        headers: { Authorization: `Bearer ${admin.secret}`, Accept },
      });
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect([response.status, errors[0]!.extensions.code]).toEqual([405, 'method_not_allowed']);
    }
  });
});

describe('body of a request', () => {
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) => {
    const response = await postGraphql(service, admin.secret, body, headers);
    const { errors, data } = (await response.json()) as { errors?: { message: string }[]; data?: unknown };
    return [response.status, errors?.[0]?.message ?? data];
  };
  const query = '"query":"{ __typename }"';
  const twice = 'Was sent more than once in one object. Send it once.';

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['a key twice', `{${query},${query}}`, `query: ${twice}`],
    ['a variable twice', `{${query},"variables":{"a":[{"b":1,"b":2}]}}`, `variables: a: 0: b: ${twice}`],
    ['no JSON', '{"query":"secret', 'The body is not valid JSON (RFC 8259).'],
    ['a compressed body', new Uint8Array(gzipSync(`{${query}}`)), 'The body is not valid UTF-8.'],
    ['an empty body', '', 'The body is empty.'],
  ])('is rejected without a quotation: %s', async (_what, body, message) => {
    expect(await post(body)).toEqual([400, message]);
  });

  it('is rejected with 415 if it is compressed or says so, and accepted as identity', async () => {
    const message = 'The body has a "Content-Encoding". Send it uncompressed, without this header.';
    for (const body of [`{${query}}`, new Uint8Array(gzipSync(`{${query}}`))])
      expect(await post(body, { 'Content-Encoding': 'gzip' })).toEqual([415, message]);
    expect(await post(`{${query}}`, { 'Content-Encoding': 'identity' })).toEqual([
      200,
      { __typename: 'Query' },
    ]);
  });

  it('is rejected with 413 if it has more than 256 KiB', async () => {
    const [status, message] = await post(`{${query}${' '.repeat(262_144)}}`);
    expect([status, message]).toEqual([413, expect.stringContaining('262144 bytes')]);
  });
});

describe('error message', () => {
  const ids = { requestId: 'r', callerRequestId: undefined };
  const of = (type: ErrorType, details?: { message: string }, callerRequestId?: string) =>
    errorBody(new ApiError(type, details), { ...ids, callerRequestId });

  it.each<[ErrorType, string]>([
    ['method_not_allowed', 'Send GraphQL requests with POST. GET returns GraphiQL to a browser.'],
    ['unsupported_media_type', 'Send the document as JSON, with "Content-Type: application/json".'],
    ['payload_too_large', catalogue.payload_too_large.message],
  ])('%s is worded for operators where the message for partners does not apply', (type, message) => {
    expect(of(type)).toEqual({ errors: [{ message, extensions: { code: type, type, requestId: 'r' } }] });
  });

  it('keeps a specific message, and returns the caller’s request id', () => {
    const message = 'Of this very one.';
    expect(of('method_not_allowed', { message }, 'mine').errors).toEqual([
      { message, extensions: { code: 'method_not_allowed', type: 'method_not_allowed', requestId: 'mine' } },
    ]);
  });
});

describe('playbook', () => {
  it('selects the issues of every error that may have them, so that the response says what to do', async () => {
    const text = await readFile(new URL('../../src/graphql/schema/schema.graphql', import.meta.url), 'utf8');
    const schema = buildSchema(text);
    const lacking: string[] = [];
    let looked = 0;
    for (const { name, document } of (await readPlaybook()).flatMap(({ operations }) => operations)) {
      const { definitions } = parse(document);
      for (const definition of definitions) {
        if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== 'mutation') continue;
        for (const field of definition.selectionSet.selections) {
          if (field.kind !== Kind.FIELD) continue;
          const result = getNamedType(schema.getMutationType()!.getFields()[field.name.value]!.type);
          if (!isUnionType(result)) continue;
          const hasIssues = result
            .getTypes()
            .filter((type) => isObjectType(type) && 'issues' in type.getFields())
            .map((type) => type.name);
          looked += hasIssues.length;
          const selected = fragmentsOf(field.selectionSet!.selections, definitions);
          for (const type of hasIssues.filter((type) => !selected.has(type)))
            lacking.push(`${name}: issues of ${type}`);
          if (!selected.has('ApiError')) lacking.push(`${name}: ApiError`);
        }
      }
    }
    expect(lacking).toEqual([]);
    expect(looked).toBeGreaterThan(20);
  });
});

/** The types that are selected. Types with issues count only if the issues are selected. */
function fragmentsOf(
  selections: readonly SelectionNode[],
  definitions: readonly DefinitionNode[],
): Set<string> {
  const types = new Set<string>();
  for (const selection of selections) {
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD
        ? definitions.find(
            (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === selection.name.value,
          )
        : selection;
    if (!fragment || !('typeCondition' in fragment) || !fragment.typeCondition) continue;
    const type = fragment.typeCondition.name.value;
    const inside = fragment.selectionSet.selections;
    const hasIssues = inside.some((one) => one.kind === Kind.FIELD && one.name.value === 'issues');
    if (type === 'ApiError' || hasIssues) types.add(type);
    for (const nested of fragmentsOf(inside, definitions)) types.add(nested);
  }
  return types;
}
