-- Records audit events in the transaction of the changes. The arrays have an element for each change. Only this function
-- and the one below insert audit events, for partners and for operators.
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

-- Records the audit event of one change.
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
