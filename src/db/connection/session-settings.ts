/**
 * Settings of each connection that correctness depends on, whatever the defaults of the server, the database and the role
 * are. The text of dates, intervals and bytes depends on most of them, and we compare and store such texts. Locks need
 * `read committed`: in any other isolation a statement does not see what was committed while it waited, and `create index
 * concurrently` waits for each transaction that has run a statement.
 *
 * `default_transaction_read_only` is not among them, because a server that only reads is recognized by it. Neither is
 * `search_path`, with which an administrator chooses the schema of the tables. `pg` sets `client_encoding`.
 */
export const sessionSettings = {
  default_transaction_isolation: 'read committed',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  quote_all_identifiers: 'off',
};

/** Returns settings as the start parameter `options`. Spaces in values are escaped. */
export const toOptions = (settings: Record<string, string | number>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`)
    .join(' ');
