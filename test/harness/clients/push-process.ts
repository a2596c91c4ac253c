import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type BatchItem, createPartnerClient } from '../../../sdk/src/index.ts';
import { createBookingSync, type SourceBooking, type SyncScope } from '../../../sdk/src/sync/index.ts';

// A partner's program in its own process, so that a test can kill it. It changes its own bookings, which are in a file, and pushes each
// change. It prints a line after each push.
const { address, token, scope, file, seed } = JSON.parse(process.argv[2]!) as {
  address: string;
  token: string;
  scope: SyncScope & { courts: string[] };
  file: string;
  seed: number;
};

let state = seed;
const random = (below: number) => {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * below);
};
const hours = 10;
const slots = scope.courts.flatMap((courtId) =>
  Array.from({ length: hours }, (_, hour) => {
    const at = (offset: number) =>
      new Date(Date.parse(String(scope.from)) + (hour + offset) * 3_600_000).toISOString();
    return { courtId, startDate: at(0), endDate: at(1) };
  }),
);
const isAt = (slot: (typeof slots)[number]) => (one: SourceBooking) =>
  one.courtId === slot.courtId && one.startDate === slot.startDate;

const { push } = createBookingSync({
  client: createPartnerClient({ baseUrl: address, token, initialDelayMs: 20 }),
  source: [],
  scope,
});

let last = 0;
for (let step = 1; ; step += 1) {
  let bookings: SourceBooking[] = JSON.parse(readFileSync(file, 'utf8'));
  last = Math.max(last + 1, Date.now());
  const externalUpdatedAt = new Date(last).toISOString();
  const changed: BatchItem[] = [];
  const put = (booking: SourceBooking) => {
    bookings = [
      ...bookings.filter((one) => one.externalCourtBookingId !== booking.externalCourtBookingId),
      booking,
    ];
    changed.push({ action: 'upsert', ...booking });
  };
  const free = slots.filter((slot) => !bookings.some(isAt(slot)));
  const picked = bookings.toSorted(() => random(3) - 1).slice(0, 2 + random(3));
  const kind = random(10);
  if (kind < 3 && free.length > 0) {
    const slot = free[random(free.length)]!;
    put({ externalCourtBookingId: `${seed}-${step}`, ...slot, externalUpdatedAt });
  } else if (kind < 8 && picked.length > 1) {
    for (const [index, one] of picked.entries()) {
      const { courtId, startDate, endDate } = picked[(index + 1) % picked.length]!;
      put({ ...one, courtId, startDate, endDate, externalUpdatedAt });
    }
  } else if (bookings.length > 3) {
    const { externalCourtBookingId } = bookings[random(bookings.length)]!;
    bookings = bookings.filter((one) => one.externalCourtBookingId !== externalCourtBookingId);
    changed.push({ action: 'cancel', externalCourtBookingId, externalUpdatedAt });
  }
  writeFileSync(`${file}.new`, JSON.stringify(bookings));
  renameSync(`${file}.new`, file);
  const { refused } = await push(changed);
  process.stdout.write(`${JSON.stringify({ step, changed: changed.length, refused })}\n`);
}
