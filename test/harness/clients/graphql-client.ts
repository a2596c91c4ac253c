import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { expect } from 'vitest';
import type { TestService } from '../servers/test-service.ts';

interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  errors: { message: string; extensions?: Record<string, unknown> }[] | undefined;
}

/** Runs a document as a signed-in operator. Returns the server's response, including errors. */
export async function ask<Data, Variables>(
  service: Pick<TestService, 'address'>,
  token: string,
  document: TypedDocumentNode<Data, Variables> | string,
  variables?: Variables,
  headers: Record<string, string> = {},
): Promise<GraphqlAnswer<Data>> {
  const response = await fetch(`${service.address}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: typeof document === 'string' ? document : print(document), variables }),
  });
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
