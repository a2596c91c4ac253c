import { type ExampleCall, type ExampleLanguage, target } from './example-call.ts';
import { literal, type Syntax } from './literal.ts';
import { resultName } from './result-name.ts';
import { csharp, php, python, typescript } from './syntaxes.ts';

/**
 * Returns a call that uses the function `call`, which docs/partners/getting-started.md defines for each language, or
 * the SDK's client. It can contain `$EXTERNAL_SERVICE_ID` and other variables.
 */
export const shortExampleIn = (language: Exclude<ExampleLanguage, 'sh'>, call: ExampleCall): string =>
  calls[language](call);

/** Splits a path into texts and variable names. */
const partsOf = (path: string) =>
  path.replace('/api/v1/external-services/$EXTERNAL_SERVICE_ID', '$SERVICE').split(/\$([A-Z_]+)/);

/** Returns a path as a literal. `template` creates a text with variables in braces. */
function pathOf(call: ExampleCall, syntax: Syntax, template: (text: string) => string): string {
  const [text, ...more] = partsOf(target(call));
  if (more.length === 0) return syntax.string(text!);
  return template(
    [text, ...more.map((part, index) => (index % 2 === 0 ? `{${syntax.variable(part)}}` : part))].join(''),
  );
}

/** The arguments after method and path. */
function argumentsOf(
  { body, headers }: ExampleCall,
  syntax: Syntax,
  start: string,
  named: (headers: Record<string, string>) => string,
): string {
  const written = [
    ...(body === undefined ? [] : [literal(body, syntax, `${start}, `)]),
    ...(headers === undefined ? [] : [named(headers)]),
  ];
  return written.map((each) => `, ${each}`).join('');
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, '_$&');

/** The name of the result. */
const answerOf = ({ operationId, isRejected }: ExampleCall) =>
  isRejected ? 'error' : resultName(operationId);

const calls: Record<Exclude<ExampleLanguage, 'sh'>, (call: ExampleCall) => string> = {
  ts: (call) => {
    const { externalUpdatedAt, ...query } = call.query ?? {};
    const { 'X-Request-Id': requestId, Prefer: prefer } = call.headers ?? {};
    const options = {
      ...(requestId && { requestId }),
      ...(prefer === 'return=minimal' && { minimal: true }),
    };
    const given = [
      ...call.pathParameters,
      ...[call.body, externalUpdatedAt].filter((value) => value !== undefined),
      ...[query, options].filter((value) => Object.keys(value).length > 0),
    ];
    const [result, client] = call.isRejected ? ['result', 'client.safe'] : [answerOf(call), 'client'];
    const start = `const ${result} = await ${client}.${call.operationId}(`;
    const written = given.map((value) => literal(value, typescript, start));
    const print = call.isRejected
      ? 'if (!result.ok) console.log(result.error.type);'
      : `console.log(${result});`;
    return `${start}${written.join(', ')});\n${print}\n`;
  },
  python: (call) => {
    const path = pathOf(call, python, (text) => `f"${text}"`);
    const answer = python.variable(snakeCase(answerOf(call)));
    const start = `status, ${answer} = call("${call.method}", ${path}`;
    const behind = argumentsOf(call, python, start, (headers) => `headers=${literal(headers, python)}`);
    return `${start}${behind})\nprint(status, ${answer})\n`;
  },
  php: (call) => {
    const path = pathOf(call, php, (text) => `"${text}"`);
    const answer = `$${answerOf(call)}`;
    const start = `[$status, ${answer}] = call('${call.method}', ${path}`;
    const behind = argumentsOf(call, php, start, (headers) => `headers: ${literal(headers, php)}`);
    return `${start}${behind});\necho $status, ' ', json_encode(${answer}), "\\n";\n`;
  },
  csharp: (call) => {
    const path = pathOf(call, csharp, (text) => `$"${text}"`);
    const answer = answerOf(call);
    const start = `var ${answer} = await Call("${call.method}", ${path}`;
    const behind = argumentsOf(call, csharp, start, (headers) => {
      const entries = Object.entries(headers).map(([name, value]) => `["${name}"] = ${csharp.string(value)}`);
      return `headers: new Dictionary<string, string> { ${entries.join(', ')} }`;
    });
    return `${start}${behind});\nConsole.WriteLine(${answer});\n`;
  },
};
