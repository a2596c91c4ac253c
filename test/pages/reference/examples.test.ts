import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { type Call, exampleCall, examplesOf } from '../../../src/pages/reference/examples.ts';
import { jsonOf, type OpenApi, operationsOf, type Place } from '../../../src/pages/reference/openapi.ts';
import { newToken } from '../../../src/services/values/secret-formats.ts';

const document: OpenApi = JSON.parse(
  readFileSync(new URL('../../../src/rest/openapi.json', import.meta.url), 'utf8'),
);
const places = operationsOf(document);
const serviceId = '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c02';
const token = newToken('partner');

interface Sent {
  method: string;
  url: string;
  authorization: string | undefined;
  body: unknown;
}

/** What the document says that is sent. */
function expected({ method, path, query, body }: Call): Sent {
  const search = new URLSearchParams(query).toString();
  const url = path.replace('{externalServiceId}', serviceId) + (search === '' ? '' : `?${search}`);
  return { method, url: normal(url), authorization: `Bearer ${token}`, body };
}

const normal = (url: string) => url.replaceAll('%3A', ':');
const isInstalled = (command: string) => spawnSync(command, ['--version']).status === 0;

describe('the examples of the reference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtbridge-reference-'));
  let server: Server;
  let env: NodeJS.ProcessEnv;
  let sent: Sent[] = [];
  /** The operations that are called, in this order. */
  let called: Place[] = places;
  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const body = text === '' ? undefined : JSON.parse(text);
        sent.push({ method, url: normal(url), authorization: headers.authorization, body });
        const place = called[sent.length - 1] ?? places[0]!;
        const [status, { content }] = Object.entries(place.operation.responses)[0]!;
        response.writeHead(Number(status), { 'Content-Type': 'application/json', Connection: 'close' });
        response.end(JSON.stringify(jsonOf(content)!.example));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    env = { ...process.env, BASE_URL: address, EXTERNAL_SERVICE_ID: serviceId, TOKEN: token };
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the examples of a language, one after the other, and answers what was sent. */
  async function run(
    language: string,
    extension: string,
    command: string,
    toScript: (files: string[]) => string,
    operations = places,
  ) {
    sent = [];
    called = operations;
    const files = called.map((place, index) => {
      const file = join(folder, `${index}.${extension}`);
      writeFileSync(file, codeOf(place, language));
      return file;
    });
    const script = join(folder, `all.${extension}`);
    writeFileSync(script, toScript(files));
    const child = spawn(command, [script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, said }).toMatchObject({ code: 0 });
    return sent;
  }

  const codeOf = (place: Place, language: string) =>
    examplesOf(exampleCall(place)).find((code) => code.language === language)!.text;
  const all = places.map((place) => expected(exampleCall(place)));

  it('there is one for each operation, in five languages', () => {
    expect(places.length).toBeGreaterThan(15);
    for (const place of places) {
      expect(examplesOf(exampleCall(place)).map(({ language }) => language)).toEqual([
        'sh',
        'ts',
        'python',
        'php',
        'csharp',
      ]);
      expect(exampleCall(place).path.replace('{externalServiceId}', '')).not.toContain('{');
    }
  });

  it('curl sends what the document says', async () => {
    const files = (names: string[]) => names.map((name) => `. ${name}`).join('\n');
    expect(await run('sh', 'sh', 'bash', files)).toEqual(all);
  });

  it.runIf(isInstalled('python3'))('Python sends what the document says', async () => {
    const files = (names: string[]) =>
      `import runpy\n${names.map((name) => `runpy.run_path(${JSON.stringify(name)})`).join('\n')}\n`;
    expect(await run('python', 'py', 'python3', files)).toEqual(all);
  });

  it.runIf(isInstalled('php'))('PHP sends what the document says', async () => {
    const files = (names: string[]) => `<?php\n${names.map((name) => `include '${name}';`).join('\n')}\n`;
    expect(await run('php', 'php', 'php', files)).toEqual(all);
  });

  // No C# is run here: what it is sent to and sends stands in the code as it is.
  it('C# has the method, the address and the body that the document says', () => {
    for (const place of places) {
      const code = codeOf(place, 'csharp');
      const { method, url, body } = expected(exampleCall(place));
      expect(code.toUpperCase()).toContain(`HTTPMETHOD.${method},`);
      const address = /\$"\{baseUrl\}([^"]+)"/.exec(code)![1]!;
      expect(normal(address.replace('{serviceId}', serviceId))).toBe(url);
      const json = /"""\n([\s\S]*?)\n\s*"""/.exec(code)?.[1];
      expect(json === undefined ? undefined : JSON.parse(json)).toEqual(body);
      // Nothing is named that is not there.
      expect(code.includes('serviceId =')).toBe(code.includes('{serviceId}'));
      expect(code.includes('using System.Text;')).toBe(code.includes('Encoding.'));
    }
  });

  it('TypeScript, by the SDK, sends what the document says, of the operations that the SDK has', async () => {
    const sdk = pathToFileURL(join(import.meta.dirname, '../../../sdk/src/index.ts')).href;
    const client = createPartnerClient({ baseUrl: 'http://x', token, externalServiceId: serviceId });
    const had = places.filter(({ operation }) => operation.operationId in client);
    expect(had.map(({ operation }) => operation.operationId)).toContain('upsertCourtBooking');
    const files = (names: string[]) => {
      for (const name of names)
        writeFileSync(name, readFileSync(name, 'utf8').replace("'@courtbridge/sdk'", `'${sdk}'`));
      return names.map((name) => `await import('${name}');`).join('\n');
    };
    const shown = all.filter((_call, index) => had.includes(places[index]!));
    expect(await run('ts', 'mts', process.execPath, files, had)).toEqual(shown);
  });
});
