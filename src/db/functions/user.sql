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
