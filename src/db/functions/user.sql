-- The users whom an external service may name: those that it manages or was granted. The one place that says so.
-- A function that is one query is put into the query that calls it, so this costs nothing.
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

-- A user in the words of the document; a field without a value is left out.
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

-- The keys that whoever gives a user an external id or an e-mail locks, in this order, before looking who has it.
create function functions.user_link_key(p_external_service_id uuid, p_external_user_id text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('user/' || p_external_service_id::text || '/' || p_external_user_id, 0)
$$;

create function functions.email_key(p_email text)
returns bigint language sql immutable parallel safe as $$
  select hashtextextended('email/' || p_email, 0)
$$;

-- Announces a change of a user to the external services that it is open to. What the user is to each of them is found when
-- it is numbered.
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
    (
      select functions.user_snapshot(u) || jsonb_build_object(
        'status', 'ACTIVE',
        'managedBy', u.managed_by_id,
        'links', (select coalesce(jsonb_object_agg(external_service_id, external_user_id), '{}') from user_links where user_id = u.id)
      )
      from users u where u.id = p_user_id
    ),
    p_user_id => p_user_id,
    p_caller_id => p_caller_id,
    p_caller_request_id => p_caller_request_id
  );
end
$$;
