import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createPartnerClient } from '../../../sdk/src/index.ts';
import { createBookingSync, type SourceBooking, type SyncScope } from '../../../sdk/src/sync/index.ts';

// A partner's sync program in its own process, so that a test can kill it. It prints a line for each step, and a summary at the end.
const { address, token, scope, bookings, checkpoint } = JSON.parse(process.argv[2]!) as {
  address: string;
  token: string;
  scope: SyncScope;
  bookings: string;
  checkpoint: string;
};
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

const sync = createBookingSync({
  client: createPartnerClient({ baseUrl: address, token }),
  source: () => JSON.parse(readFileSync(bookings, 'utf8')) as SourceBooking[],
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
});
say(await sync.sync());
