import type { Query } from '../../connection/query.ts';
import { type SummedTable, summedTables } from '../traffic-by-day.ts';

/** Returns the first day that is not summed yet, but at most `latest`: `YYYY-MM-DD` in UTC. */
export async function findDayToSum(query: Query, table: SummedTable, latest: string): Promise<string> {
  const [row] = await query<{ day: string }>(
    `select to_char(least($1, coalesce(
         (select max(day) + interval '24 hours' from ${table}_by_day), (select min(hour) from ${table})
       )) at time zone 'UTC', 'YYYY-MM-DD') as day`,
    [latest],
  );
  return row!.day;
}

/** Sums the hours of a day, also if it is summed already. */
export async function insertDay(query: Query, table: SummedTable, from: string, to: string): Promise<void> {
  const { sums, hours, ...all } = summedTables[table];
  const [keys, columns] = [all.keys.join(', '), Object.keys(sums)];
  await query(
    `insert into ${table}_by_day as t (day, ${keys}, ${columns.join(', ')})
       select $1::timestamptz, ${keys}, ${Object.values(sums).join(', ')}
       from ${hours}
       where hour >= $1 and hour < $2
       group by ${keys}
       order by ${keys}
       on conflict (day, ${keys}) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
       where t is distinct from excluded`,
    [from, to],
  );
}
