import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, Kind, parse, print, type ValueNode, valueFromASTUntyped, visit } from 'graphql';
import { expect } from 'vitest';
import type { TestService } from '../servers/test-service.ts';

interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  errors: { message: string; extensions?: Record<string, unknown> }[] | undefined;
}

/** Posts a request as it is, for tests of the response itself. An object is sent as JSON. Without a token, `headers` may have a cookie. */
export function postGraphql(
  { address }: Pick<TestService, 'address'>,
  token: string | undefined,
  body: string | Uint8Array<ArrayBuffer> | { query: string; [field: string]: unknown },
  headers: Record<string, string> = {},
): Promise<Response> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  return fetch(`${address}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: isRaw ? body : JSON.stringify(body),
  });
}

/**
 * Runs a document as a signed-in operator. Returns the server's response, including errors. Mutations that have a dry run
 * are confirmed with its token.
 */
export async function ask<Data, Variables>(
  service: Pick<TestService, 'address'>,
  token: string,
  document: TypedDocumentNode<Data, Variables> | string,
  variables?: Variables,
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer<Data>> {
  const text = typeof document === 'string' ? document : print(document);
  const request = { query: text, variables: variables as Record<string, unknown> | undefined };
  const confirmed = await withTokens(service, token, request);
  const response = await postGraphql(service, token, { ...confirmed }, headers);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const answer = (await response.json()) as GraphqlAnswer<Data>;
  // An error before GraphQL has a different format. Its tests do not use this function.
  expect(answer, JSON.stringify(answer)).not.toHaveProperty('error');
  const { data, errors } = answer;
  return { status: response.status, data, errors };
}

/** Like `ask`, but fails on top-level errors. Domain errors are returned as data. */
export async function run<Data, Variables>(
  service: Pick<TestService, 'address'>,
  token: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const { data, errors } = await ask(service, token, document, variables);
  expect(errors).toBeUndefined();
  return data;
}

/** The mutations that are a dry run without a token. */
const confirmable =
  /\b(?:exchangeAddresses|eraseUser|eraseGuest|revokeApiTokens?|revokeOperator|revokeOrganizationAccess|revokeUserAccess|deleteWebhookEndpoint)\b/;

interface GraphqlRequest {
  query: string;
  variables: Record<string, unknown> | undefined;
}

/** Adds the tokens of dry runs to the mutations of a document. */
export async function withTokens(
  service: Pick<TestService, 'address'>,
  token: string,
  request: GraphqlRequest,
): Promise<GraphqlRequest> {
  const syntax = confirmable.test(request.query) ? parsed(request.query) : undefined;
  if (!syntax) return request;
  const variables = { ...request.variables };
  const tokens = new Map<ValueNode, string>();
  for (const { name, value } of inputsOf(syntax)) {
    const input = valueFromASTUntyped(value, variables) as { confirmToken?: string };
    if (input.confirmToken !== undefined) continue;
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const response = await postGraphql(service, token, {
      query: `mutation ($input: ${type}!) { result: ${name}(input: $input) { ... on Confirmation { confirmToken } } }`,
      variables: { input },
    });
    const { data } = (await response.json()) as { data?: { result: { confirmToken?: string } } | null };
    const given = data?.result.confirmToken;
    if (given === undefined) continue;
    const field =
      value.kind === Kind.OBJECT
        ? value.fields.find((each) => each.name.value === 'confirmToken')
        : undefined;
    if (value.kind === Kind.VARIABLE) variables[value.name.value] = { ...input, confirmToken: given };
    else if (field?.value.kind === Kind.VARIABLE) variables[field.value.name.value] = given;
    else tokens.set(value, given);
  }
  const query = visit(syntax, {
    ObjectValue: (node) => {
      const given = tokens.get(node);
      if (given === undefined) return undefined;
      const name = { kind: Kind.NAME, value: 'confirmToken' } as const;
      const added = { kind: Kind.OBJECT_FIELD, name, value: { kind: Kind.STRING, value: given } } as const;
      return { ...node, fields: [...node.fields, added] };
    },
  });
  return { query: print(query), variables };
}

function inputsOf(syntax: DocumentNode): { name: string; value: ValueNode }[] {
  const inputs: { name: string; value: ValueNode }[] = [];
  visit(syntax, {
    Field: ({ name, arguments: given = [] }) => {
      const [input] = given;
      if (confirmable.test(name.value) && input) inputs.push({ name: name.value, value: input.value });
    },
  });
  return inputs;
}

function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
