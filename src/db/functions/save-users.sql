-- Writes users that the rules have judged, as a set, with their audit events and changes. The transaction holds the locks of
-- load_users. Values are those that the rules decided.
--
-- Without any of these, what the caller confirms is only made sure to be on the standbys.
--
-- p_created: [{"id", "email", "firstName", "lastName", "birthday", "updatedAt"}, …]
-- p_updated: the same with "gender", "mainSportType" and "playingHand".
-- p_links: [{"userId", "externalUserId"}, …]: the links to the external service that are new.
-- p_moving: users whose stored address another user of the set takes. PostgreSQL checks users_email_unique after each row, so
-- they first get a placeholder.
-- p_events: the audit event and the change of each write, in their order: [{"auditEventId", "subjectId", "at", "action",
-- "actorType", "actorId", "requestId", "before", "after", "type", "data", and the audience as in announce_change:
-- "externalServiceId", "userId", "shownRequestId", "callerId", "callerRequestId"}, …]
create function functions.save_users(
  p_external_service_id uuid,
  p_created jsonb,
  p_updated jsonb,
  p_links jsonb,
  p_moving uuid[],
  p_events jsonb
) returns void
language plpgsql
volatile
as $$
declare
  v_count int;
begin
  if cardinality(p_moving) > 0 then
    update users set email = 'placeholder/' || id where id = any (p_moving);
  end if;

  if p_updated <> '[]' then
    with item as materialized (
      select * from jsonb_to_recordset(p_updated) as item (
        id uuid, email text, "firstName" text, "lastName" text, birthday date, gender text, "mainSportType" text,
        "playingHand" text, "updatedAt" timestamptz
      )
    )
    update users u set
      email = item.email,
      first_name = item."firstName",
      last_name = item."lastName",
      birthday = item.birthday,
      gender = item.gender,
      main_sport_type = item."mainSportType",
      playing_hand = item."playingHand",
      updated_at = item."updatedAt"
    from item
    -- With an array, PostgreSQL uses the index for any estimated number of rows.
    where u.id = any (array(select i.id from item i)) and u.id = item.id;
  end if;

  if p_created <> '[]' then
    insert into users (id, email, first_name, last_name, birthday, managed_by_id, created_at, updated_at)
    select id, email, "firstName", "lastName", birthday, p_external_service_id, "updatedAt", "updatedAt"
    from jsonb_to_recordset(p_created)
      as (id uuid, email text, "firstName" text, "lastName" text, birthday date, "updatedAt" timestamptz)
    -- A violated constraint would write the address to PostgreSQL's log.
    on conflict on constraint users_email_unique do nothing;
    get diagnostics v_count = row_count;
    if v_count < jsonb_array_length(p_created) then
      raise exception 'an address is taken by a writer without its lock' using errcode = 'serialization_failure';
    end if;
  end if;

  if p_links <> '[]' then
    insert into user_links (external_service_id, external_user_id, user_id)
    select p_external_service_id, "externalUserId", "userId"
    from jsonb_to_recordset(p_links) as ("userId" uuid, "externalUserId" text)
    on conflict (user_id, external_service_id) do update set external_user_id = excluded.external_user_id;
  end if;

  if cardinality(p_moving) > 0 then
    -- The trigger that keeps former addresses kept the placeholders, too.
    delete from former_user_names where user_id = any (p_moving) and email = 'placeholder/' || user_id;
  end if;

  if p_events <> '[]' then
    with event as materialized (
      select * from rows from (jsonb_to_recordset(p_events) as (
        "auditEventId" uuid, "subjectId" uuid, at timestamptz, action text, "actorType" text, "actorId" uuid,
        "requestId" text, before jsonb, after jsonb, type text, data jsonb, "externalServiceId" uuid, "userId" uuid,
        "shownRequestId" text, "callerId" uuid, "callerRequestId" text
      )) with ordinality
    ), recorded as (
      insert into audit_events (
        id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after
      )
      select "auditEventId", at, "actorType", "actorId", "requestId", action, 'user', "subjectId", before, after
      from event
    )
    insert into change_outbox (
      external_service_id, user_id, type, subject_id, at, actor_type, request_id, data, caller_id, caller_request_id
    )
    select
      "externalServiceId", "userId", type, "subjectId", at, "actorType", "shownRequestId", data, "callerId",
      "callerRequestId"
    from event
    order by ordinality;
  else
    perform functions.wait_for_standbys();
  end if;
end
$$;
