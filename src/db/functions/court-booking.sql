-- The advisory lock that each writer of a booking takes first, even if the booking does not exist yet. If two keys have the
-- same hash, one writer waits for the other, which does no harm.
create function functions.court_booking_key(p_external_service_id uuid, p_external_court_booking_id text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('court_booking/' || p_external_service_id::text || '/' || p_external_court_booking_id, 0)
$$;

-- The time range of a booking. It is half-open, so back-to-back bookings do not overlap. A reversed range, which is rejected
-- elsewhere, is empty.
create function functions.court_booking_time(p_start_date timestamptz, p_end_date timestamptz)
returns tstzrange language sql immutable parallel safe as $$
  select tstzrange(p_start_date, greatest(p_start_date, p_end_date), '[)')
$$;

-- The active bookings of a court that overlap a time range. The only other definition is the constraint
-- court_bookings_no_overlap. The expression must be the same, because the query uses the index of the constraint.
-- PostgreSQL inlines this function into the calling query.
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

-- What tells two states of an organization's occupancy apart: its active courts and their versions. Returns one row.
create function functions.occupancy_state(p_organization_id uuid)
returns table (state text) language sql stable as $$
  select coalesce(md5(string_agg(c.id || ' ' || coalesce(v.version, 0), ' ' order by c.id)), '')
  from courts c left join court_occupancy_versions v on v.court_id = c.id
  where c.organization_id = p_organization_id and c.active
$$;

-- The participants of a booking as they were named, in the order of the request. Returns one row. An erased participant
-- keeps only its position.
create function functions.court_booking_participants(p_court_booking_id uuid)
returns table (participants jsonb) language sql stable as $$
  select coalesce(
    jsonb_agg(
      case
        when p.email is not null then jsonb_build_object('email', p.email)
        when exists (select from users u where u.id = p.user_id and u.erased_at is null)
          then jsonb_build_object('userId', p.user_id)
        else jsonb '{"erased": true}'
      end
      order by position
    ),
    '[]'
  )
  from court_booking_participants p
  where court_booking_id = p_court_booking_id
$$;

-- True if externalUpdatedAt is so far ahead that the partner's clock must be wrong. The booking is still written, and
-- operators see the flag.
create function functions.is_future_version(p_external_updated_at timestamptz, p_now timestamptz)
returns boolean language sql stable parallel safe as $$
  select p_external_updated_at > p_now + interval '24 hours'
$$;

-- Returns who cancelled a booking, which can be both sides, or null for an active booking. An operator always gives a
-- reason, a partner never does. The rules have the same for what they write (src/rules/court-booking-status.ts).
create function functions.court_booking_cancelled_by(p_booking court_bookings)
returns jsonb language sql immutable parallel safe as $$
  select case
    when p_booking.active then null
    when p_booking.partner_cancelled_at is null then jsonb '["OPERATOR"]'
    when p_booking.cancellation_reason is null then jsonb '["PARTNER"]'
    else jsonb '["PARTNER", "OPERATOR"]'
  end
$$;

-- The users that own the e-mail addresses among the participants, if they are open to the service: {email: user id}.
-- Returns one row.
create function functions.court_booking_open_users(p_booking court_bookings)
returns table (open_users jsonb) language sql stable as $$
  select coalesce(jsonb_object_agg(p.email, owner.id), '{}')
  from court_booking_participants p
  -- The limit makes PostgreSQL use the index for each address, for any estimated number of users.
  cross join lateral (
    select u.id from functions.users_open_to(p_booking.external_service_id) u where u.email = p.email limit 1
  ) owner
  where p.court_booking_id = p_booking.id
$$;

-- A booking with the field names of the document, for responses and audit events.
create function functions.court_booking_snapshot(p_booking court_bookings, p_participants jsonb)
returns jsonb language sql stable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', p_booking.id,
    'courtId', p_booking.court_id,
    'startDate', functions.as_instant(p_booking.start_date),
    'endDate', functions.as_instant(p_booking.end_date),
    'externalUpdatedAt', functions.as_instant(p_booking.external_updated_at),
    'participants', p_participants,
    'optionalField', p_booking.optional_column, -- for each optional field
    'cancelledAt', functions.as_instant(p_booking.cancelled_at),
    'cancelledBy', functions.court_booking_cancelled_by(p_booking),
    'cancellationReason', p_booking.cancellation_reason,
    'createdAt', functions.as_instant(p_booking.created_at),
    'updatedAt', functions.as_instant(p_booking.updated_at)
  ))
$$;

-- A stored booking with what belongs to it. Returns one row.
create function functions.stored_court_booking(p_booking court_bookings)
returns table (snapshot jsonb, participants jsonb, open_users jsonb) language sql stable as $$
  select functions.court_booking_snapshot(p_booking, named.participants), named.participants, owners.open_users
  from functions.court_booking_participants(p_booking.id) named
  cross join functions.court_booking_open_users(p_booking) owners
$$;
