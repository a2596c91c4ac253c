-- Formats an instant for responses, audit events and operators: UTC with microseconds and Z.
create function functions.as_instant(p_at timestamptz)
returns text language sql stable parallel safe as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
