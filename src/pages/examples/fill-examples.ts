import type { OperationAt } from '../reference/openapi.ts';
import { type ExampleCall, exampleLanguages } from './example-call.ts';
import { shortExampleIn } from './short-example-in.ts';

/** A marked `curl` block. The status of the response that follows is captured, too. */
const marked = /<!-- examples -->\n\n(```sh\n([\s\S]*?)```\n)(?=(?:\n+```http\nHTTP\/1.1 (\d+))?)/g;

/** Adds the other languages to each marked `curl` block of a guide. */
export const fillExamples = (page: string, operations: OperationAt[]): string =>
  page.replaceAll(marked, (_all, block: string, line: string, status = '200') => {
    const call = { ...callOf(line, operations), ...(Number(status) >= 400 && { isRejected: true }) };
    const blocks = exampleLanguages
      .filter((language) => language !== 'sh')
      .map((language) => `\n\`\`\`${language}\n${shortExampleIn(language, call)}\`\`\`\n`);
    return block + blocks.join('');
  });

/** Parses the call of a `curl` line. Leaves out the base URL and the token, which all calls share. */
function callOf(line: string, operations: OperationAt[]): ExampleCall {
  const words = [...line.replaceAll('\\\n', '').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_all, single, double) => single ?? double),
  );
  const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1]!] : []));
  const [path, query = ''] = words
    .find((word) => word.startsWith('$BASE_URL'))!
    .slice('$BASE_URL'.length)
    .split('?');
  const headers = Object.fromEntries(
    after('-H')
      .map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])
      .filter(([name]) => name !== 'Authorization' && name !== 'Content-Type'),
  );
  const [body] = after('-d');
  return withOperation(operations, {
    method: after('-X')[0] ?? 'GET',
    path: path!,
    ...(query && { query: queryOf(query) }),
    ...(body !== undefined && { body: JSON.parse(body) }),
    ...(Object.keys(headers).length > 0 && { headers }),
  });
}

/**
 * Adds the operation of a call, and the parameters of its path.
 *
 * @throws if it is not a call of an operation
 */
export function withOperation(
  operations: OperationAt[],
  call: Omit<ExampleCall, 'operationId' | 'pathParameters'>,
): ExampleCall {
  for (const { method, path, operation } of operations) {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const match = method === call.method && pattern.exec(call.path);
    if (match)
      return {
        operationId: operation.operationId,
        pathParameters: match.slice(2).map(decodeURIComponent),
        ...call,
      };
  }
  throw new Error(`no operation has the call ${call.method} ${call.path}`);
}

const queryOf = (query: string) =>
  Object.fromEntries(
    query.split('&').map((part) => {
      const [name, value] = part.split('=').map(decodeURIComponent) as [string, string];
      return [name, /^(?:\d+|true|false)$/.test(value) ? JSON.parse(value) : value];
    }),
  );
