import type { Database } from '../db/database.ts';
import { Operator } from '../db/operator.ts';
import { hashToken, newToken } from './api-token.ts';

/**
 * Makes sure that there is a first administrator: the one whose token is configured, or, when none is and `mayInvent`,
 * one with a new token, where there is no operator yet.
 *
 * @returns the new token, to be shown once; undefined when nothing had to be invented.
 */
export function ensureAdministrator(
  database: Database,
  newId: () => string,
  configuredToken: string | undefined,
  mayInvent: boolean,
): Promise<string | undefined> {
  return database.transaction(async (em) => {
    // Processes that start at once take turns.
    await em.execute("select pg_advisory_xact_lock(hashtextextended('courtbridge/administrator', 0))");
    const add = (token: string) => {
      em.create(Operator, {
        id: newId(),
        name: 'first administrator',
        role: 'ADMIN',
        secretHash: hashToken(token),
      });
    };
    if (configuredToken !== undefined) {
      if (!(await em.findOne(Operator, { secretHash: hashToken(configuredToken) }))) add(configuredToken);
      return undefined;
    }
    if (!mayInvent || (await em.count(Operator)) > 0) return undefined;
    const token = newToken('operator');
    add(token);
    return token;
  });
}
