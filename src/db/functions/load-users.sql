-- Locks and loads what the rules need to judge requests about users of one external service (src/rules). It knows no rules
-- itself. The save follows in the same transaction.
--
-- Locks: first the rows of the users, then the keys of the external ids, then the keys of the e-mail addresses, each in a
-- fixed order. All writers of users use this order, so they cannot deadlock. A key also covers a value that nobody has yet.
-- A user that is linked between the first and the second lock is loaded, but is not in "lockedIds". The caller writes only
-- users that are.
--
-- p_external_service_id: null for the one that manages the user in p_user_ids.
-- p_locks: 'keys': no rows, for creations. 'rows': the users, for changes of them. One transaction may change the address of
-- one user only: for that it waits for those who refer to the user. 'exclusive': also against transactions that refer to the
-- users, such as bookings that name them. These lock rows in any order. Therefore this function then takes all rows and keys
-- at once or none, and never waits for one while it holds another.
-- p_waits: if false, nothing is waited for, except with 'exclusive'. What others have locked is left out of "lockedIds",
-- "lockedExternalUserIds" and "lockedEmails".
create function functions.load_users(
  p_user_ids uuid[],
  p_external_user_ids text[],
  p_emails text[],
  p_locks text,
  p_waits boolean,
  p_external_service_id uuid default null
) returns json
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_external_service_id uuid := coalesce(
    p_external_service_id, (select managed_by_id from users where id = any (p_user_ids))
  );
  v_ids uuid[] := array[]::uuid[];
  v_external_user_ids text[] := p_external_user_ids;
  v_emails text[] := p_emails;
  v_keys bigint[] := array(
    select distinct functions.user_link_key(v_external_service_id, id) from unnest(p_external_user_ids) id order by 1
  ) || array(
    select distinct functions.email_key(email) from unnest(p_emails) email order by 1
  );
  v_until timestamptz := clock_timestamp() + interval '1.5 seconds';
begin
  -- Ends the transaction of a process that stalls before it saves.
  perform set_config('idle_in_transaction_session_timeout', '2s', true);

  if p_locks <> 'keys' then
    v_ids := p_user_ids || array(
      select user_id from user_links
      where external_service_id = v_external_service_id and external_user_id = any (p_external_user_ids)
    );
  end if;
  if p_locks = 'rows' and p_waits then
    perform from users where id = any (v_ids) order by id for no key update;
  elsif p_locks = 'rows' then
    select coalesce(array_agg(locked.id), '{}') into v_ids
    from (select id from users where id = any (v_ids) for no key update skip locked) locked;
  end if;
  while p_locks = 'exclusive' loop
    begin
      perform from users where id = any (v_ids) order by id for update nowait;
      if exists (select from unnest(v_keys) key where not pg_try_advisory_xact_lock(key)) then
        raise lock_not_available;
      end if;
      exit;
    exception when lock_not_available then
      if clock_timestamp() > v_until then
        raise;
      end if;
      perform pg_sleep(0.01);
    end;
  end loop;

  if not p_waits then
    select coalesce(array_agg(id), '{}') into v_external_user_ids from unnest(p_external_user_ids) id
    where pg_try_advisory_xact_lock(functions.user_link_key(v_external_service_id, id));
    select coalesce(array_agg(email), '{}') into v_emails from unnest(p_emails) email
    where pg_try_advisory_xact_lock(functions.email_key(email));
  elsif p_locks <> 'exclusive' then
    perform pg_advisory_xact_lock(key) from unnest(v_keys) key;
  end if;

  return (
    select json_build_object(
      'at', functions.as_instant(clock_timestamp()),
      'hasStandbys', current_setting('synchronous_standby_names') <> '',
      'externalServiceId', v_external_service_id,
      'lockedIds', v_ids,
      'lockedExternalUserIds', v_external_user_ids,
      'lockedEmails', v_emails,
      'users', (
        select coalesce(json_agg(json_build_object(
          'id', u.id,
          'managedById', u.managed_by_id,
          'isErased', u.erased_at is not null,
          'isOpen', exists (select from functions.users_open_to(v_external_service_id) o where o.id = u.id),
          'email', u.email,
          'firstName', u.first_name,
          'lastName', u.last_name,
          'birthday', to_char(u.birthday, 'YYYY-MM-DD'),
          'gender', u.gender,
          'mainSportType', u.main_sport_type,
          'playingHand', u.playing_hand,
          'updatedAt', functions.as_instant(u.updated_at),
          'links', (
            select coalesce(json_object_agg(external_service_id, external_user_id), '{}')
            from user_links where user_id = u.id
          )
        )), '[]')
        from users u
        where u.id = any (p_user_ids || array(
          select user_id from user_links
          where external_service_id = v_external_service_id and external_user_id = any (p_external_user_ids)
        ))
      ),
      'owners', (
        select coalesce(json_object_agg(email, id), '{}') from users where email = any (p_emails)
      )
    )
  );
end
$$;
