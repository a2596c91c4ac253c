-- Creates the roles that migrate and serve. Run it once, as a superuser, in the service's own empty database. Set the
-- passwords separately, for example with set-passwords.sh.

-- Owns the schema: `npm run db:migrate` connects as this role, straight to PostgreSQL. CloudNativePG creates it before this file runs.
do $$
begin
  if not exists (select from pg_roles where rolname = 'courtbridge_owner') then
    create role courtbridge_owner login;
  end if;
end
$$;
-- The service, with MIGRATE_ON_START=0. An attacker of the service has all its privileges.
create role courtbridge login;

do $$
begin
  execute format('alter database %I owner to courtbridge_owner', current_database());
  -- Connecting and temporary tables are everybody's unless taken away.
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to courtbridge', current_database());
end
$$;
grant usage on schema public to courtbridge;

-- Also covers objects that the owner creates later, such as each version's schema of functions.
alter default privileges for role courtbridge_owner grant usage on schemas to courtbridge;
alter default privileges for role courtbridge_owner grant select, insert, update, delete on tables to courtbridge;
alter default privileges for role courtbridge_owner grant execute on functions to courtbridge;
alter default privileges for role courtbridge_owner grant usage on sequences to courtbridge;

-- The server must stop the work of an abandoned request. Set for the role, because poolers do not pass start parameters on.
alter role courtbridge set statement_timeout = '2200ms';
alter role courtbridge set lock_timeout = '2000ms';
-- Compiling a statement takes longer than running it. Pages are in memory or on a solid-state disk.
alter role courtbridge set jit = off;
alter role courtbridge set random_page_cost = 1.1;
alter role courtbridge set plan_cache_mode = 'force_generic_plan';
-- What the service depends on, whatever the defaults of the server are: locks need this isolation, and the texts of values the rest.
alter role courtbridge set default_transaction_isolation = 'read committed';
alter role courtbridge set datestyle = 'ISO, MDY';
alter role courtbridge set intervalstyle = 'postgres';
alter role courtbridge set timezone = 'UTC';
alter role courtbridge set bytea_output = 'hex';
alter role courtbridge set extra_float_digits = 1;
alter role courtbridge set standard_conforming_strings = on;
alter role courtbridge set quote_all_identifiers = off;
