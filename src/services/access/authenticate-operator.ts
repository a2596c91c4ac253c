import type { Database } from '../../db/connection/database.ts';
import type { operatorRoles } from '../../db/entities/operator.ts';
import type { FailedAttempts } from '../limits/failed-attempts.ts';
import { hashToken, isWellFormedToken } from '../values/secret-formats.ts';

export interface AuthenticatedOperator {
  id: string;
  name: string;
  role: (typeof operatorRoles)[number];
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
  readonly #database: Database;
  readonly #attempts: FailedAttempts;

  constructor(database: Database, attempts: FailedAttempts) {
    this.#database = database;
    this.#attempts = attempts;
  }

  /** Returns the operator of a token, or undefined if the token is unknown, was revoked or has expired. */
  async ofToken(token: string, address: string): Promise<OperatorByToken | undefined> {
    const isWellFormed = isWellFormedToken('operator', token);
    if (!isWellFormed && !configuredTokenPattern.test(token)) return this.#attempts.failed(address);
    return this.#attempts.lookUp({ secret: token, isWellFormed }, address, async () => {
      const [operator] = await this.#query<OperatorByToken>(
        `select id, name, role, ends_at::text as "endsAt"
         from (
           select id, name, role, revoked_at, expires_at as ends_at from operators where secret_hash = $1
           union all
           select id, name, role, revoked_at, former_secret_until from operators where former_secret_hash = $1
         ) o
         where revoked_at is null and (ends_at is null or ends_at > now())`,
        [hashToken(token)],
      );
      return operator;
    });
  }

  /** Returns the operator of a session, or undefined if it has ended or the operator was revoked. */
  async ofSession(secret: string, address: string): Promise<AuthenticatedOperator | undefined> {
    if (!isWellFormedToken('operator', secret)) return this.#attempts.failed(address);
    return this.#attempts.lookUp({ secret, isWellFormed: true }, address, async () => {
      const [operator] = await this.#query<AuthenticatedOperator>(
        `select o.id, o.name, o.role
         from operator_sessions s join operators o on o.id = s.operator_id
         where s.secret_hash = $1 and s.expires_at > now() and o.revoked_at is null`,
        [hashToken(secret)],
      );
      return operator;
    });
  }

  async failed(address: string): Promise<void> {
    await this.#attempts.failed(address);
  }

  async endSession(secret: string, address: string): Promise<void> {
    if (!isWellFormedToken('operator', secret)) return this.#attempts.failed(address);
    await this.#attempts.lookUp({ secret, isWellFormed: true }, address, async () => {
      const [ended] = await this.#query<{ id: string }>(
        'delete from operator_sessions where secret_hash = $1 returning id',
        [hashToken(secret)],
      );
      return ended;
    });
  }

  /** Uses the operators' connections, so that waiting here never occupies those of partners. */
  #query<Row>(text: string, parameters: unknown[]): Promise<Row[]> {
    return this.#database.read<Row>('primary', text, parameters);
  }
}
