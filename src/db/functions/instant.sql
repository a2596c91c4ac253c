-- An instant as the interface writes it: UTC, microseconds, Z. The one place that says so, for answers, audit events
-- and what operators read.
create function functions.as_instant(p_at timestamptz)
returns text language sql stable parallel safe as $$
  select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;
