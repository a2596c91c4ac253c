#!/bin/sh
# Gives the roles of create-roles.sql their passwords, from OWNER_PASSWORD and SERVICE_PASSWORD. They are read by psql
# itself: arguments can be seen by every process of the machine.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="${POSTGRES_DB:-postgres}" <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv service SERVICE_PASSWORD
alter role courtbridge_owner password :'owner';
alter role courtbridge password :'service';
SQL
