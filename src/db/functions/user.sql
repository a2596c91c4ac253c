-- The users that an external service may name: those that it manages or was granted. number_changes and list-users.ts have
-- the same rule, in another form. PostgreSQL inlines this function into the calling query.
create function functions.users_open_to(p_external_service_id uuid)
returns setof users language sql stable as $$
  select *
  from users u
  where erased_at is null and (
    managed_by_id = p_external_service_id or exists (
      select from user_grants g where g.external_service_id = p_external_service_id and g.user_id = u.id
    )
  )
$$;

-- A user with the field names of the document. Fields without a value are left out.
create function functions.user_snapshot(p_user users)
returns jsonb language sql stable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', p_user.id,
    'firstName', p_user.first_name,
    'lastName', p_user.last_name,
    'birthday', to_char(p_user.birthday, 'YYYY-MM-DD'),
    'gender', p_user.gender,
    'mainSportType', p_user.main_sport_type,
    'playingHand', p_user.playing_hand
  ))
$$;

-- The advisory locks of external ids and e-mails. A writer takes them in this order, before it checks that the value is free.
create function functions.user_link_key(p_external_service_id uuid, p_external_user_id text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('user/' || p_external_service_id::text || '/' || p_external_user_id, 0)
$$;

create function functions.email_key(p_email text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('email/' || p_email, 0)
$$;

-- What read operations and the feed return of an active user in addition to its snapshot.
create function functions.user_state(p_user users)
returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object('status', 'ACTIVE', 'updatedAt', functions.as_instant(p_user.updated_at))
$$;

-- A user as the external service that manages it or has access to it reads it.
create function functions.linked_user_snapshot(p_user users, p_external_service_id uuid, p_external_user_id text)
returns jsonb language sql stable parallel safe as $$
  select functions.user_snapshot(p_user) || functions.user_state(p_user) || jsonb_build_object(
    'externalUserId', p_external_user_id,
    'managed', p_user.managed_by_id = p_external_service_id
  ) || case
    when p_user.managed_by_id = p_external_service_id then jsonb_build_object('email', p_user.email)
    else '{}'
  end
$$;

-- The data of a change of a user. The managing service reads `managedEmail` as `email` (functions.number_changes). The
-- previous release would show a field `email` to every service. Returns one row.
create function functions.user_change(p_user users)
returns table (data jsonb) language sql stable parallel safe as $$
  select functions.user_snapshot(p_user) || functions.user_state(p_user) || jsonb_build_object(
    'managedBy', p_user.managed_by_id,
    'managedEmail', p_user.email,
    'links', coalesce(jsonb_object_agg(external_service_id, external_user_id), '{}')
  )
  from user_links
  where user_id = p_user.id
$$;

-- The fields of a user that its partner may change, except for the external id.
create function functions.partner_fields(p_user users)
returns jsonb language sql stable parallel safe as $$
  select jsonb_build_object(
    'email', p_user.email,
    'firstName', p_user.first_name,
    'lastName', p_user.last_name,
    'birthday', to_char(p_user.birthday, 'YYYY-MM-DD')
  )
$$;

-- The personal fields of a user that have another value in p_other. null: no value. Returns one row.
create function functions.user_fields_that_differ(p_user users, p_other users)
returns table (fields jsonb) language sql stable parallel safe as $$
  select jsonb_object_agg(field.key, field.value)
  from jsonb_each(functions.partner_fields(p_user)) field
  where functions.partner_fields(p_other) -> field.key is distinct from field.value
$$;

-- Records a change of a user for all external services that it is open to. The audience is determined when the change gets
-- its sequence number. This call captures the data itself, including the links and the managing service.
create function functions.announce_user(
  p_type text,
  p_user_id uuid,
  p_at timestamptz,
  p_actor_type text,
  p_request_id text,
  p_caller_id uuid default null,
  p_caller_request_id text default null
) returns void
language plpgsql
volatile
as $$
begin
  perform functions.announce_change(
    p_type, p_user_id, p_at, p_actor_type, p_request_id,
    (select change.data from users u cross join lateral functions.user_change(u) change where u.id = p_user_id),
    p_user_id => p_user_id,
    p_caller_id => p_caller_id,
    p_caller_request_id => p_caller_request_id
  );
end
$$;
