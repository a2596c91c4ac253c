-- The key that whoever writes a booking locks first, whether the booking exists yet or not.
-- Two keys may share a hash: then one waits for the other, and nothing else happens.
create function functions.court_booking_key(p_external_service_id uuid, p_external_court_booking_id text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('court_booking/' || p_external_service_id::text || '/' || p_external_court_booking_id, 0)
$$;

-- The time that a booking takes. Half-open: back to back is no overlap. A reversed one, which is refused elsewhere, is empty.
create function functions.court_booking_time(p_start_date timestamptz, p_end_date timestamptz)
returns tstzrange language sql immutable parallel safe as $$
  select tstzrange(p_start_date, greatest(p_start_date, p_end_date), '[)')
$$;

-- The active bookings of a court that overlap a time range. The one place that says so beside the constraint
-- court_bookings_no_overlap, whose index answers it: the expression must be the same.
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
    and tstzrange(start_date, end_date, '[)') && functions.court_booking_time(p_start_date, p_end_date)
$$;

-- The participants of a booking as they were named, in the order of the request: one row. Of who was erased nothing is
-- left but the place.
create function functions.court_booking_participants(p_court_booking_id uuid)
returns table (participants jsonb) language sql stable as $$
  select coalesce(
    jsonb_agg(
      case
        when p.email is not null then jsonb_build_object('email', p.email)
        when u.erased_at is null and u.id is not null then jsonb_build_object('userId', u.id)
        else jsonb '{"erased": true}'
      end
      order by position
    ),
    '[]'
  )
  from court_booking_participants p left join users u on u.id = p.user_id
  where court_booking_id = p_court_booking_id
$$;

-- The same as a value. Where it stands in a query for many, the one above is planned with it, and this is not.
create function functions.court_booking_participants_as_named(p_court_booking_id uuid)
returns jsonb language sql stable parallel safe as $$
  select participants from functions.court_booking_participants(p_court_booking_id)
$$;

-- Whether a stamp lies so far in the future that its source's clock must be wrong: it is written, and operators see it.
create function functions.is_stamp_ahead(p_external_updated_at timestamptz, p_now timestamptz)
returns boolean language sql stable parallel safe as $$
  select p_external_updated_at > p_now + interval '24 hours'
$$;

-- Who has cancelled a booking: both can have; null while it is active. The one place that says so. An operator always gives
-- a reason, a partner never does.
create function functions.court_booking_cancelled_by(p_booking court_bookings)
returns jsonb language sql immutable parallel safe as $$
  select case
    when p_booking.active then null
    when p_booking.partner_cancelled_at is null then jsonb '["OPERATOR"]'
    when p_booking.cancellation_reason is null then jsonb '["PARTNER"]'
    else jsonb '["PARTNER", "OPERATOR"]'
  end
$$;

-- What a refusal by the version rule says of the stored booking.
create function functions.court_booking_version(p_booking court_bookings)
returns jsonb language sql stable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'externalUpdatedAt', functions.as_instant(p_booking.external_updated_at),
    'status', case when p_booking.active then 'ACTIVE' else 'CANCELLED' end,
    'cancelledBy', functions.court_booking_cancelled_by(p_booking)
  ))
$$;

-- The refusals of the version rule: by a stored booking, or by what is remembered of a cancellation without one.
create function functions.refusal_by_version(p_refused text, p_booking court_bookings)
returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('refused', p_refused, 'stored', functions.court_booking_version(p_booking))
$$;

create function functions.refusal_by_stamp(p_refused text, p_external_updated_at timestamptz)
returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('refused', p_refused, 'stored', jsonb_build_object(
    'externalUpdatedAt', functions.as_instant(p_external_updated_at),
    'status', 'CANCELLED',
    'cancelledBy', jsonb '["PARTNER"]'
  ))
$$;

-- What stands in the way of a booking, the first ten: own ones with their id and times; of somebody else's only the time
-- within the range. Our own id of each is for operators.
create function functions.court_booking_conflicts(
  p_external_service_id uuid,
  p_court_id uuid,
  p_start_date timestamptz,
  p_end_date timestamptz,
  p_except_ids uuid[]
) returns jsonb language sql stable as $$
  select jsonb_agg(
    case when external_service_id = p_external_service_id then jsonb_build_object(
      'id', id,
      'startDate', functions.as_instant(start_date),
      'endDate', functions.as_instant(end_date),
      'externalCourtBookingId', external_court_booking_id
    ) else jsonb_build_object(
      'id', id,
      'startDate', functions.as_instant(greatest(start_date, p_start_date)),
      'endDate', functions.as_instant(least(end_date, p_end_date))
    ) end
    order by start_date
  )
  from (
    select * from functions.court_bookings_overlapping(p_court_id, p_start_date, p_end_date)
    where id <> all (array_remove(p_except_ids, null))
    order by start_date
    limit 10
  ) overlapping
$$;

-- Of the addresses among the participants of a booking: whose they are, where the user is open to the service.
create function functions.court_booking_open_users(p_booking court_bookings)
returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(p.email, u.id), '{}')
  from court_booking_participants p
  join functions.users_open_to(p_booking.external_service_id) u on u.email = p.email
  where p.court_booking_id = p_booking.id
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
    'cancelledBy', functions.court_booking_cancelled_by(p_booking),
    'cancellationReason', p_booking.cancellation_reason,
    'createdAt', functions.as_instant(p_booking.created_at),
    'updatedAt', functions.as_instant(p_booking.updated_at)
  ))
$$;
