import type { ExampleCall } from '../examples/example-call.ts';
import { jsonOf, type OperationAt, type Parameter } from './openapi.ts';

/** Returns the call shown for an operation: its first example, with query parameters that are required or have an example. */
export function exampleCallOf({ method, path, operation }: OperationAt): ExampleCall {
  const answer = Object.values(operation.responses)
    .map(({ content }) => jsonOf(content)?.example)
    .find((example) => example !== undefined) as Record<string, unknown> | undefined;
  const exampleOf = ({ schema, name }: Parameter) => String(schema.example ?? answer?.[name] ?? name);
  const parameters = operation.parameters ?? [];
  const query = parameters
    .filter((each) => each.in === 'query' && (each.required || each.schema.example !== undefined))
    .map((each) => [each.name, exampleOf(each)]);
  const [example] = Object.values(jsonOf(operation.requestBody?.content)?.examples ?? {});
  const inPath = parameters.filter((each) => each.in === 'path');
  return {
    operationId: operation.operationId,
    pathParameters: inPath.filter(({ name }) => name !== 'externalServiceId').map(exampleOf),
    method,
    path: inPath.reduce(
      (all, each) => all.replace(`{${each.name}}`, encodeURIComponent(exampleOf(each))),
      path,
    ),
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(example !== undefined && { body: example.value }),
  };
}
