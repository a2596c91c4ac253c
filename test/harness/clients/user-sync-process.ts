import { readFileSync } from 'node:fs';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { createUserSync, type SourceUser } from '../../../sdk/src/sync/index.ts';

// A partner's import in its own process, so that a test can kill it. It prints a line for each step, and a summary at the end.
const { address, token, members, maxErase, now } = JSON.parse(process.argv[2]!) as {
  address: string;
  token: string;
  members: string;
  maxErase: number | undefined;
  now: number;
};
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const sync = createUserSync({
  client: createPartnerClient({ baseUrl: address, token }),
  source: () => JSON.parse(readFileSync(members, 'utf8')) as SourceUser[],
  maxErase,
  now: () => now,
  onProgress: say,
});
say(await sync.sync());
