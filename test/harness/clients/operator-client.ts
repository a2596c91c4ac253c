import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { expect } from 'vitest';
import type { TestService } from '../servers/test-service.ts';
import { ask, run } from './graphql-client.ts';
import { operatorPages } from './operator-pages.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a test expects of it is the test
export type Shown = any;

/** The calls of an operator of a service: GraphQL, and the pages. */
export function operatorAt(service: TestService, { id, secret }: { id: string; secret: string }) {
  const data = async <Data = Shown>(text: string, variables?: object): Promise<Data> => {
    const answer = await ask<Data, object>(service, secret, text, variables);
    expect(answer.errors, text).toBeUndefined();
    return answer.data;
  };
  return {
    id,
    secret,
    /** The response to a document, with its errors. */
    ask: <Data = Shown>(text: string, variables?: object, headers?: Record<string, string>) =>
      ask<Data, object>(service, secret, text, variables, headers),
    /** The data of a document that has no errors. */
    data,
    /** The data of a document of the playbook. Domain errors are returned as data. */
    run: <Data, Variables>(document: TypedDocumentNode<Data, Variables>, variables: Variables) =>
      run(service, secret, document, variables),
    /** The result of a mutation: the selected fields, or the type and the message of its error. */
    mutate: async (name: string, input: object, selection: string): Promise<Shown> => {
      // Some mutations of an endpoint share their input.
      const own = /^(?:pause|resume|test)Webhook/.test(name) ? 'webhookEndpointId' : name;
      const type = `${own[0]!.toUpperCase()}${own.slice(1)}Input`;
      const text = `mutation ($input: ${type}!) { result: ${name}(input: $input) {
        ${selection} ... on ApiError { type message } } }`;
      return (await data(text, { input })).result;
    },
    ...operatorPages(service, secret),
  };
}
