import pg from 'pg';

/** The messages of the extended query protocol. The types of `pg` describe another interface. */
interface Connection {
  parse(statement: { text: string }): void;
  bind(values: object): void;
  execute(portal: { portal?: string; rows?: number }): void;
  sync(): void;
}

/** The parts of `pg.Query` that its types leave out. */
declare class ProtocolQuery extends pg.Query {
  prepare(connection: Connection): void;
  _getRows(connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

/**
 * A statement that PostgreSQL plans for its values (docs/data.md says which, and why). Connections have `plan_cache_mode = 'force_generic_plan'`. So the
 * statement is sent between two that change and restore this setting, as one message and in one implicit transaction. An
 * error of the statement also undoes the change. With a round trip for each, behind a pooler also a transaction would be
 * needed.
 */
export class PlannedForItsValues extends (pg.Query as unknown as typeof ProtocolQuery) {
  #completed = 0;

  override prepare(connection: Connection): void {
    run(connection, "set plan_cache_mode = 'force_custom_plan'");
    super.prepare(connection);
  }

  override _getRows(connection: Connection): void {
    connection.execute({});
    run(connection, 'reset plan_cache_mode');
    connection.sync();
  }

  /** Only the second of the three has a result. */
  override handleCommandComplete(message: unknown, connection: Connection): void {
    this.#completed += 1;
    if (this.#completed === 2) super.handleCommandComplete(message, connection);
  }
}

function run(connection: Connection, text: string): void {
  connection.parse({ text });
  connection.bind({});
  connection.execute({});
}
