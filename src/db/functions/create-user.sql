-- Create user (document, section 4.1): the checks that need the database, in the documented order, and the write.
--
-- The key of the link is locked first, so that calls with the same external user id run one after the other. A violated
-- constraint would write the e-mail to PostgreSQL's log, so the insert uses ON CONFLICT. An UPDATE has no such clause.
-- Therefore every writer of an e-mail locks its key first, and the update in update-user.ts never violates the constraint.
--
-- Returns {"outcome": "created" | "existing", …the stored user} or {"error": error type, "userId": owner of the e-mail}.
create function functions.create_user(
  p_new_id uuid,
  p_external_service_id uuid,
  p_external_user_id text,
  p_email text,
  p_first_name text,
  p_last_name text,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text,
  p_audit_event_id uuid,
  p_birthday date default null
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_linked users;
  v_holder_id uuid;
  v_user users;
  v_snapshot jsonb;
begin
  perform pg_advisory_xact_lock(functions.user_link_key(p_external_service_id, p_external_user_id));

  select u.* into v_linked
  from user_links l join users u on u.id = l.user_id
  where l.external_service_id = p_external_service_id and l.external_user_id = p_external_user_id;

  if v_linked.id is not null then
    -- Not in the document: the same pair again returns the same user, so that a client can repeat a request whose response
    -- was lost.
    if v_linked.email = p_email then
      perform functions.wait_for_standbys();
      return functions.user_snapshot(v_linked) || jsonb_build_object('outcome', 'existing');
    end if;

    select id into v_holder_id from users where email = p_email;
    if found then
      return jsonb_build_object('error', 'email_already_in_use', 'userId', v_holder_id);
    end if;

    return jsonb_build_object('error', 'external_user_id_already_in_use');
  end if;

  perform pg_advisory_xact_lock(functions.email_key(p_email));

  insert into users (id, email, first_name, last_name, birthday, managed_by_id, created_at, updated_at)
  values (
    p_new_id, p_email, p_first_name, p_last_name, p_birthday, p_external_service_id,
    clock_timestamp(), clock_timestamp()
  )
  on conflict on constraint users_email_unique do nothing
  returning * into v_user;

  if not found then
    select id into v_holder_id from users where email = p_email;
    return jsonb_build_object('error', 'email_already_in_use', 'userId', v_holder_id);
  end if;

  insert into user_links (external_service_id, external_user_id, user_id)
  values (p_external_service_id, p_external_user_id, v_user.id);

  v_snapshot := functions.user_snapshot(v_user);
  perform functions.record_audit_event(
    p_audit_event_id, v_user.created_at, p_actor_type, p_actor_id, p_request_id, 'createUser',
    'user', v_user.id, null, v_snapshot || jsonb_build_object('email', v_user.email)
  );
  -- The fields of linked_user_snapshot. Calling it would build the snapshot again, which costs 7 % of this operation.
  perform functions.announce_change(
    'user.created', v_user.id, v_user.created_at, p_actor_type, p_shown_request_id,
    v_snapshot || jsonb_build_object(
      'email', v_user.email, 'externalUserId', p_external_user_id, 'managed', true, 'status', 'ACTIVE',
      'updatedAt', functions.as_instant(v_user.updated_at)
    ),
    p_external_service_id => p_external_service_id
  );

  return v_snapshot || jsonb_build_object('outcome', 'created');
end
$$;
