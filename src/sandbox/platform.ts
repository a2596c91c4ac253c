import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../http/caller.ts';

/** Handles a request, such as the service behind the front door. */
export type Handle = (request: Request, caller: Caller, target: string) => Promise<Response>;

/** The client address of the sandbox's own calls. */
const self: Caller = { address: '127.0.0.1', isSecure: false };

/** The sandbox repeats its own calls to a busy service for this time. */
const patienceMillis = 60_000;
const pauseMillis = 500;

/** Mutations whose first call is a dry run. */
const confirmed = ['eraseUser', 'revokeApiToken'];
/** Mutations whose input has another name than they have. */
const sharedInputs: Record<string, string> = {
  grantOrganizationAccess: 'OrganizationAccessInput',
  pauseWebhookEndpoint: 'WebhookEndpointIdInput',
};
const inputTypeOf = (name: string) => sharedInputs[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}Input`;

/** Calls the service's own interfaces: GraphQL as an operator, REST with a token. */
export class Platform {
  readonly #handle: Handle;
  readonly #operatorToken: string;

  constructor(handle: Handle, operatorToken: string) {
    this.#handle = handle;
    this.#operatorToken = operatorToken;
  }

  /**
   * Runs a mutation and returns the fields of its result.
   *
   * @param result the type of success and its fields, such as `Court { id }`
   * @throws Error if the mutation has another result
   */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the document
  async mutate(name: string, input: object, result: string): Promise<any> {
    const results = confirmed.includes(name) ? `${result} ... on Confirmation { confirmToken }` : result;
    const query = `mutation($input: ${inputTypeOf(name)}!) { ${name}(input: $input) { __typename ... on ${results} } }`;
    const { data, errors } = await this.#call('POST', '/graphql', this.#operatorToken, {
      query,
      variables: { input },
    });
    const value = data?.[name];
    if (value?.__typename === 'Confirmation')
      return this.mutate(name, { ...input, confirmToken: value.confirmToken }, result);
    if (value?.__typename !== result.split(' ')[0])
      throw new Error(`${name} returned ${JSON.stringify(errors ?? value)}`);
    return value;
  }

  /** Runs a query. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the document
  async query(query: string, variables: object): Promise<any> {
    const { data, errors } = await this.#call('POST', '/graphql', this.#operatorToken, { query, variables });
    if (errors) throw new Error(`GraphQL returned ${JSON.stringify(errors)}`);
    return data;
  }

  /** Reads all pages of a list of the REST interface. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the OpenAPI document
  async list(token: string, path: string): Promise<any[]> {
    const items = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query: string = `${path.includes('?') ? '&' : '?'}limit=100${cursor && `&cursor=${cursor}`}`;
      const page = await this.#call('GET', path + query, token);
      items.push(...page.items);
      cursor = page.caughtUp ? undefined : page.nextCursor;
    }
    return items;
  }

  /** Sends a batch to the REST interface. */
  async send(token: string, path: string, batch: object): Promise<void> {
    await this.#call('POST', path, token, batch);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the fields are those of the response
  async #call(method: string, path: string, token: string, body?: object): Promise<any> {
    const text = body && JSON.stringify(body);
    const until = Date.now() + patienceMillis;
    for (;;) {
      const request = new Request(`http://sandbox${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          ...(text
            ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }
            : {}),
        },
        ...(text ? { body: text } : {}),
      });
      const response = await this.#handle(request, self, path);
      const answer = await response.json();
      // GraphQL reports a resolver that found the database busy with 200.
      const isBusy =
        [429, 503].includes(response.status) || answer.errors?.[0].extensions?.code === 'service_unavailable';
      if (response.ok && !isBusy) return answer;
      if (!isBusy || Date.now() > until)
        throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(answer)}`);
      await sleep(pauseMillis);
    }
  }
}
