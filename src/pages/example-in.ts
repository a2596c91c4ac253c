import { type ExampleCall, type ExampleLanguage, target } from './examples/example-call.ts';
import { literal } from './examples/literal.ts';
import { shortExampleIn } from './examples/short-example-in.ts';
import { csharp, php, python } from './examples/syntaxes.ts';

/**
 * Returns a program that sends one call and prints the response, with only the standard library of the language
 * (TypeScript: the SDK). It reads the address of the service and the token from the environment variables `BASE_URL`
 * and `TOKEN`. The path must not contain variables.
 */
export const exampleIn = (language: ExampleLanguage, call: ExampleCall): string => programs[language](call);

const isWithBody = ({ body }: ExampleCall) => body !== undefined;

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** On one line if that is readable. */
function shellBody(body: unknown): string {
  const line = JSON.stringify(body);
  return line.length <= 80 ? line : JSON.stringify(body, null, 2);
}

const programs: Record<ExampleLanguage, (call: ExampleCall) => string> = {
  sh: (call) => {
    const url = `"$BASE_URL${target(call)}"`;
    const parts = [
      `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${url}`,
      `-H "Authorization: Bearer $TOKEN"`,
      ...(isWithBody(call) ? ["-H 'Content-Type: application/json'"] : []),
      ...Object.entries(call.headers ?? {}).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      ...(isWithBody(call) ? [`-d ${quoted(shellBody(call.body))}`] : []),
    ];
    return `${parts.join(' \\\n  ')}\n`;
  },
  ts: (call) => `import { createPartnerClient } from '@courtbridge/sdk';

const client = createPartnerClient({ baseUrl: process.env.BASE_URL!, token: process.env.TOKEN! });

${shortExampleIn('ts', call)}`,
  python: (call) => {
    const headers = [
      '"Authorization": "Bearer " + os.environ["TOKEN"]',
      ...(isWithBody(call) ? ['"Content-Type": "application/json"'] : []),
      ...Object.entries(call.headers ?? {}).map(([name, value]) => python.pair(name, python.string(value))),
    ];
    const data = '    data=json.dumps(';
    return `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    os.environ["BASE_URL"] + ${python.string(target(call))},
    method="${call.method}",
    headers={${headers.join(', ')}},
${isWithBody(call) ? `${data}${literal(call.body, python, data, '    ')}).encode(),\n` : ''})
try:
    response = urllib.request.urlopen(request, timeout=35)
except urllib.error.HTTPError as refusal:
    response = refusal
print(response.status, json.load(response))
`;
  },
  php: (call) => {
    const headers = [
      "'Authorization: Bearer ' . getenv('TOKEN')",
      ...(isWithBody(call) ? ["'Content-Type: application/json'"] : []),
      ...Object.entries(call.headers ?? {}).map(([name, value]) => php.string(`${name}: ${value}`)),
    ];
    const fields = '    CURLOPT_POSTFIELDS => json_encode(';
    return `<?php
$curl = curl_init(getenv('BASE_URL') . ${php.string(target(call))});
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => '${call.method}',
    CURLOPT_HTTPHEADER => [${headers.join(', ')}],
${isWithBody(call) ? `${fields}${literal(call.body, php, fields, '    ')}),\n` : ''}    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 35,
]);
$answer = curl_exec($curl);
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $answer, "\\n";
`;
  },
  csharp: (call) => {
    const body = 'var body = ';
    const content = `${body}${literal(call.body, csharp, body)};
request.Content = new StringContent(JsonSerializer.Serialize(body), Encoding.UTF8, "application/json");
`;
    const extra = Object.entries(call.headers ?? {}).map(
      ([name, value]) => `request.Headers.Add(${csharp.string(name)}, ${csharp.string(value)});\n`,
    );
    return `using System;
using System.Net.Http;
using System.Text;
using System.Text.Json;

var client = new HttpClient { Timeout = TimeSpan.FromSeconds(35) };
var url = Environment.GetEnvironmentVariable("BASE_URL") + ${csharp.string(target(call))};
var request = new HttpRequestMessage(new HttpMethod("${call.method}"), url);
request.Headers.Add("Authorization", "Bearer " + Environment.GetEnvironmentVariable("TOKEN"));
${extra.join('')}${isWithBody(call) ? content : ''}var response = await client.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");
`;
  },
};
