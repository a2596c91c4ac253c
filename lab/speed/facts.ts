import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { note } from '../report.ts';
import type { BenchServer } from './bench-server.ts';
import { callsOf, type Seeded } from './calls-of.ts';
import type { RunningContender } from './contender.ts';
import { settleMillis, takeTurn } from './turn.ts';

export type Side = RunningContender & { database: string };

/** Not a round of the measurement, so that its bookings and users are others. */
const round = -1;
const callsPerFigure = 5;
/** Background work of a busy machine may take longer than usual. */
const attempts = 10;

/** Without what differs between two services: ids, times, and whether a time is written with microseconds. */
const content = (column: string) =>
  `regexp_replace((${column} - array['id', 'createdAt', 'updatedAt'])::text, '(\\.\\d{3})000Z', '\\1Z', 'g')`;

/** Each stored fact as a row of text, in a fixed order. */
const facts = {
  'audit events': `select concat_ws(' ', actor_type, actor_id, action, subject_type, coalesce(${content('before')}, 'new'), ${content('after')})
    from audit_events where actor_type = 'api_token'`,
  changes: `select concat_ws(' ', external_service_id, type, actor_type, external_court_booking_id, ${content('data')}) from changes`,
  'partner requests': `select concat_ws(' ', external_service_id, api_token_id, operation, external_id, external_updated_at, court_id, start_date,
    end_date, status, error_type) from partner_requests`,
};

async function readFacts(server: BenchServer, database: string): Promise<[fact: string, rows: string[]][]> {
  const found: [string, string[]][] = [];
  for (const [fact, select] of Object.entries(facts)) {
    const rows = await server.run<{ row: string }>(
      database,
      `select * from (${select}) f (row) order by row`,
    );
    found.push([fact, rows.map(({ row }) => row)]);
  }
  return found;
}

/**
 * Sends a few calls of each kind to each contender, and checks that they have stored the same audit events, changes and partner requests.
 *
 * @throws Error that names the first difference, because the comparison would not be fair
 */
export async function checkFacts(server: BenchServer, sides: Side[], seeded: Seeded): Promise<void> {
  for (const { port, pid } of sides) {
    const taker = { pid, port, token: seeded.tenant.token, databasePid: server.pid, settleMillis };
    for (const callOf of Object.values(callsOf(seeded)))
      await takeTurn(
        taker,
        Array.from({ length: callsPerFigure }, (_, n) => callOf(n, round, callsPerFigure)),
      );
  }
  for (let attempt = 1; ; attempt += 1) {
    const [ours, ...others] = await Promise.all(sides.map(({ database }) => readFacts(server, database)));
    const differences = others.flatMap((theirs, index) => differencesOf(ours!, theirs, sides[index + 1]!));
    const counts = ours!.map(([fact, rows]) => `${rows.length} ${fact}`).join(', ');
    if (differences.length === 0 && ours!.every(([, rows]) => rows.length > 0))
      return note(`the same facts on each side: ${counts}`);
    if (attempt === attempts)
      throw new Error(
        `${sides[0]!.name} has ${counts}. ${differences.join(' ')} The comparison is not fair.`,
      );
    await sleep(settleMillis);
  }
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

function differencesOf(ours: Facts, theirs: Facts, { name }: Side): string[] {
  return theirs.flatMap(([fact, rows], index) => {
    const expected = ours[index]![1];
    if (isDeepStrictEqual(rows, expected)) return [];
    const at = expected.findIndex((row, place) => row !== rows[place]);
    return [`${name} has ${rows.length} ${fact}; first difference: ${expected[at]} / ${rows[at]}.`];
  });
}
