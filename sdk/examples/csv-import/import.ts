// Imports members and their bookings from two CSV files: node import.ts members.csv bookings.csv
// Run it again whenever you like: who and what is there already stays as it is.
import { readFileSync } from 'node:fs';
import { createPartnerClient } from '@courtbridge/sdk';
import { createBookingSync } from '@courtbridge/sdk/sync';

const [members, bookings] = process.argv.slice(2) as [string, string];
const client = createPartnerClient({
  baseUrl: process.env.BASE_URL!,
  token: process.env.TOKEN!,
});

/** The lines of a CSV file (RFC 4180), each by the names in its first line. */
function readCsv(file: string): Record<string, string>[] {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end !== ',') rows.push([]);
  }
  const [names = [], ...lines] = rows.filter((row) => row.join('') !== '');
  return lines.map((line) => Object.fromEntries(names.map((name, index) => [name, line[index] ?? ''])));
}

const userIds = new Map<string, string>();
const left = readCsv(members).values();
const importMembers = async () => {
  for (const { email, member, firstName, lastName, birthday } of left) {
    const body = { email: email!, externalUserId: member!, firstName: firstName!, lastName: lastName! };
    const result = await client.safe.createUser(birthday ? { ...body, birthday } : body);
    if (result.ok) userIds.set(member!, result.data.id);
    else console.error(`member ${member}: ${result.error.type}: ${result.error.message}`);
  }
};
// Eight at a time, all from the same list.
await Promise.all(Array.from({ length: 8 }, importMembers));
console.log(`${userIds.size} members`);

const rows = readCsv(bookings);
const sync = createBookingSync({
  client,
  scope: {
    courts: rows.map(({ court }) => court!),
    from: '2000-01-01T00:00:00Z',
    to: '2100-01-01T00:00:00Z',
  },
  source: rows.map(({ booking, court, start, end, changed, member }) => ({
    externalCourtBookingId: booking!,
    courtId: court!,
    startDate: start!,
    endDate: end!,
    externalUpdatedAt: changed!,
    participants: userIds.has(member!) ? [{ userId: userIds.get(member!)! }] : [],
  })),
});
const { summary, refused } = await sync.sync();
for (const { externalCourtBookingId: id, type, message } of refused)
  console.error(`${id}: ${type}: ${message}`);
console.log(summary);
