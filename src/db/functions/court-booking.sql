-- The key that whoever writes a booking locks first, whether the booking exists yet or not.
-- Two keys may share a hash: then one waits for the other, and nothing else happens.
create function functions.court_booking_key(p_external_service_id uuid, p_external_court_booking_id text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('court_booking/' || p_external_service_id::text || '/' || p_external_court_booking_id, 0)
$$;

-- The active bookings of a court that overlap a time range. Half-open: back to back is no overlap. The one place that
-- says so beside the constraint court_bookings_no_overlap, whose index answers it: the expression must be the same.
-- A function that is one query is put into the query that calls it, so this costs nothing.
create function functions.court_bookings_overlapping(
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz
) returns setof court_bookings language sql stable as $$
  select *
  from court_bookings
  where court_id = p_court_id
    and active
    and tstzrange(start_date, end_date, '[)') && tstzrange(p_start_date, p_end_date, '[)')
$$;

-- The participants of a booking as they were named, in the order of the request.
create function functions.court_booking_participants_as_named(p_court_booking_id uuid)
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
create function functions.court_booking_snapshot(p_booking court_bookings, p_participants jsonb)
returns jsonb language sql stable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', p_booking.id,
    'courtId', p_booking.court_id,
    'startDate', functions.as_instant(p_booking.start_date),
    'endDate', functions.as_instant(p_booking.end_date),
    'externalUpdatedAt', functions.as_instant(p_booking.external_updated_at),
    'participants', p_participants,
    'cancelledAt', functions.as_instant(p_booking.cancelled_at),
    'cancellationReason', p_booking.cancellation_reason,
    'createdAt', functions.as_instant(p_booking.created_at),
    'updatedAt', functions.as_instant(p_booking.updated_at)
  ))
$$;
