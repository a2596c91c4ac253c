import type { Database } from '../../../src/db/connection/database.ts';

export interface HoldingDatabase {
  database: Database;
  /** The next statement or function with this text is carried out, and its answer comes when it is let go. */
  hold(text: string): void;
  /** Whether such a one is being held. */
  isHolding(): boolean;
  letGo(): void;
}

/** A database that keeps an answer to itself for as long as a test likes. */
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
    },
  };
}
