import type { Database } from '../../../src/db/connection/database.ts';

export interface HoldingDatabase {
  database: Database;
  /** Executes the next statement or function that contains this text, and holds its response until released. */
  hold(text: string): void;
  isHolding(): boolean;
  letGo(): void;
}

export function holdingDatabase(database: Database): HoldingDatabase {
  let wanted: string | undefined;
  let letGo: (() => void) | undefined;
  const held = async <Answer>(text: string, answer: Promise<Answer>): Promise<Answer> => {
    if (wanted === undefined || !text.includes(wanted)) return answer;
    wanted = undefined;
    const kept = await answer;
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return kept;
  };
  return {
    hold: (text) => {
      wanted = text;
    },
    isHolding: () => letGo !== undefined,
    letGo: () => {
      letGo?.();
      letGo = undefined;
    },
    database: {
      ...database,
      query: (text, ...rest) => held(text, database.query(text, ...rest)),
      read: (from, text, parameters) => held(text, database.read(from, text, parameters)),
      call: (name, ...rest) => held(name, database.call(name, ...rest)),
      callInTurn: (first, ...rest) => held(first.name, database.callInTurn(first, ...rest)),
    },
  };
}
