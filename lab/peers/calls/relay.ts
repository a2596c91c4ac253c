import type { Database } from './database.ts';

/** Maximum number of changes per transaction. */
const atOnce = 1_000;

/**
 * Moves the changes of the outbox to the feed, in the order of their ids. Each gets the next sequence number of its external service. The
 * lock is taken by a statement of its own, so that the next one sees what the last holder has moved.
 */
export async function moveChanges(database: Database): Promise<void> {
  for (let count = atOnce; count === atOnce; ) {
    count = await database.transaction(async (query) => {
      query('lock-feed', 'select pg_advisory_xact_lock($1)', [1]);
      const [moved] = await query<{ count: number }>('move-changes', text, [atOnce]);
      return moved!.count;
    });
  }
}

// By ids, because a scan would read all deleted rows that are not vacuumed yet.
const text = `
  with moved as (
    delete from change_outbox where id = any (array(select id from change_outbox order by id limit $1)) returning *
  ),
  numbered as (
    select m.*, uuidv7() as change_id,
      coalesce(c.sequence, 0) + row_number() over (partition by external_service_id order by m.id) as sequence
    from moved m left join change_counters c using (external_service_id)
  ),
  written as (
    insert into changes (external_service_id, id, sequence, type, subject_id, external_court_booking_id, at, actor_type, request_id, data)
    select external_service_id, change_id, sequence, type, subject_id, external_court_booking_id, at, actor_type, request_id, data
    from numbered
  ),
  counted as (
    insert into change_counters (external_service_id, sequence, change_id)
    select distinct on (external_service_id) external_service_id, sequence, change_id
    from numbered order by external_service_id, sequence desc
    on conflict (external_service_id) do update set sequence = excluded.sequence, change_id = excluded.change_id
  )
  select count(*)::int as count from moved`;
