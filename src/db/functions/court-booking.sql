-- The key that whoever writes a booking locks first, whether the booking exists yet or not.
-- Two keys may share a hash: then one waits for the other, and nothing else happens.
create or replace function court_booking_key(p_external_service_id uuid, p_external_court_booking_id text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('court_booking/' || p_external_service_id::text || '/' || p_external_court_booking_id, 0)
$$;

-- An instant as the interface writes it: UTC, microseconds, Z.
create or replace function as_instant(p_at timestamptz)
returns text language sql stable parallel safe as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- The participants of a booking as they were named, in the order of the request.
create or replace function court_booking_participants_as_named(p_court_booking_id uuid)
returns jsonb language sql stable parallel safe as $$
  select coalesce(
    jsonb_agg(
      case when user_id is null then jsonb_build_object('email', email) else jsonb_build_object('userId', user_id) end
      order by position
    ),
    '[]'
  )
  from court_booking_participants
  where court_booking_id = p_court_booking_id
$$;

-- A booking in the words of the document: what answers and audit events say of it.
create or replace function court_booking_snapshot(p_booking court_bookings, p_participants jsonb)
returns jsonb language sql stable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', p_booking.id,
    'courtId', p_booking.court_id,
    'startDate', as_instant(p_booking.start_date),
    'endDate', as_instant(p_booking.end_date),
    'externalUpdatedAt', as_instant(p_booking.external_updated_at),
    'participants', p_participants,
    'cancelledAt', as_instant(p_booking.cancelled_at),
    'cancellationReason', p_booking.cancellation_reason,
    'createdAt', as_instant(p_booking.created_at),
    'updatedAt', as_instant(p_booking.updated_at)
  ))
$$;
