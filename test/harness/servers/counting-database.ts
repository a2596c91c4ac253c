import type { Database } from '../../../src/db/connection/database.ts';

/** A database that records the single statements sent to it. */
export function countingDatabase(database: Database): { database: Database; statements: string[] } {
  const statements: string[] = [];
  return {
    statements,
    database: {
      ...database,
      query: (text, ...rest) => {
        statements.push(text);
        return database.query(text, ...rest);
      },
      read: (from, text, parameters) => {
        statements.push(text);
        return database.read(from, text, parameters);
      },
      call: (name, ...rest) => {
        statements.push(name);
        return database.call(name, ...rest);
      },
    },
  };
}
