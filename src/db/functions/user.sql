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
