-- Creates or updates users by the partner's own ids: one user, the next part of a batch, or an atomic batch. The items of a
-- call are judged and written as a set.
--
-- p_items: [{"externalUserId", and for an upsert "newId", "auditEventId", "email", "firstName", "lastName", "birthday"}, …].
-- A birthday that is omitted is not changed, and null clears it. Indexes begin at 1.
--
-- Locks: first the rows of linked users, then the keys of the external ids, then the keys of the e-mail addresses, each in a
-- fixed order. All writers of users use this order, so they cannot deadlock.

create function functions.user_items(p_items jsonb)
returns table (
  index int,
  new_id uuid,
  audit_event_id uuid,
  external_user_id text,
  email text,
  first_name text,
  last_name text,
  birthday date,
  has_birthday boolean
) language sql stable as $$
  select
    position::int, (item ->> 'newId')::uuid, (item ->> 'auditEventId')::uuid, item ->> 'externalUserId', item ->> 'email',
    item ->> 'firstName', item ->> 'lastName', (item ->> 'birthday')::date, item ? 'birthday'
  from jsonb_array_elements(p_items) with ordinality as n (item, position)
$$;

-- The users that an external service has linked under the external ids of the items. The array makes PostgreSQL use the
-- index for any estimated number of items. Returns one row.
create function functions.users_of_items(p_external_service_id uuid, p_items jsonb)
returns table (ids uuid[]) language sql stable as $$
  select coalesce(array_agg(user_id), '{}') from user_links
  where external_service_id = p_external_service_id and external_user_id = any (array(
    select item ->> 'externalUserId' from jsonb_array_elements(p_items) item
  ))
$$;

-- Takes the locks of the items. Returns false if another writer changed a link meanwhile. Then the caller repeats its
-- transaction.
--
-- p_is_exclusive: for items that change several e-mail addresses or erase users. Their row locks exclude transactions that
-- refer to the users, such as bookings that name them. Such a transaction locks rows in any order. Therefore this function
-- never waits for one row while it holds another: it takes all rows at once or none.
create function functions.lock_users(p_external_service_id uuid, p_items jsonb, p_is_exclusive boolean)
returns boolean
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_ids uuid[];
  v_until timestamptz := clock_timestamp() + interval '1.5 seconds';
  v_is_locked boolean := not p_is_exclusive;
begin
  select ids into v_ids from functions.users_of_items(p_external_service_id, p_items);
  if not p_is_exclusive then
    perform from users where id = any (v_ids) order by id for no key update;
  end if;
  while not v_is_locked loop
    begin
      perform from users where id = any (v_ids) order by id for update nowait;
      v_is_locked := true;
    exception when lock_not_available then
      if clock_timestamp() > v_until then
        raise;
      end if;
      perform pg_sleep(0.01);
    end;
  end loop;

  perform pg_advisory_xact_lock(keys.key)
  from (
    select distinct functions.user_link_key(p_external_service_id, external_user_id) as key
    from functions.user_items(p_items)
    order by 1
  ) keys;
  if exists (select from functions.users_of_items(p_external_service_id, p_items) where not ids <@ v_ids) then
    return false;
  end if;

  perform pg_advisory_xact_lock(keys.key)
  from (
    select distinct functions.email_key(email) as key from functions.user_items(p_items) where email is not null order by 1
  ) keys;
  return true;
end
$$;

-- Judges each item as if it were the only one, except that the e-mail address is free. The caller holds the locks.
--
-- stored: the linked user, or null. changes: the item would write. changes_email: it would change the address of a stored
-- user. holder_id: the user who has the address, if it is a different one.
create function functions.judge_users(p_external_service_id uuid, p_items jsonb)
returns table (
  index int,
  external_user_id text,
  email text,
  stored users,
  error jsonb,
  changes boolean,
  changes_email boolean,
  holder_id uuid
) language sql stable as $$
  select
    item.index, item.external_user_id, item.email, linked.stored,
    case
      when linked.id is null then null
      when not linked.is_open then jsonb_build_object('error', 'user_access_denied')
      when comparison.changes and linked.managed_by_id <> p_external_service_id then
        jsonb_build_object('error', 'user_not_managed')
    end,
    comparison.changes,
    linked.email <> item.email,
    holder.id
  from functions.user_items(p_items) item
  left join lateral (
    select u as stored, u.id, u.email, u.first_name, u.last_name, u.birthday, u.managed_by_id, exists (
      select from functions.users_open_to(p_external_service_id) o where o.id = u.id
    ) as is_open
    from user_links l join users u on u.id = l.user_id
    where l.external_service_id = p_external_service_id and l.external_user_id = item.external_user_id
    limit 1
  ) linked on true
  left join lateral (
    select u.id from users u where u.email = item.email and u.id is distinct from linked.id limit 1
  ) holder on true
  cross join lateral (
    select linked.id is null or (linked.email, linked.first_name, linked.last_name) <>
      (item.email, item.first_name, item.last_name)
      or (item.has_birthday and linked.birthday is distinct from item.birthday) as changes
  ) comparison
