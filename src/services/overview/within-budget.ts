import type { Database } from '../../db/database.ts';
import { AnswerBudget } from '../limits/answer-budget.ts';

/** How long one may wait for a page; an answer of GraphQL takes as long. */
const answerMillis = 2_600;

/** Reads for as long as an answer may take: then it is refused, and no further statement is begun. */
export function withinBudget<Result>(
  database: Database,
  work: (reader: Pick<Database, 'read'>) => Promise<Result>,
): Promise<Result> {
  const budget = new AnswerBudget(answerMillis);
  const read: Database['read'] = async (...statement) => {
    budget.signal.throwIfAborted();
    return database.read(...statement);
  };
  return budget.wait(work({ read }));
}
