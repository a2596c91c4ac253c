import { deepEqual } from 'node:assert/strict';
import { findOperation } from '../../../sdk/src/testing/platform/find-operation.ts';
import { Bodies, type Fields } from './bodies.ts';
import type { Operators, Side, SideAnswer, SideCall } from './side.ts';
import { createNormalizer, type Entry } from './transcript.ts';

/** Cases by name. Each one runs on both sides and contains requests, actions of operators and their expected outcomes. */
export type Cases = Record<string, (play: Play) => Promise<unknown>>;

export class Play extends Bodies {
  readonly entries: Entry[] = [];
  /** An operation and the status of a success, the code of an error, or `next page`. */
  readonly outcomes = new Set<string>();
  readonly changeTypes = new Set<string>();
  readonly #side: Side;
  readonly #normalize: (value: unknown) => unknown;

  constructor(side: Side) {
    super(side.scene);
    this.#side = side;
    const { courts, tag: _tag, ...ids } = side.scene;
    this.#normalize = createNormalizer({ known: [...courts, ...Object.values(ids)] });
  }

  /**
   * Sends a request.
   * @param expected its outcome, or undefined for any
   * @param arrange returns the part of the body that is compared, if not all of it is guaranteed
   */
  async call(
    call: SideCall,
    expected: string | undefined,
    arrange: (body: SideAnswer['body']) => unknown = (body) => body,
  ): Promise<SideAnswer> {
    const entry = this.#begin(`${call.by ?? 'partner'}: ${call.method} ${call.path}`);
    const headers = { 'X-Request-Id': `step-${this.entries.length}`, ...call.headers };
    const answer = await this.#side.call({ ...call, headers });
    this.#note(call, answer);
    entry.outcome = outcomeOf(answer);
    entry.body = this.#normalize(arrange(answer.body));
    if (expected !== undefined && entry.outcome !== expected)
      throw new Error(`${entry.did}: ${entry.outcome}, not ${expected}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Sends requests concurrently. The outcomes are compared in any order. */
  async atOnce(calls: SideCall[], whileWaiting: (first: SideAnswer) => Promise<unknown>): Promise<string[]> {
    const entry = this.#begin(`at once: ${calls.map(({ path }) => path).join(', ')}`);
    const sent = calls.map((call) => this.#side.call(call));
    await whileWaiting(await Promise.race(sent));
    const answers = await Promise.all(sent);
    const outcomes = answers.map((answer, index) => {
      this.#note(calls[index]!, answer);
      return outcomeOf(answer);
    });
    entry.outcome = outcomes.sort().join(', ');
    return outcomes;
  }

  /** Upserts a booking. By default on the first court, on 2027-01-01 from 10:00 to 11:00 UTC. */
  put(id: string, fields: Fields, expected: string, by: SideCall['by'] = 'partner'): Promise<SideAnswer> {
    const body = this.booking(fields);
    return this.call({ method: 'PUT', path: `/court-bookings/by-external-id/${id}`, body, by }, expected);
  }

  batch(items: unknown[], expected: string | string[], more: Fields = {}, headers = {}): Promise<SideAnswer> {
    return this.#sendItems('/court-bookings/batch', { ...more, items }, headers, expected);
  }

  users(items: unknown[], expected: string | string[], more: Fields = {}, headers = {}): Promise<SideAnswer> {
    return this.#sendItems('/users/batch', { ...more, items }, headers, expected);
  }

  /** @param expected the outcome, or that of each item, or the position and code of each issue of `batch_refused` */
  async #sendItems(path: string, body: Fields, headers: Record<string, string>, expected: string | string[]) {
    const isWhole = typeof expected === 'string';
    const answer = await this.call({ method: 'POST', path, body, headers }, isWhole ? expected : undefined);
    if (!isWhole) deepEqual(outcomesOfItems(answer.body), expected);
    return answer;
  }

  cancel(id: string, externalUpdatedAt: string, expected: string, by: SideCall['by'] = 'partner') {
    const path = `/court-bookings/by-external-id/${id}?externalUpdatedAt=${externalUpdatedAt}`;
    return this.call({ method: 'DELETE', path, by }, expected);
  }

  get(path: string, expected = '200', by: SideCall['by'] = 'partner'): Promise<SideAnswer> {
    return this.call({ method: 'GET', path, by }, expected);
  }

  /** Reads a list to its end. `path`: with a query. */
  async pages(path: string, by: SideCall['by'] = 'partner'): Promise<void> {
    for (let cursor = '', isLast = false; !isLast; ) {
      const { body } = await this.get(path + cursor, '200', by);
      cursor = `&cursor=${body.nextCursor}`;
      isLast = body.caughtUp ?? body.nextCursor === undefined;
    }
  }

  async createUser(fields: Fields, expected: string, by: SideCall['by'] = 'partner'): Promise<string> {
    const call = { method: 'POST', path: '/users', body: this.user(fields), by };
    return (await this.call(call, expected)).body.id;
  }

  /** Runs an action of an operator. The outcome of an error is its code. */
  async operator<Name extends keyof Operators>(
    name: Name,
    args: Parameters<Operators[Name]>,
    expected = 'done',
  ): Promise<Awaited<ReturnType<Operators[Name]>>> {
    const entry = this.#begin(`operator: ${name}`);
    const act = this.#side.operators[name] as (...given: typeof args) => ReturnType<Operators[Name]>;
    let answer: unknown;
    try {
      answer = await act(...args);
      entry.outcome = 'done';
    } catch (error) {
      entry.outcome = (error as { type?: string }).type ?? `${error}`;
    }
    if (entry.outcome !== expected) throw new Error(`operator: ${name}: ${entry.outcome}, not ${expected}`);
    return answer as Awaited<ReturnType<Operators[Name]>>;
  }

  note(value: unknown): void {
    this.entries.push({ did: 'note', outcome: '', body: value });
  }

  #begin(did: string): Entry {
    const entry = { did: this.#without(did), outcome: '', body: undefined };
    this.entries.push(entry);
    return entry;
  }

  #note({ method, path }: SideCall, { status, body }: SideAnswer): void {
    if (path.startsWith('/changes')) for (const { type } of body?.items ?? []) this.changeTypes.add(type);
    const outcome = body?.error?.type ?? status;
    const whole = path.startsWith('/api/') ? path : `/api/v1/external-services/x${path}`;
    try {
      const { operation } = findOperation(method, whole.split('?')[0]!);
      this.outcomes.add(`${operation} ${outcome}`);
      if (status === 200 && path.includes('cursor=')) this.outcomes.add(`${operation} next page`);
    } catch {
      this.outcomes.add(`none ${outcome}`);
    }
  }

  #without(text: string): string {
    return text
      .replaceAll(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
        (id) => this.#normalize(id.toLowerCase()) as string,
      )
      .replaceAll(/updated(From|To)=[^&]*/g, 'updated$1=…')
      .replaceAll(/cursor=[\w-]{12,}(\.[\w-]+)?/g, 'cursor=…');
  }
}

const outcomeOf = ({ status, body }: SideAnswer) => [status, body?.error?.type].filter(Boolean).join(' ');

function outcomesOfItems({ error, results, summary }: SideAnswer['body']): string[] {
  if (error)
    return error.issues?.map(({ path, code }: { path: unknown[]; code: string }) => `${path[1]} ${code}`);
  const outcomes: string[] = results.map(({ outcome }: { outcome: string }) => outcome);
  for (const [name, count] of Object.entries(summary))
    deepEqual([name, outcomes.filter((outcome) => outcome === name).length], [name, count]);
  return results.map(
    (result: { outcome: string; error?: { type: string } }) => result.error?.type ?? result.outcome,
  );
}
