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
