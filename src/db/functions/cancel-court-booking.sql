-- Cancel court booking: the version rule and the write, for single requests and for both kinds of batch. The locks are
-- those of an upsert. A cancellation takes no place, so it does not lock the court.

-- Judges a cancellation. The caller holds the lock of the booking's key. With equal versions the cancellation wins.
-- Otherwise sources with whole seconds, or that cancel without a new externalUpdatedAt, could never cancel.
--
-- error: {"error": "stale_write", "stored": the version}.
-- outcome: 'cancelled' | 'replayed', if it is not rejected. booking: the stored booking.
-- stamped_at: the time of an earlier cancellation, if no booking is stored.
create function functions.judge_cancellation(
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_external_updated_at timestamptz,
  out error jsonb,
  out outcome text,
  out booking court_bookings,
  out stamped_at timestamptz
)
language plpgsql
stable
as $$
declare
  v_stamp timestamptz;
begin
  outcome := 'cancelled';
  select * into booking from court_bookings
  where external_service_id = p_external_service_id
    and external_court_booking_id = p_external_court_booking_id;

  if found then
    if p_external_updated_at < booking.external_updated_at then
      error := functions.error_by_version('stale_write', booking);
    elsif p_external_updated_at = booking.external_updated_at
      and functions.court_booking_cancelled_by(booking) ? 'PARTNER'
    then
      outcome := 'replayed';
    end if;
    return;
  end if;

  select external_updated_at, cancelled_at into v_stamp, stamped_at from cancellation_stamps
  where external_service_id = p_external_service_id
    and external_court_booking_id = p_external_court_booking_id;
  if p_external_updated_at < v_stamp then
    error := functions.error_by_tombstone('stale_write', v_stamp);
  elsif p_external_updated_at = v_stamp then
    outcome := 'replayed';
  end if;
end
$$;

-- Writes a judged cancellation. If no booking is stored, only the cancellation itself is recorded. The caller holds the lock
-- of the key. Returns the time since which the booking is cancelled.
create function functions.write_cancellation(
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_external_updated_at timestamptz,
  p_booking court_bookings,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text,
  p_audit_event_id uuid
) returns timestamptz
language plpgsql
volatile
as $$
declare
  v_booking court_bookings;
  v_stored record;
  v_cancelled_at timestamptz;
  v_now timestamptz := clock_timestamp();
begin
  if p_booking.id is null then
    insert into cancellation_stamps (external_service_id, external_court_booking_id, external_updated_at, cancelled_at)
    values (p_external_service_id, p_external_court_booking_id, p_external_updated_at, v_now)
    on conflict (external_service_id, external_court_booking_id)
      do update set external_updated_at = excluded.external_updated_at
    returning cancelled_at into v_cancelled_at;
    return v_cancelled_at;
  end if;

  -- An earlier cancellation keeps its time.
  update court_bookings set
    external_updated_at = p_external_updated_at,
    stamp_ahead = functions.is_future_version(p_external_updated_at, v_now),
    cancelled_at = coalesce(cancelled_at, v_now),
    partner_cancelled_at = case when active then v_now else coalesce(partner_cancelled_at, v_now) end,
    updated_at = v_now
  where id = p_booking.id
  returning * into v_booking;
  select * into v_stored from functions.stored_court_booking(v_booking);
  perform functions.record_audit_event(
    p_audit_event_id, v_now, p_actor_type, p_actor_id, p_request_id, 'cancelCourtBooking',
    'court_booking', v_booking.id, functions.court_booking_snapshot(p_booking, v_stored.participants), v_stored.snapshot
  );
  perform functions.announce_court_booking(
    'court_booking.cancelled', v_booking, v_stored.snapshot, v_stored.open_users, v_now, p_actor_type, p_shown_request_id
  );
  return v_booking.cancelled_at;
end
$$;

-- The result of a successful or repeated cancellation.
create function functions.cancellation_answer(
  p_outcome text,
  p_external_updated_at timestamptz,
  p_cancelled_at timestamptz
) returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object(
    'outcome', p_outcome,
    'externalUpdatedAt', functions.as_instant(p_external_updated_at),
    'cancelledAt', functions.as_instant(p_cancelled_at)
  )
$$;

-- Returns {"outcome": "cancelled" | "replayed", "externalUpdatedAt", "cancelledAt"} or {"error": error type, …}.
create function functions.cancel_court_booking(
  p_external_service_id uuid,
  p_external_court_booking_id text,
  p_external_updated_at timestamptz,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text,
  p_audit_event_id uuid
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_judged record;
  v_cancelled_at timestamptz;
begin
  perform pg_advisory_xact_lock(functions.court_booking_key(p_external_service_id, p_external_court_booking_id));

  select * into v_judged from functions.judge_cancellation(
    p_external_service_id, p_external_court_booking_id, p_external_updated_at
  );
  if v_judged.error is not null then
    return v_judged.error;
  end if;
  if v_judged.outcome = 'cancelled' then
    v_cancelled_at := functions.write_cancellation(
      p_external_service_id, p_external_court_booking_id, p_external_updated_at, v_judged.booking,
      p_actor_type, p_actor_id, p_request_id, p_shown_request_id, p_audit_event_id
    );
  else
    perform functions.wait_for_standbys();
    v_cancelled_at := coalesce(v_judged.stamped_at, (v_judged.booking).cancelled_at);
  end if;
  return functions.cancellation_answer(v_judged.outcome, p_external_updated_at, v_cancelled_at);
end
$$;
