-- Records an audit event in the transaction of its change. Only it, `save_court_bookings` and `save_users` insert audit events.
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
