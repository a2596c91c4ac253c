import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { createBookingSync, createUserSync, type SyncScope } from '../../../sdk/src/sync/index.ts';

// A partner's sync program in its own process, so that a test can kill it. It prints a line for each step, and a summary at the end. With a
// scope it synchronizes bookings, otherwise users.
const { address, token, file, checkpoint, scope, maxErase, now } = JSON.parse(process.argv[2]!) as {
  address: string;
  token: string;
  file: string;
  checkpoint: string;
  scope?: SyncScope;
  maxErase?: number;
  now: number;
};
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const source = () => JSON.parse(readFileSync(file, 'utf8'));

const client = createPartnerClient({ baseUrl: address, token });
const sync = scope
  ? createBookingSync({
      client,
      source,
      scope,
      mode: 'mirror',
      checkpoint: {
        load: () => JSON.parse(readFileSync(checkpoint, 'utf8')),
        save: (state) => {
          writeFileSync(`${checkpoint}.new`, JSON.stringify(state));
          renameSync(`${checkpoint}.new`, checkpoint);
        },
      },
      onProgress: say,
    })
  : createUserSync({ client, source, maxErase, now: () => now, onProgress: say });
say(await sync.sync());
