export interface HostileRequest {
  query: string;
  variables?: unknown;
}

/** Documents, or requests with variables, by their names. */
type Requests = Record<string, string | HostileRequest>;

const times = (count: number, text: (index: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

/** Fragments of `Query` with the names F0, F1 and so on. */
const fragments = (count: number, selection: (index: number) => string) =>
  times(count, (i) => `fragment F${i} on Query { ${selection(i)} }`);

/**
 * Documents that repeat one element `size` times (about as many tokens) or have about `bytes` bytes. Each is valid or nearly valid GraphQL,
 * so it is rejected for its size or for its validation cost.
 */
export function hostileRequests(size: number, bytes: number): (HostileRequest & { name: string })[] {
  const some = (tokens: number) => Math.max(1, Math.floor(size / tokens));
  const requests: Requests = {
    ...repeatedFields(some, size),
    ...repeatedFragments(some),
    ...repeatedParts(some),
    ...nested(some),
    ...introspection(some),
    ...heavy(bytes),
  };
  return Object.entries(requests).map(([name, request]) => ({
    name,
    ...(typeof request === 'string' ? { query: request } : request),
  }));
}

type Some = (tokens: number) => number;

function repeatedFields(some: Some, size: number): Requests {
  return {
    'a field with one below': `{ ${times(some(4), () => 'me { id }')} }`,
    'a field with three below': `{ ${times(some(6), () => 'me { id name role }')} }`,
    'a leaf': `{ me { ${times(size, () => 'id')} } }`,
    'two levels': `{ ${times(20, () => `me { ${times(some(100), () => 'history { id }')} }`)} }`,
    'a deep branch': `{ ${times(some(22), () => 'courts { nodes { organization { courts { organization { id } } } } }')} }`,
    'a field with an argument': `{ ${times(some(9), () => 'courts(first: 1) { nodes { id } }')} }`,
    'arguments that differ, so that nothing merges': `{ ${times(some(11), (i) => `courts(first: ${i}) { nodes { id } }`)} }`,
    'unknown fields': `{ me { ${times(size, (i) => `nam${i}`)} } }`,
    aliases: `{ ${times(some(6), (i) => `a${i}: me { id }`)} }`,
    __typename: `{ ${times(size, () => '__typename')} }`,
    'a mutation': `mutation { ${times(some(14), () => 'createOrganization(input: { name: "" }) { __typename }')} }`,
  };
}

function repeatedFragments(some: Some): Requests {
  const laughs = (levels: number, spreads: number) =>
    `${fragments(levels, (i) => times(spreads, () => `...F${i + 1}`))} fragment F${levels} on Query { me { id } }`;
  const me = () => 'me { id }';
  const root = Math.floor(Math.sqrt(some(2)));
  return {
    'the same field in many fragments': `{ ${times(some(11), (i) => `...F${i}`)} } ${fragments(some(11), me)}`,
    'spreads of one fragment': `{ ${times(some(2), () => '...F')} } fragment F on Query { me { id } }`,
    'spreads of one fragment in fields': `{ ${times(some(5), () => 'me { ...F }')} } fragment F on Operator { id name history { id at } }`,
    'a chain of fragments': `{ ...F0 } ${laughs(some(8), 1)}`,
    'fragments that double': `{ ...F0 } ${laughs(some(14), 2)}`,
    'fragments that double and end nowhere': `{ ...F0 } ${fragments(some(14), (i) => `...F${i + 1} ...F${i + 1}`)}`,
    'fragments that multiply': `{ ...F0 } ${laughs(8, some(20))}`,
    'a circle of fragments': `{ ...F0 } ${fragments(some(8), (i) => `...F${(i + 1) % some(8)}`)}`,
    'every fragment spreads every other': `{ ...F0 } ${fragments(root, (i) => `me { id } ${times(root, (j) => (j === i ? '' : `...F${j}`))}`)}`,
    'fragments that nobody uses': `{ me { id } } ${fragments(some(9), me)}`,
    'one name for many fragments': `{ ...F } ${times(some(9), () => 'fragment F on Query { me { id } }')}`,
    'inline fragments': `{ ${times(some(7), () => '... { me { id } }')} }`,
    'inline fragments of a type': `{ me { ${times(some(6), () => '... on Operator { id }')} } }`,
    'fragments of unknown types': `{ ${times(some(6), (i) => `... on Quer${i} { me }`)} }`,
  };
}

function repeatedParts(some: Some): Requests {
  return {
    arguments: `{ courts(${times(some(3), () => 'first: 1')}) { nodes { id } } }`,
    'unknown arguments': `{ courts(${times(some(3), (i) => `firs${i}: 1`)}) { nodes { id } } }`,
    'fields of an input': `{ courtBookings(filter: { ${times(some(3), () => 'status: ACTIVE')} }) { nodes { id } } }`,
    'a list': `mutation { issueApiToken(input: { scopes: [${times(some(1), () => 'USER_WRITE')}] }) { __typename } }`,
    'a directive': `{ me { id ${times(some(6), () => '@include(if: true)')} } }`,
    'unknown directives': `{ me { id ${times(some(2), (i) => `@includ${i}`)} } }`,
    'a directive on each field': `{ me { ${times(some(7), () => 'id @include(if: true)')} } }`,
    variables: `query (${times(some(4), (i) => `$v${i}: Int`)}) { ${times(some(12), (i) => `me { history(first: $v${i}) { id } }`)} }`,
    'variables that nobody uses': `query (${times(some(4), (i) => `$v${i}: Int`)}) { me { id } }`,
    'variables of one name': `query (${times(some(4), () => '$v: Int')}) { me { history(first: $v) { id } } }`,
    'variables of unknown types': `query (${times(some(4), (i) => `$v${i}: In${i}`)}) { me { id } }`,
    'one variable in many places': `query ($v: Int) { ${times(some(12), () => 'me { history(first: $v) { id } }')} }`,
    'unknown variables': `{ ${times(some(12), (i) => `me { history(first: $v${i}) { id } }`)} }`,
    operations: times(some(7), (i) => `query Q${i} { me { id } }`),
    'operations that share a fragment with variables': `${times(some(10), (i) => `query Q${i}($v: Int) { ...F }`)} fragment F on Query { ${times(50, () => 'me { history(first: $v) { id } }')} }`,
    'operations of one name': times(some(7), () => 'query Q { me { id } }'),
    'operations without a name': times(some(5), () => '{ me { id } }'),
  };
}

function nested(some: Some): Requests {
  const around = (depth: number, open: string, inside: string, close: string) =>
    open.repeat(depth) + inside + close.repeat(depth);
  return {
    braces: '{'.repeat(some(1)),
    fields: around(some(3), '{ me ', '{ id }', '}'),
    'fields that lead back': `{ courts { nodes ${around(some(6), '{ organization { courts ', '{ id }', '} }')} } }`,
    'inline fragments in each other': `{ ${around(some(3), '... { ', 'me { id }', ' }')} }`,
    lists: `{ courts(first: ${around(some(2), '[', '1', ']')}) { nodes { id } } }`,
    inputs: `{ courtBookings(filter: ${around(some(4), '{a:', '1', '}')}) { nodes { id } } }`,
    'list types': `query ($v: ${around(some(2), '[', 'Int', ']')}) { me { id } }`,
  };
}

function introspection(some: Some): Requests {
  const types = '__schema { types { name fields { name type { name fields { name type { name } } } } } }';
  return {
    introspection: `{ ${times(50, (i) => `a${i}: ${types}`)} }`,
    'introspection without aliases': `{ __schema { types { fields { ${times(some(8), () => 'type { fields { name } }')} } } } }`,
    'introspection of many leaves': `{ __schema { types { fields { type { fields { ${times(48, (i) => `a${i}: name`)} args { name type { name ofType { name ofType { name } } } } } } } } } }`,
    'introspection by fragments': `{ ${times(40, (i) => `a${i}: __schema { ...S }`)} } fragment S on __Schema { types { ...T } } fragment T on __Type { name fields { name args { name type { ...R } } type { ...R } } } fragment R on __Type { kind name ofType { kind name ofType { kind name } } }`,
    'introspection of types by name': `{ ${times(49, (i) => `a${i}: __type(name: "Query") { fields { args { name type { name ofType { name } } } type { fields { name args { name } } } } }`)} }`,
    'introspection that leads back by types': `{ __schema { types { possibleTypes { interfaces { possibleTypes { name } } } } } }`,
  };
}

function heavy(bytes: number): Requests {
  const rest = bytes - 1_000;
  // The sender's `JSON.stringify` cannot handle more.
  const deep = Math.min(2_000, rest / 2);
  const organization =
    'mutation ($name: String!) { createOrganization(input: { name: $name }) { __typename } }';
  const filter = 'query ($filter: CourtBookingFilter) { courtBookings(filter: $filter) { nodes { id } } }';
  const upsert =
    'mutation ($input: UpsertCourtBookingInput!) { upsertCourtBooking(input: $input) { __typename ... on InvalidSchemaError { issues { path } } } }';
  const input = {
    externalServiceId: 'x',
    externalCourtBookingId: 'x',
    courtId: 'x',
    startDate: 'x',
    endDate: 'x',
    externalUpdatedAt: 'x',
  };
  const list = <Item>(item: Item) =>
    Array.from({ length: Math.floor(rest / (JSON.stringify(item).length + 1)) }, () => item);
  return {
    'a long string': `{ courts(name: "${'x'.repeat(rest)}") { nodes { id } } }`,
    'a string of escapes': `{ courts(name: "${'\\n'.repeat(rest / 2)}") { nodes { id } } }`,
    'a block string of many lines': `{ courts(name: """${' \n'.repeat(rest / 2)}""") { nodes { id } } }`,
    'a long name': `{ ${'x'.repeat(rest)} }`,
    'a long number': `{ courts(first: ${'1'.repeat(rest)}) { nodes { id } } }`,
    commas: `{ me { id ${','.repeat(rest)} } }`,
    comments: `{ me { id ${'#\n'.repeat(rest / 2)} } }`,
    'long names that differ by a letter': `{ me { ${times(90, (i) => `${'name'.repeat(Math.floor(rest / 400))}${i}`)} } }`,
    'unknown fields of an input beside a long text': `{ courtBookings(filter: { externalCourtBookingId: "${'x'.repeat(Math.max(0, rest - 6_000))}" ${times(400, (i) => `cour${i}: 1`)} }) { nodes { id } } }`,
    'a long variable': { query: organization, variables: { name: 'x'.repeat(rest) } },
    'variables that nobody declared': {
      query: organization,
      variables: Object.fromEntries(Array.from({ length: rest / 12 }, (_, i) => [`v${i}`, 1])),
    },
    'unknown fields of an input': {
      query: filter,
      variables: { filter: Object.fromEntries(Array.from({ length: rest / 14 }, (_, i) => [`cour${i}`, 1])) },
    },
    'unknown fields of an input beside a long text, as variables': {
      query: filter,
      variables: {
        filter: {
          externalCourtBookingId: 'x'.repeat(rest / 2),
          ...Object.fromEntries(
            Array.from({ length: Math.min(4_000, rest / 50) }, (_, i) => [`cour${i}`, 1]),
          ),
        },
      },
    },
    'a long list of inputs that fit': {
      query: upsert,
      variables: { input: { ...input, participants: list({ email: 'a@b.cd' }) } },
    },
    'a long list of inputs that do not fit': {
      query: upsert,
      variables: { input: { ...input, participants: list({ e: 1 }) } },
    },
    'a long list of numbers for a list of inputs': {
      query: upsert,
      variables: { input: { ...input, participants: list(1) } },
    },
    'a list for a text': {
      query: organization,
      variables: { name: list(1) },
    },
    'deep variables': {
      query: filter,
      variables: { filter: JSON.parse('['.repeat(deep) + ']'.repeat(deep)) },
    },
  };
}
