-- Writes down changes: who did what to what, under which request. This and the one below, of one change, are the places
-- that do, for both doors; called in the transaction of the changes. The arrays have an element for each change.
create function functions.record_audit_events(
  p_ids uuid[],
  p_at timestamptz,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_action text,
  p_subject_type text,
  p_subject_ids uuid[],
  p_befores jsonb[],
  p_afters jsonb[]
) returns void
language plpgsql
volatile
as $$
begin
  insert into audit_events (
    id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after
  )
  select
    event.id, p_at, p_actor_type, p_actor_id, p_request_id, p_action, p_subject_type, event.subject_id,
    event.before, event.after
  from unnest(p_ids, p_subject_ids, p_befores, p_afters) event (id, subject_id, before, after);
end
$$;

-- Of one change.
create function functions.record_audit_event(
  p_id uuid,
  p_at timestamptz,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_action text,
  p_subject_type text,
  p_subject_id uuid,
  p_before jsonb default null,
  p_after jsonb default null
) returns void
language plpgsql
volatile
as $$
begin
  insert into audit_events (
    id, at, actor_type, actor_id, request_id, action, subject_type, subject_id, before, after
  ) values (
    p_id, p_at, p_actor_type, p_actor_id, p_request_id, p_action, p_subject_type, p_subject_id, p_before, p_after
  );
end
$$;
