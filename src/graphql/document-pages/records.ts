import { ApiError } from '../../api-error.ts';
import { catalogue, type ErrorType } from '../../errors.ts';
import type { PlaybookRecord } from '../graphiql/read-playbook.ts';
import { type Catalog, recordAddress } from './catalog.ts';
import type { Candidate } from './form.ts';
import { fullName, namesOfRecords, timeZoneOf, type Values } from './record-names.ts';

/** The result of a document, as GraphQL returns it. */
export interface DocumentResult {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** The status of a page with this result. */
export function statusOf({ errors = [] }: DocumentResult): number {
  const statuses = errors.map(({ extensions }) => {
    const code = (extensions?.code ?? '').toLowerCase();
    // All other codes are those of GraphQL, for invalid values and large results.
    return Object.hasOwn(catalogue, code) ? catalogue[code as ErrorType].status : 400;
  });
  return Math.max(200, ...statuses);
}

/** Runs a document. With `rehearses`, a mutation is rolled back (`isRehearsal` of the context). */
export type RunDocument = (text: string, variables: Values, rehearses?: boolean) => Promise<DocumentResult>;

/** A record that an id belongs to, with what people call it. */
export interface NamedRecord extends Candidate {
  type: string;
  address: string | undefined;
  timeZone: string | undefined;
}

/** @throws ApiError `service_unavailable`, `internal_server_error`: the result is not known. */
export function rejectFailure({ errors = [] }: DocumentResult): void {
  for (const { message, extensions } of errors)
    for (const type of ['service_unavailable', 'internal_server_error'] as const)
      if (extensions?.code === type) throw new ApiError(type, { message });
}

/** Reads for a form. */
async function ask(run: RunDocument, document: string, variables: Values): Promise<Values> {
  const result = await run(`${document}\nfragment Named on Node ${namesOfRecords}`, variables);
  rejectFailure(result);
  return result.data ?? {};
}

/** Finds the record with an id. */
export async function recordById(
  catalog: Catalog,
  run: RunDocument,
  id: string,
): Promise<NamedRecord | undefined> {
  const { node } = await ask(run, 'query Named($id: ID!) { node(id: $id) { ...Named } }', { id });
  return node ? toNamed(catalog, node as Values) : undefined;
}

/** Finds records of a kind by a text, such as a part of their name. */
export async function recordsByText(
  catalog: Catalog,
  run: RunDocument,
  record: PlaybookRecord,
  text: string,
): Promise<NamedRecord[]> {
  const document = 'query Find($text: String!) { search(text: $text) { ...Named } }';
  const { search = [] } = (await ask(run, document, { text })) as { search?: Values[] };
  return search
    .filter(({ __typename }) => __typename === record.type)
    .map((value) => toNamed(catalog, value));
}

/** The lists of records that a form offers to choose from. */
const lists: Record<string, string> = {
  ...{ Organization: 'organizations', ExternalService: 'externalServices' },
  ...{ Court: 'courts', Operator: 'operators' },
};

/** Returns the first 100 records of a kind, by name. Kinds with many records are searched instead. */
export async function recordsToChoose(
  catalog: Catalog,
  run: RunDocument,
  record: PlaybookRecord,
): Promise<Candidate[]> {
  const list = lists[record.type];
  if (!list) return [];
  const byName = 'first: 100, orderBy: { field: NAME, direction: ASC }';
  const answer = await ask(run, `query Choose { list: ${list}(${byName}) { nodes { ...Named } } }`, {});
  const { nodes } = (answer.list ?? { nodes: [] }) as { nodes: Values[] };
  return nodes.map((value) => toNamed(catalog, value));
}

function toNamed(catalog: Catalog, value: Values): NamedRecord {
  const { id, __typename } = value as { id: string; __typename: string };
  return {
    id,
    type: __typename,
    name: fullName(value) ?? id,
    address: recordAddress(catalog, __typename, value),
    timeZone: timeZoneOf(value),
  };
}
