import type { Code } from '../code/code-block.ts';
import { indented, toCsharp, toPhp, toPython, toTypeScript } from './literals.ts';
import { jsonOf, type Parameter, type Place } from './openapi.ts';

/** A call of an operation, as every language writes it in its way. */
export interface Call {
  operationId: string;
  method: string;
  /** Without the query; the external service as `{externalServiceId}`, all else filled in. */
  path: string;
  /** Of the path, in its order, without the external service. */
  pathValues: string[];
  query: Record<string, string>;
  body: unknown;
}

/** The call that the document shows: its first example, and of the query what is required or has one. */
export function exampleCall({ method, path, operation }: Place): Call {
  const parameters = operation.parameters ?? [];
  const ofPath = parameters.filter(({ in: place, name }) => place === 'path' && name !== 'externalServiceId');
  const ofQuery = parameters.filter(
    ({ in: place, required, schema }) => place === 'query' && (required || schema.example !== undefined),
  );
  const examples = Object.values(jsonOf(operation.requestBody?.content)?.examples ?? {});
  const answer = Object.values(operation.responses)
    .map(({ content }) => jsonOf(content)?.example)
    .find((example) => example !== undefined) as Record<string, unknown> | undefined;
  const exampleOf = ({ schema, name }: Parameter) => String(schema.example ?? answer?.[name] ?? name);
  return {
    operationId: operation.operationId,
    method,
    path: ofPath.reduce((all, parameter) => all.replace(`{${parameter.name}}`, exampleOf(parameter)), path),
    pathValues: ofPath.map(exampleOf),
    query: Object.fromEntries(ofQuery.map((parameter) => [parameter.name, exampleOf(parameter)])),
    body: examples[0]?.value,
  };
}

/** The call in five languages. Secrets and ids of the reader's own come from the environment. */
export function examplesOf(call: Call): Code[] {
  return [
    { language: 'sh', text: curl(call) },
    { language: 'ts', text: typescript(call) },
    { language: 'python', text: python(call) },
    { language: 'php', text: php(call) },
    { language: 'csharp', text: csharp(call) },
  ];
}

/** The path with its query; `service` stands for the external service. */
function target({ path, query }: Call, service: string): string {
  const pairs = Object.entries(query).map(
    // A colon may stand in a query (RFC 3986, section 3.4), and is read more easily.
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`,
  );
  return `${path.replace('{externalServiceId}', service)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

function curl(call: Call): string {
  const method = call.method === 'GET' ? '' : `-X ${call.method} `;
  const lines = [
    `curl ${method}"$BASE_URL${target(call, '$EXTERNAL_SERVICE_ID')}"`,
    '-H "Authorization: Bearer $TOKEN"',
  ];
  if (call.body !== undefined) {
    const json = JSON.stringify(call.body, null, 2).replaceAll("'", "'\\''");
    lines.push("-H 'Content-Type: application/json'", `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}

function typescript({ operationId, pathValues, query, body }: Call): string {
  const values = pathValues.map((value) => `'${value}'`);
  // The one required value of the query is an argument of its own.
  if (operationId === 'cancelCourtBooking') values.push(`'${query.externalUpdatedAt}'`);
  else if (Object.keys(query).length > 0) values.push(toTypeScript(query));
  if (body !== undefined) values.push(toTypeScript(body));
  return `import { createPartnerClient } from '@courtbridge/sdk';

const partner = createPartnerClient({
  baseUrl: process.env.BASE_URL!,
  externalServiceId: process.env.EXTERNAL_SERVICE_ID!,
  token: process.env.TOKEN!,
});

const answer = await partner.${operationId}(${values.join(', ')});
console.log(answer);`;
}

function python(call: Call): string {
  const isServices = call.path.includes('{externalServiceId}');
  const headers = ['"Authorization": f"Bearer {os.environ[\'TOKEN\']}"'];
  const data: string[] = [];
  if (call.body !== undefined) {
    headers.push('"Content-Type": "application/json"');
    data.push(`    data=json.dumps(${indented(toPython(call.body), 4)}).encode(),`);
  }
  return `import json
import os
import urllib.request

base_url = os.environ["BASE_URL"]
${isServices ? 'service_id = os.environ["EXTERNAL_SERVICE_ID"]\n' : ''}request = urllib.request.Request(
    f"{base_url}${target(call, '{service_id}')}",
    method="${call.method}",
    headers={${headers.join(', ')}},
${data.map((line) => `${line}\n`).join('')})
with urllib.request.urlopen(request, timeout=10) as response:
    print(response.status, json.load(response))`;
}

function php(call: Call): string {
  const headers = ["'Authorization: Bearer ' . getenv('TOKEN')"];
  const body: string[] = [];
  if (call.body !== undefined) {
    headers.push("'Content-Type: application/json'");
    body.push(`    CURLOPT_POSTFIELDS => json_encode(${indented(toPhp(call.body), 4)}),`);
  }
  const path = target(call, "' . getenv('EXTERNAL_SERVICE_ID') . '");
  return `<?php
$request = curl_init(getenv('BASE_URL') . '${path}');
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${call.method}',
    CURLOPT_HTTPHEADER => [${headers.join(', ')}],
${body.map((line) => `${line}\n`).join('')}    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;`;
}

function csharp(call: Call): string {
  const isServices = call.path.includes('{externalServiceId}');
  const method = call.method[0] + call.method.slice(1).toLowerCase();
  const content =
    call.body === undefined
      ? ';'
      : `
{
    Content = new StringContent(
        """
        ${indented(toCsharp(call.body), 8)}
        """,
        Encoding.UTF8,
        "application/json"),
};`;
  return `using System.Net.Http.Headers;
${call.body === undefined ? '' : 'using System.Text;\n'}
var baseUrl = Environment.GetEnvironmentVariable("BASE_URL");
${isServices ? 'var serviceId = Environment.GetEnvironmentVariable("EXTERNAL_SERVICE_ID");\n' : ''}var token = Environment.GetEnvironmentVariable("TOKEN");

using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
using var request = new HttpRequestMessage(
    HttpMethod.${method},
    $"{baseUrl}${target(call, '{serviceId}')}")${content}
request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
using var response = await http.SendAsync(request);
Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");`;
}