$$;

-- Writes judged items as a set. No two of them have the same external id or e-mail address.
--
-- p_stored, p_answers: for the first items, the linked user or null, and the answer of an item that is not written or null.
-- Further items are ignored. Returns p_answers with {"outcome": "created" | "updated", …the user} in place of each null.
create function functions.write_users(
  p_external_service_id uuid,
  p_items jsonb,
  p_stored users[],
  p_answers jsonb[],
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb[]
language plpgsql
volatile
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_answers jsonb[] := p_answers;
  v_created record;
  v_updated record;
begin
  with item as materialized (
    select given.* from functions.user_items(p_items) given
    where given.index <= cardinality(p_answers) and p_answers[given.index] is null and (p_stored[given.index]).id is null
  ), inserted as (
    insert into users as u (id, email, first_name, last_name, birthday, managed_by_id, created_at, updated_at)
    select new_id, email, first_name, last_name, birthday, p_external_service_id, v_now, v_now from item
    returning u.id, u as stored
  ), linked as (
    insert into user_links (external_service_id, external_user_id, user_id)
    select p_external_service_id, external_user_id, new_id from item
  ), announced as (
    insert into change_outbox (external_service_id, type, subject_id, at, actor_type, request_id, data)
    select p_external_service_id, 'user.created', item.new_id, v_now, p_actor_type, p_shown_request_id,
      functions.linked_user_snapshot(inserted.stored, p_external_service_id, item.external_user_id)
    from item join inserted on inserted.id = item.new_id
    order by item.index
  )
  select
    array_agg(item.index order by item.index) as indexes,
    array_agg(item.audit_event_id order by item.index) as audit_event_ids,
    array_agg(inserted.id order by item.index) as ids,
    array_agg(
      functions.user_snapshot(inserted.stored) || jsonb_build_object('email', item.email) order by item.index
    ) as afters,
    array_agg(
      functions.linked_user_snapshot(inserted.stored, p_external_service_id, item.external_user_id) order by item.index
    ) as answers
  into v_created
  from item join inserted on inserted.id = item.new_id;

  with item as materialized (
    select given.*, p_stored[given.index] as stored, (p_stored[given.index]).id as id
    from functions.user_items(p_items) given
    where given.index <= cardinality(p_answers) and p_answers[given.index] is null
      and (p_stored[given.index]).id is not null
  ), updated as (
    update users u set
      email = item.email,
      first_name = item.first_name,
      last_name = item.last_name,
      birthday = case when item.has_birthday then item.birthday else u.birthday end,
      updated_at = v_now
    from item
    where u.id = any (array(select i.id from item i)) and u.id = item.id
    returning u.id, u as stored
  ), announced as (
    insert into change_outbox (user_id, type, subject_id, at, actor_type, request_id, data, caller_id, caller_request_id)
    select item.id, 'user.updated', item.id, v_now, p_actor_type, p_request_id, change.data, p_external_service_id,
      p_shown_request_id
    from item join updated on updated.id = item.id
    cross join lateral functions.user_change(updated.stored) change
    order by item.index
  )
  select
    array_agg(item.index order by item.index) as indexes,
    array_agg(item.audit_event_id order by item.index) as audit_event_ids,
    array_agg(item.id order by item.index) as ids,
    array_agg(former.fields order by item.index) as befores,
    array_agg(latter.fields order by item.index) as afters,
    array_agg(
      functions.linked_user_snapshot(updated.stored, p_external_service_id, item.external_user_id) order by item.index
    ) as answers
  into v_updated
  from item join updated on updated.id = item.id
  cross join lateral functions.user_fields_that_differ(item.stored, updated.stored) former
  cross join lateral functions.user_fields_that_differ(updated.stored, item.stored) latter;

  if v_created.indexes is not null then
    perform functions.record_audit_events(
      v_created.audit_event_ids, v_now, p_actor_type, p_actor_id, p_request_id, 'createUser', 'user',
      v_created.ids, null, v_created.afters
    );
    for n in 1..cardinality(v_created.indexes) loop
      v_answers[v_created.indexes[n]] := v_created.answers[n] || jsonb_build_object('outcome', 'created');
    end loop;
  end if;
  if v_updated.indexes is not null then
    perform functions.record_audit_events(
      v_updated.audit_event_ids, v_now, p_actor_type, p_actor_id, p_request_id, 'updateUser', 'user',
      v_updated.ids, v_updated.befores, v_updated.afters
    );
    for n in 1..cardinality(v_updated.indexes) loop
      v_answers[v_updated.indexes[n]] := v_updated.answers[n] || jsonb_build_object('outcome', 'updated');
    end loop;
  end if;
  return v_answers;
end
$$;

-- Processes the first items, as many as do not depend on each other: up to an item with the external id or the e-mail address
-- of an earlier one. An item that changes the address of a stored user is processed alone, because its row lock excludes
-- transactions that refer to the user.
--
-- Returns the answers of the processed items, at least one: {"outcome": "created" | "updated" | "unchanged", …the user}, or
-- {"error": error type, "userId": owner of the e-mail}. Returns null if another writer changed a link meanwhile. Then the
-- caller repeats its transaction.
create function functions.upsert_users(
  p_external_service_id uuid,
  p_items jsonb,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb
language plpgsql
volatile
set lock_timeout = '2s'
as $$
declare
  v_judged record;
begin
  if not functions.lock_users(p_external_service_id, p_items, false) then
    return null;
  end if;

  with judged as materialized (
    select *, (
      row_number() over (partition by external_user_id order by index) > 1
      or row_number() over (partition by email order by index) > 1
      or (changes_email and error is null and holder_id is null)
    ) as depends
    from functions.judge_users(p_external_service_id, p_items)
  )
  select
    array_agg(stored order by index) as stored,
    array_agg(case
      when error is not null then error
      when not changes then
        functions.linked_user_snapshot(stored, p_external_service_id, external_user_id)
        || jsonb_build_object('outcome', 'unchanged')
      when holder_id is not null then jsonb_build_object('error', 'email_already_in_use', 'userId', holder_id)
    end order by index) as answers
  into v_judged
  from judged
  where index <= case
    when (select depends from judged where index = 1) then 1
    else coalesce((select min(index) - 1 from judged where depends), jsonb_array_length(p_items))
  end;

  return to_jsonb(functions.write_users(
    p_external_service_id, p_items, v_judged.stored, v_judged.answers, p_actor_type, p_actor_id, p_request_id,
    p_shown_request_id
  ));
end
$$;

-- Writes all items or none. Items are judged by the final state, so users may exchange e-mail addresses. Each external id
-- occurs only once in p_items. The caller has called lock_users for these items and those that the batch erases.
--
-- Users whose address goes to another item first get a placeholder. PostgreSQL checks users_email_unique after each row, so a
-- single statement could not write an exchange.
--
-- p_only_judge: write nothing, because other items of the batch have errors.
--
-- Returns {"outcome": "written", "answers": [answer of each item]}, or {"error": "batch_refused", "items": [{"index",
-- "error", "userId": owner of the e-mail}, …]} with every item that has an error. These indexes begin at 0.
create function functions.upsert_users_atomically(
  p_external_service_id uuid,
  p_items jsonb,
  p_only_judge boolean,
  p_actor_type text,
  p_actor_id uuid,
  p_request_id text,
  p_shown_request_id text
) returns jsonb
language plpgsql
volatile
as $$
declare
  v_judged record;
begin
  with judged as materialized (
    select * from functions.judge_users(p_external_service_id, p_items)
  ), moving as (
    select (stored).id as id from judged where changes_email and error is null
  ), decided as (
    select judged.*, coalesce(judged.error, case
      when changes and (
        (holder_id is not null and holder_id not in (select id from moving))
        or exists (
          select from judged other
          where other.email = judged.email and other.index <> judged.index and other.changes and other.error is null
        )
      ) then jsonb_build_object('error', 'email_already_in_use', 'userId', holder_id)
    end) as final_error
    from judged
  )
  select
    array_agg(stored order by index) as stored,
    array_agg(case when not changes then
      functions.linked_user_snapshot(stored, p_external_service_id, external_user_id)
      || jsonb_build_object('outcome', 'unchanged')
    end order by index) as answers,
    coalesce(
      jsonb_agg(final_error || jsonb_build_object('index', index - 1) order by index)
        filter (where final_error is not null),
      '[]'
    ) as errors,
    array_agg(holder_id) filter (where changes and holder_id is not null) as contended
  into v_judged
  from decided;

  if p_only_judge or v_judged.errors <> '[]' then
    return jsonb_build_object('error', 'batch_refused', 'items', v_judged.errors);
  end if;

  if v_judged.contended is not null then
    update users set email = 'placeholder/' || id where id = any (v_judged.contended);
  end if;
  v_judged.answers := functions.write_users(
    p_external_service_id, p_items, v_judged.stored, v_judged.answers, p_actor_type, p_actor_id, p_request_id,
    p_shown_request_id
  );
  -- The trigger that keeps former addresses kept the placeholders, too.
  delete from former_user_names where user_id = any (v_judged.contended) and email = 'placeholder/' || user_id;
  return jsonb_build_object('outcome', 'written', 'answers', to_jsonb(v_judged.answers));
end
$$;
