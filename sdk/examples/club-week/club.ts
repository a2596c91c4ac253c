// What a stranger writes by the README alone: members and bookings of a club, from its CSV files to the platform, and
// operators' cancellations back. It is started again whenever the files have changed, and after a crash.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createPartnerClient } from '@courtbridge/sdk';
import { createBookingSync } from '@courtbridge/sdk/sync';
import { createWebhookHandler } from '@courtbridge/sdk/webhooks';

const { BASE_URL, TOKEN, WEBHOOK_SECRET, WEEK, NEXT_WEEK } = process.env;
const client = createPartnerClient({ baseUrl: BASE_URL!, token: TOKEN! });
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
type Row = [string, string, string, string, string, string];
const rowsOf = (file: string) => read(file).map((line) => line.split(',') as Row);

const webhooks = createWebhookHandler({
  secrets: WEBHOOK_SECRET!,
  onEvent(event) {
    if (event.type !== 'court_booking.cancelled' || !event.data.cancelledBy?.includes('OPERATOR')) return;
    const { externalCourtBookingId, cancellationReason } = event.data;
    if (read('cancelled.txt').includes(externalCourtBookingId)) return; // it may come more than once
    appendFileSync('cancelled.txt', `${externalCourtBookingId}\n`);
    console.log(`${externalCourtBookingId} was cancelled: ${cancellationReason}`);
  },
});
createServer(webhooks.nodeHandler).listen(Number(process.env.PORT));

const userIds = new Map<string, string>();
const importMember = async ([externalUserId, email, firstName, lastName]: Row) => {
  const user = await client.createUser({ externalUserId, email, firstName, lastName });
  userIds.set(externalUserId, user.id);
};
await Promise.all(rowsOf('members.csv').slice(1).map(importMember)); // it paces itself
const courts = new Map<string, string>();
for await (const { name, id } of client.listCourts()) courts.set(name, id);

const sync = createBookingSync({
  client,
  source: () => {
    const cancelled = read('cancelled.txt');
    const bookings = rowsOf('bookings.csv').slice(1);
    const toBooking = ([id, court, startDate, endDate, externalUpdatedAt, member]: Row) => {
      const participants = [{ userId: userIds.get(member)! }];
      const when = { startDate, endDate, externalUpdatedAt };
      return { externalCourtBookingId: id, courtId: courts.get(court)!, ...when, participants };
    };
    return bookings.filter(([id]) => !cancelled.includes(id)).map(toBooking);
  },
  scope: { courts: [...courts.values()], from: WEEK!, to: NEXT_WEEK! },
  mode: 'mirror', // what is no longer in the file is cancelled
  checkpoint: {
    load: () => JSON.parse(read('checkpoint.json')[0] ?? 'null'),
    save: (state) => {
      writeFileSync('checkpoint.new', JSON.stringify(state));
      renameSync('checkpoint.new', 'checkpoint.json');
    },
  },
});
const { summary, refused } = await sync.sync();
for (const one of refused) console.error(`${one.externalCourtBookingId}: ${one.type}: ${one.message}`);
console.log(`${userIds.size} members, ${JSON.stringify(summary)}`);
