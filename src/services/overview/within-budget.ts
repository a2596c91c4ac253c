import type { Database } from '../../db/connection/database.ts';
import { AnswerBudget, answerMillis } from '../limits/answer-budget.ts';

/** Runs reads within the time limit of a response. After that it rejects, and no further statement begins. */
export function withinBudget<Result>(
  database: Database,
  work: (reader: Pick<Database, 'read'>) => Promise<Result>,
): Promise<Result> {
  const budget = new AnswerBudget(answerMillis.operator);
  const read: Database['read'] = async (...statement) => {
    budget.signal.throwIfAborted();
    return database.read(...statement);
  };
  return budget.wait(work({ read }));
}
