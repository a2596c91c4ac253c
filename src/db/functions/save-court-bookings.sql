-- Writes bookings that the rules have judged, as a set, with their audit events and changes. The transaction holds the locks
-- of load_court_bookings. Instants and contents are those that the rules decided.
--
-- Without any of these, what the caller confirms is only made sure to be on the standbys.
--
-- p_created, p_updated: [{"id", "externalCourtBookingId", "courtId", "startDate", "endDate", "externalUpdatedAt", each optional
-- field, "cancelledAt", "partnerCancelledAt", "cancellationReason", "createdAt", "updatedAt"}, …]
-- p_participants: [{"courtBookingId", "position", "userId", "email"}, …]
-- p_former_participants: the bookings whose participants are deleted first.
-- p_moving: bookings whose stored place another booking of the set takes. PostgreSQL checks the constraint
-- court_bookings_no_overlap after each row, so they first leave their places.
-- p_tombstones: [{"externalCourtBookingId", "externalUpdatedAt", "cancelledAt"}, …]
-- p_forgotten: the ids of bookings that now have the version of their tombstone.
-- p_events: the audit event and the change of each write, in their order: [{"auditEventId", "subjectId", "at", "action",
-- "actorType", "actorId", "requestId", "shownRequestId", "before", "after", "externalCourtBookingId", "type", "openUsers"}, …].
-- Without "type", nobody is notified.
create function functions.save_court_bookings(
  p_external_service_id uuid,
  p_created jsonb default null,
  p_updated jsonb default null,
  p_participants jsonb default null,
  p_former_participants uuid[] default null,
  p_moving uuid[] default null,
  p_tombstones jsonb default null,
  p_forgotten text[] default null,
  p_events jsonb default null
) returns void
language plpgsql
volatile
as $$
begin
  if cardinality(p_moving) > 0 then
    update court_bookings set cancelled_at = clock_timestamp() where id = any (p_moving) and active;
  end if;

  if cardinality(p_forgotten) > 0 then
    delete from cancellation_stamps
    where external_service_id = p_external_service_id and external_court_booking_id = any (p_forgotten);
  end if;

  if p_tombstones <> '[]' then
    insert into cancellation_stamps (external_service_id, external_court_booking_id, external_updated_at, cancelled_at)
    select p_external_service_id, t."externalCourtBookingId", t."externalUpdatedAt", t."cancelledAt"
    from jsonb_to_recordset(p_tombstones)
      as t ("externalCourtBookingId" text, "externalUpdatedAt" timestamptz, "cancelledAt" timestamptz)
    on conflict (external_service_id, external_court_booking_id)
      do update set external_updated_at = excluded.external_updated_at;
  end if;

  if p_updated <> '[]' then
    with item as materialized (
      select * from jsonb_to_recordset(p_updated) as item (
        id uuid, "courtId" uuid, "startDate" timestamptz, "endDate" timestamptz, "externalUpdatedAt" timestamptz,
        "optionalField" optional_type, -- for each optional field
        "cancelledAt" timestamptz, "partnerCancelledAt" timestamptz, "cancellationReason" text, "updatedAt" timestamptz
      )
    )
    update court_bookings b set
      court_id = item."courtId",
      start_date = item."startDate",
      end_date = item."endDate",
      external_updated_at = item."externalUpdatedAt",
      optional_column = item."optionalField", -- for each optional field
      stamp_ahead = case when b.external_updated_at = item."externalUpdatedAt" then b.stamp_ahead
        else functions.is_future_version(item."externalUpdatedAt", item."updatedAt") end,
      cancelled_at = item."cancelledAt",
      partner_cancelled_at = item."partnerCancelledAt",
      cancellation_reason = item."cancellationReason",
      updated_at = item."updatedAt"
    from item
    -- With an array, PostgreSQL uses the index for any estimated number of rows.
    where b.id = any (array(select i.id from item i)) and b.id = item.id;
  end if;

  if p_created <> '[]' then
    insert into court_bookings (
      id, external_service_id, external_court_booking_id, court_id, start_date, end_date, external_updated_at,
      optional_column, -- for each optional field
      stamp_ahead, cancelled_at, partner_cancelled_at, created_at, updated_at
    )
    select
      item.id, p_external_service_id, item."externalCourtBookingId", item."courtId", item."startDate", item."endDate",
      item."externalUpdatedAt",
      item."optionalField", -- for each optional field
      functions.is_future_version(item."externalUpdatedAt", item."updatedAt"),
      item."cancelledAt", item."partnerCancelledAt", item."createdAt", item."updatedAt"
    from jsonb_to_recordset(p_created) as item (
      id uuid, "externalCourtBookingId" text, "courtId" uuid, "startDate" timestamptz, "endDate" timestamptz,
      "optionalField" optional_type, -- for each optional field
      "externalUpdatedAt" timestamptz, "cancelledAt" timestamptz, "partnerCancelledAt" timestamptz,
      "createdAt" timestamptz, "updatedAt" timestamptz
    );
  end if;

  if cardinality(p_former_participants) > 0 then
    delete from court_booking_participants where court_booking_id = any (p_former_participants);
  end if;

  if p_participants <> '[]' then
    insert into court_booking_participants (court_booking_id, position, user_id, email)
    select "courtBookingId", position, "userId", email
    from jsonb_to_recordset(p_participants) as ("courtBookingId" uuid, position int, "userId" uuid, email text);
  end if;

  if p_events <> '[]' then
    with event as materialized (
      select * from rows from (jsonb_to_recordset(p_events) as (
        "auditEventId" uuid, "subjectId" uuid, at timestamptz, action text, "actorType" text, "actorId" uuid,
        "requestId" text, "shownRequestId" text, before jsonb, after jsonb, "externalCourtBookingId" text, type text,
        "openUsers" jsonb
      )) with ordinality
    ), recorded as (
      insert into audit_events (
        id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after
      )
      select "auditEventId", at, "actorType", "actorId", "requestId", action, 'court_booking', "subjectId", before, after
      from event
    )
    insert into change_outbox (
      external_service_id, type, subject_id, external_court_booking_id, at, actor_type, request_id, data
    )
    select
      p_external_service_id, type, "subjectId", "externalCourtBookingId", at, "actorType", "shownRequestId",
      after || jsonb_build_object('openUsers', "openUsers")
    from event
    where type is not null
    order by ordinality;
  elsif p_tombstones = '[]' then
    perform functions.wait_for_standbys();
  end if;
end
$$;
