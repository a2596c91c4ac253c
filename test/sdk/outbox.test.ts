import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocks, run } from '../harness/clients/sdk-consumer.ts';
import { scratchFolder } from '../harness/data/made-once.ts';

const source = (path: string) => new URL(`../../sdk/src/${path}`, import.meta.url).href;

/** The client of the guide, whose requests fail as the program below says. */
const client = `
import { createPartnerClient } from '${source('index.ts')}';
import { createTestPlatform } from '${source('testing/index.ts')}';

export const platform = createTestPlatform({ courts: [{ id: process.env.COURT_ID!, name: 'Court' }] });
export const faults: ((send: () => Promise<Response>) => Promise<Response>)[] = [];
const { fetch } = platform.clientOptions;
export const client = createPartnerClient({
  ...platform.clientOptions,
  fetch: async (url, init) => {
    const send = () => fetch(url, init) as Promise<Response>;
    return init.method === 'POST' && faults.length > 0 ? faults.shift()!(send) : send();
  },
});
`;

const folder = scratchFolder();
writeFileSync(join(folder, 'client.ts'), client);

/** Runs the program of the guide with code before its worker and at its end. Returns what the code at the end prints. */
async function runOutbox(before: string, after: string): Promise<unknown> {
  const { text } = blocks.find(({ file }) => file === 'outbox.ts')!;
  const program = text
    .replaceAll("'@courtbridge/sdk'", `'${source('index.ts')}'`)
    .replaceAll("'@courtbridge/sdk/sync'", `'${source('sync/index.ts')}'`)
    .replace("'./client.js'", "'./client.ts'")
    .replace('sleep(5_000)', 'sleep(1)')
    .replace(
      /^for \(let sent = 1/m,
      `const { faults, platform } = await import('./client.ts');\n${before}\n$&`,
    );
  expect(program).toContain(before);
  const end = `console.log(JSON.stringify({ left: database.prepare('select * from outbox').all(), ${after} }));`;
  writeFileSync(join(folder, 'outbox.ts'), `${program}\n${end}\n`);
  const env = { PATH: process.env.PATH ?? '', COURT_ID: '01990b2e-6f6c-7c1e-9a53-0f2a5a6f1c09' };
  const args = ['--disable-warning=ExperimentalWarning', 'outbox.ts'];
  const lines = (await run(process.execPath, args, folder, env)).trim().split('\n');
  return JSON.parse(lines.at(-1)!);
}

const stored = 'bookings: platform.bookings().map((one) => [one.externalCourtBookingId, one.startDate])';

it('the outbox of the guide keeps its entries until a response, whether the request was carried out or not', async () => {
  const lost = `faults.push(
    async () => { throw new ReferenceError('killed before the request'); },
    async (send) => { await send(); throw new ReferenceError('killed before the response'); },
  );`;
  expect(await runOutbox(lost, `${stored}, faults`)).toEqual({
    left: [],
    bookings: [['booking-96', '2027-06-16T12:00:00.000Z']],
    faults: [],
  });
});

it('the outbox of the guide sends what changes during a request, in the same millisecond too', async () => {
  const changing = `
Date.now = () => Date.parse('2026-11-20T12:00:00Z');
faults.push(async (send) => { const response = await send(); save('booking-96', 14); save('booking-96', 15); return response; });`;
  expect(await runOutbox(changing, stored)).toEqual({
    left: [],
    bookings: [['booking-96', '2027-06-16T15:00:00.000Z']],
  });
});
