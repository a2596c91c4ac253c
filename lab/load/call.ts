import { requestWith } from './request.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its operation
  body: any;
}

/** Calls a path of the partner API. The status is 0 if there is no response. */
export async function call(
  address: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  try {
    const response = await fetch(address + path, requestWith(token, method, path, body));
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return { status: 0, body: { error: String((error as Error).cause ?? error) } };
  }
}

/** Runs a GraphQL document as an operator. @throws Error on a top-level error */
export async function operate(
  address: string,
  token: string,
  document: string,
  variables: Record<string, unknown> = {},
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its document
): Promise<any> {
  const request = requestWith(token, 'POST', '/graphql', { query: document, variables });
  const response = await fetch(address + request.path, request);
  const answer = (await response.json()) as { data?: unknown; errors?: { message: string }[] };
  if (answer.errors || !answer.data) throw new Error(`GraphQL: ${JSON.stringify(answer)}`);
  return answer.data;
}
