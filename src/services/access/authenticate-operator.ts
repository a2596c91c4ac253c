import type { Database } from '../../db/connection/database.ts';
import { onPrimary, type Query } from '../../db/connection/query.ts';
import type { operatorRoles } from '../../db/entities/operator.ts';
import {
  deleteSession,
  findOperatorBySession,
  findOperatorByToken,
} from '../../db/queries/operators/sign-in.ts';
import type { FailedAttempts } from '../limits/failed-attempts.ts';
import { hashToken, isWellFormedToken } from '../values/secret-formats.ts';

export interface AuthenticatedOperator {
  id: string;
  name: string;
  role: (typeof operatorRoles)[number];
  /** True if the request has a session instead of a token. */
  bySession?: boolean;
}

/** An operator, and the expiry of the token that was sent. null: the token does not expire. */
export interface OperatorByToken extends AuthenticatedOperator {
  endsAt: string | null;
}

/** The format of `OPERATOR_TOKEN` in the configuration. Issued tokens also have a checksum. */
const configuredTokenPattern = /^[\x21-\x7e]{32,255}$/;

/**
 * Finds the operator of a token or session. Each is looked up every time, so a revocation takes effect at once.
 *
 * All methods throw ApiError `rate_limit_exceeded` (too many unknown ones), `service_unavailable`.
 */
export class OperatorAuthenticator {
  /** Uses the operators' connections, so that waiting here never occupies those of partners. */
  readonly #query: Query;
  readonly #attempts: FailedAttempts;

  constructor(database: Database, attempts: FailedAttempts) {
    this.#query = onPrimary(database);
    this.#attempts = attempts;
  }

  /** Returns the operator of a token, or undefined if the token is unknown, was revoked or has expired. */
  async ofToken(token: string, address: string): Promise<OperatorByToken | undefined> {
    const isWellFormed = isWellFormedToken('operator', token);
    if (!isWellFormed && !configuredTokenPattern.test(token)) return this.#attempts.failed(address);
    return this.#attempts.lookUp({ secret: token, isWellFormed }, address, () =>
      findOperatorByToken(this.#query, hashToken(token)),
    );
  }

  /** Returns the operator of a session, or undefined if it has ended or the operator was revoked. */
  async ofSession(secret: string, address: string): Promise<AuthenticatedOperator | undefined> {
    if (!isWellFormedToken('operator', secret)) return this.#attempts.failed(address);
    const operator = await this.#attempts.lookUp({ secret, isWellFormed: true }, address, () =>
      findOperatorBySession(this.#query, hashToken(secret)),
    );
    return operator && { ...operator, bySession: true };
  }

  async failed(address: string): Promise<void> {
    await this.#attempts.failed(address);
  }

  async endSession(secret: string, address: string): Promise<void> {
    if (!isWellFormedToken('operator', secret)) return this.#attempts.failed(address);
    await this.#attempts.lookUp({ secret, isWellFormed: true }, address, () =>
      deleteSession(this.#query, hashToken(secret)),
    );
  }
}
