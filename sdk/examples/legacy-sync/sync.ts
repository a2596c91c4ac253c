// Keeps a week in step with a dump of an old database: node sync.ts dump.sql 2027-01-04T00:00:00Z 2027-01-11T00:00:00Z
// What is no longer in the dump is cancelled. Killed in the middle, it goes on where it was when it is started again.
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createPartnerClient } from '@courtbridge/sdk';
import { createBookingSync, type SourceBooking, SyncError } from '@courtbridge/sdk/sync';

const [dump, from, to] = process.argv.slice(2) as [string, string, string];
const client = createPartnerClient({
  baseUrl: process.env.BASE_URL!,
  token: process.env.TOKEN!,
});

const courts = new Map<string, string>();
for await (const { name, id } of client.listCourts()) courts.set(name, id);

/** `2027-01-04 10:00:00+01`, as PostgreSQL dumps a time, as the interface takes it. */
const toTime = (text: string) => `${text.replace(' ', 'T')}:00`;

/** The week's rows of the table: COPY booking (id, court, starts, ends, changed, guest) FROM stdin; */
async function* bookings(): AsyncGenerator<SourceBooking> {
  let isTable = false;
  for await (const line of createInterface(createReadStream(dump))) {
    if (line === '\\.') isTable = false;
    if (isTable) {
      const [id, court, starts, ends, changed, guest] = line.split('\t') as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const start = new Date(toTime(starts));
      if (start < new Date(from) || start >= new Date(to)) continue;
      yield {
        externalCourtBookingId: id,
        courtId: courts.get(court) ?? court,
        startDate: start,
        endDate: toTime(ends),
        externalUpdatedAt: toTime(changed),
        participants: guest === '\\N' ? [] : [{ email: guest }],
      };
    }
    if (line.startsWith('COPY booking ')) isTable = true;
  }
}

const state = 'sync-state.json';
const sync = createBookingSync({
  client,
  source: bookings,
  scope: { courts: [...courts.values()], from, to },
  mode: 'mirror',
  // What has moved to another week is cancelled here, and welcome there.
  cancelAs: 'stored',
  checkpoint: {
    load: () => (existsSync(state) ? JSON.parse(readFileSync(state, 'utf8')) : null),
    save: (checkpoint) => {
      writeFileSync(`${state}.new`, JSON.stringify(checkpoint));
      renameSync(`${state}.new`, state); // at once or not at all
    },
  },
});
try {
  const { summary, refused } = await sync.sync();
  for (const { externalCourtBookingId: id, type, message } of refused)
    console.error(`${id}: ${type}: ${message}`);
  console.log(summary);
} catch (error) {
  if (!(error instanceof SyncError)) throw error;
  console.error(`${error.type}: ${error.message}`);
  for (const { externalCourtBookingId } of error.cancellations ?? [])
    console.error(`would cancel ${externalCourtBookingId}`);
  process.exitCode = 1;
}
