-- Locks and loads what the rules need to judge requests for bookings of one external service (src/rules). It knows no rules
-- itself. The save follows in the same transaction.
--
-- Locks: first the keys of the bookings, in a fixed order, then the named users, then the courts in id order. The keys also
-- cover bookings that do not exist yet. All writers use this order, so they cannot deadlock. Each statement takes a new
-- snapshot, so a statement after a lock sees what the lock waited for.
--
-- A replay, an older version and a request for a court of others write nothing, so they do not wait for users and courts. The
-- caller writes only where these are locked.
--
-- p_court_ids, p_start_dates, p_end_dates: the places of the upserts, or null for a request that takes no place.
-- p_external_updated_ats: the versions, or null for a request that locks no court.
-- p_user_ids, p_emails: the people that the requests name.
-- p_locks: what is waited for. 'all': every lock. 'court': only the court of the first item. 'none': nothing. What others have
-- locked is left out of "lockedIds", "lockedUsers" and "lockedCourts". Null: nothing is locked, for an explanation, which
-- writes nothing.
create function functions.load_court_bookings(
  p_external_service_id uuid,
  p_external_court_booking_ids text[],
  p_court_ids uuid[],
  p_start_dates timestamptz[],
  p_end_dates timestamptz[],
  p_external_updated_ats timestamptz[],
  p_user_ids uuid[],
  p_emails text[],
  p_locks text default null
) returns json
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_most int := 10 + cardinality(p_external_court_booking_ids);
  v_ids text[] := p_external_court_booking_ids;
  v_users uuid[] := array[]::uuid[];
  v_courts uuid[] := array[]::uuid[];
  v_bookings json;
  v_newer uuid[];
  v_left uuid[];
begin
  if p_locks is not null then
    -- Ends the transaction of a process that stalls before it saves.
    perform set_config('idle_in_transaction_session_timeout', '2s', true);

    if p_locks = 'all' then
      perform pg_advisory_xact_lock(keys.key)
      from (
        select distinct functions.court_booking_key(p_external_service_id, id) as key
        from unnest(p_external_court_booking_ids) id
        order by 1
      ) keys;
    else
      select coalesce(array_agg(id), '{}') into v_ids from unnest(p_external_court_booking_ids) id
      where pg_try_advisory_xact_lock(functions.court_booking_key(p_external_service_id, id));
    end if;
  end if;

  select
    json_agg(jsonb_build_object(
      'externalCourtBookingId', b.external_court_booking_id,
      'partnerCancelledAt', functions.as_instant(b.partner_cancelled_at),
      'openUsers', stored.open_users
    ) || stored.snapshot) filter (where b.id is not null),
    array_agg(item.court_id) filter (where item.id = any (v_ids) and (b.id is null or b.external_updated_at < item.external_updated_at)),
    array_agg(b.court_id) filter (where item.id = any (v_ids) and (b.id is null or b.external_updated_at < item.external_updated_at))
  into v_bookings, v_newer, v_left
  from unnest(p_external_court_booking_ids, p_court_ids, p_external_updated_ats) as item (id, court_id, external_updated_at)
  left join lateral (
    select * from court_bookings b
    where b.external_service_id = p_external_service_id and b.external_court_booking_id = item.id
    limit 1
  ) b on true
  left join lateral functions.stored_court_booking(b) stored on b.id is not null;

  if p_locks is not null and v_newer is not null then
    -- The foreign key needs this lock. Otherwise a locked user would delay everyone who waits for the court.
    if cardinality(p_user_ids) > 0 and p_locks = 'all' then
      perform from users where id = any (p_user_ids) order by id for key share;
      v_users := p_user_ids;
    elsif cardinality(p_user_ids) > 0 then
      select coalesce(array_agg(locked.id), '{}') into v_users
      from (select id from users where id = any (p_user_ids) for key share skip locked) locked;
    end if;

    select coalesce(array_agg(c.id), '{}') into v_courts
    from courts c
    where c.id = any (v_newer || v_left) and (
      c.id = any (v_left) or exists (
        select from organization_grants g
        where g.external_service_id = p_external_service_id and g.organization_id = c.organization_id
      )
    );
    if p_locks = 'all' then
      perform from courts where id = any (v_courts) order by id for no key update;
    else
      -- Waits for one court at most, and holds none meanwhile.
      if p_locks = 'court' and p_court_ids[1] = any (v_courts) then
        perform from courts where id = p_court_ids[1] for no key update;
      end if;
      select coalesce(array_agg(locked.id), '{}') into v_courts
      from (select id from courts where id = any (v_courts) for no key update skip locked) locked;
    end if;
  end if;

  return (
    select json_build_object(
      'at', functions.as_instant(clock_timestamp()),
      'hasStandbys', current_setting('synchronous_standby_names') <> '',
      'lockedIds', v_ids,
      'lockedUsers', v_users,
      'lockedCourts', v_courts,
      'bookings', coalesce(v_bookings, '[]'),
      'tombstones', (
        select coalesce(json_agg(json_build_object(
          'externalCourtBookingId', s.external_court_booking_id,
          'externalUpdatedAt', functions.as_instant(s.external_updated_at),
          'cancelledAt', functions.as_instant(s.cancelled_at)
        )), '[]')
        from cancellation_stamps s
        where v_newer is not null
          and s.external_service_id = p_external_service_id
          and s.external_court_booking_id = any (p_external_court_booking_ids)
      ),
      'occupants', (
        select coalesce(json_agg(json_build_object(
          'id', other.id,
          'externalServiceId', other.external_service_id,
          'externalCourtBookingId', other.external_court_booking_id,
          'courtId', other.court_id,
          'startDate', functions.as_instant(other.start_date),
          'endDate', functions.as_instant(other.end_date)
        )), '[]')
        from unnest(p_court_ids, p_start_dates, p_end_dates) place (court_id, start_date, end_date)
        cross join lateral (
          select b.* from functions.court_bookings_overlapping(place.court_id, place.start_date, place.end_date) b
          order by b.start_date
          limit v_most
        ) other
        where v_newer is not null
      ),
      'courts', (
        select coalesce(json_agg(json_build_object(
          'id', c.id,
          'isActive', c.active,
          'isGranted', exists (
            select from organization_grants g
            where g.external_service_id = p_external_service_id and g.organization_id = c.organization_id
          )
        )), '[]')
        from unnest(p_court_ids) item (id)
        cross join lateral (select * from courts where courts.id = item.id limit 1) c
      ),
      'openUsers', (
        select coalesce(json_agg(u.id), '[]')
        from unnest(p_user_ids) named (id)
        cross join lateral (
          select o.id from functions.users_open_to(p_external_service_id) o where o.id = named.id limit 1
        ) u
      ),
      'owners', (
        select coalesce(json_object_agg(named.email, owner.id), '{}')
        from unnest(p_emails) named (email)
        cross join lateral (
          select o.id from functions.users_open_to(p_external_service_id) o where o.email = named.email limit 1
        ) owner
      )
    )
  );
end
$$;
