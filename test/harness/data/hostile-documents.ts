export interface HostileRequest {
  name: string;
  query: string;
  variables?: unknown;
}

const times = (count: number, text: (index: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

/**
 * Documents that repeat one element `size` times (about as many tokens) or have about `bytes` bytes. Each is valid or nearly valid GraphQL,
 * so it is rejected for its size or for its validation cost.
 */
export function hostileRequests(size: number, bytes: number): HostileRequest[] {
  const some = (tokens: number) => Math.max(1, Math.floor(size / tokens));
  return [
    ...repeatedFields(some, size),
    ...repeatedFragments(some),
    ...repeatedParts(some),
    ...nested(some),
    ...introspection(some),
    ...heavy(bytes),
  ];
}

type Some = (tokens: number) => number;

function repeatedFields(some: Some, size: number): HostileRequest[] {
  return [
    { name: 'a field with one below', query: `{ ${times(some(4), () => 'me { id }')} }` },
    { name: 'a field with three below', query: `{ ${times(some(6), () => 'me { id name role }')} }` },
    { name: 'a leaf', query: `{ me { ${times(size, () => 'id')} } }` },
    {
      name: 'two levels',
      query: `{ ${times(20, () => `me { ${times(some(100), () => 'history { id }')} }`)} }`,
    },
    {
      name: 'a deep branch',
      query: `{ ${times(some(22), () => 'courts { nodes { organization { courts { organization { id } } } } }')} }`,
    },
    {
      name: 'a field with an argument',
      query: `{ ${times(some(9), () => 'courts(first: 1) { nodes { id } }')} }`,
    },
    {
      name: 'arguments that differ, so that nothing merges',
      query: `{ ${times(some(11), (i) => `courts(first: ${i}) { nodes { id } }`)} }`,
    },
    { name: 'unknown fields', query: `{ me { ${times(size, (i) => `nam${i}`)} } }` },
    { name: 'aliases', query: `{ ${times(some(6), (i) => `a${i}: me { id }`)} }` },
    { name: '__typename', query: `{ ${times(size, () => '__typename')} }` },
    {
      name: 'a mutation',
      query: `mutation { ${times(some(14), () => 'createOrganization(input: { name: "" }) { __typename }')} }`,
    },
  ];
}

function repeatedFragments(some: Some): HostileRequest[] {
  const laughs = (levels: number, spreads: number) =>
    `${times(levels, (i) => `fragment F${i} on Query { ${times(spreads, () => `...F${i + 1}`)} }`)} fragment F${levels} on Query { me { id } }`;
  return [
    {
      name: 'the same field in many fragments',
      query: `{ ${times(some(11), (i) => `...F${i}`)} } ${times(some(11), (i) => `fragment F${i} on Query { me { id } }`)}`,
    },
    {
      name: 'spreads of one fragment',
      query: `{ ${times(some(2), () => '...F')} } fragment F on Query { me { id } }`,
    },
    {
      name: 'spreads of one fragment in fields',
      query: `{ ${times(some(5), () => 'me { ...F }')} } fragment F on Operator { id name history { id at } }`,
    },
    {
      name: 'a chain of fragments',
      query: `{ ...F0 } ${laughs(some(8), 1)}`,
    },
    { name: 'fragments that double', query: `{ ...F0 } ${laughs(some(14), 2)}` },
    {
      name: 'fragments that double and end nowhere',
      query: `{ ...F0 } ${times(some(14), (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)}`,
    },
    { name: 'fragments that multiply', query: `{ ...F0 } ${laughs(8, some(20))}` },
    {
      name: 'a circle of fragments',
      query: `{ ...F0 } ${times(some(8), (i) => `fragment F${i} on Query { ...F${(i + 1) % some(8)} }`)}`,
    },
    {
      name: 'every fragment spreads every other',
      query: `{ ...F0 } ${times(Math.floor(Math.sqrt(some(2))), (i) => `fragment F${i} on Query { me { id } ${times(Math.floor(Math.sqrt(some(2))), (j) => (j === i ? '' : `...F${j}`))} }`)}`,
    },
    {
      name: 'fragments that nobody uses',
      query: `{ me { id } } ${times(some(9), (i) => `fragment F${i} on Query { me { id } }`)}`,
    },
    {
      name: 'one name for many fragments',
      query: `{ ...F } ${times(some(9), () => 'fragment F on Query { me { id } }')}`,
    },
    { name: 'inline fragments', query: `{ ${times(some(7), () => '... { me { id } }')} }` },
    {
      name: 'inline fragments of a type',
      query: `{ me { ${times(some(6), () => '... on Operator { id }')} } }`,
    },
    {
      name: 'fragments of unknown types',
      query: `{ ${times(some(6), (i) => `... on Quer${i} { me }`)} }`,
    },
  ];
}

function repeatedParts(some: Some): HostileRequest[] {
  return [
    { name: 'arguments', query: `{ courts(${times(some(3), () => 'first: 1')}) { nodes { id } } }` },
    {
      name: 'unknown arguments',
      query: `{ courts(${times(some(3), (i) => `firs${i}: 1`)}) { nodes { id } } }`,
    },
    {
      name: 'fields of an input',
      query: `{ courtBookings(filter: { ${times(some(3), () => 'status: ACTIVE')} }) { nodes { id } } }`,
    },
    {
      name: 'a list',
      query: `mutation { issueApiToken(input: { scopes: [${times(some(1), () => 'USER_WRITE')}] }) { __typename } }`,
    },
    { name: 'a directive', query: `{ me { id ${times(some(6), () => '@include(if: true)')} } }` },
    { name: 'unknown directives', query: `{ me { id ${times(some(2), (i) => `@includ${i}`)} } }` },
    {
      name: 'a directive on each field',
      query: `{ me { ${times(some(7), () => 'id @include(if: true)')} } }`,
    },
    {
      name: 'variables',
      query: `query (${times(some(4), (i) => `$v${i}: Int`)}) { ${times(some(12), (i) => `me { history(first: $v${i}) { id } }`)} }`,
    },
    {
      name: 'variables that nobody uses',
      query: `query (${times(some(4), (i) => `$v${i}: Int`)}) { me { id } }`,
    },
    {
      name: 'variables of one name',
      query: `query (${times(some(4), () => '$v: Int')}) { me { history(first: $v) { id } } }`,
    },
    {
      name: 'variables of unknown types',
      query: `query (${times(some(4), (i) => `$v${i}: In${i}`)}) { me { id } }`,
    },
    {
      name: 'one variable in many places',
      query: `query ($v: Int) { ${times(some(12), () => 'me { history(first: $v) { id } }')} }`,
    },
    {
      name: 'unknown variables',
      query: `{ ${times(some(12), (i) => `me { history(first: $v${i}) { id } }`)} }`,
    },
    { name: 'operations', query: times(some(7), (i) => `query Q${i} { me { id } }`) },
    {
      name: 'operations that share a fragment with variables',
      query: `${times(some(10), (i) => `query Q${i}($v: Int) { ...F }`)} fragment F on Query { ${times(50, () => 'me { history(first: $v) { id } }')} }`,
    },
    { name: 'operations of one name', query: times(some(7), () => 'query Q { me { id } }') },
    { name: 'operations without a name', query: times(some(5), () => '{ me { id } }') },
  ];
}

function nested(some: Some): HostileRequest[] {
  const around = (depth: number, open: string, inside: string, close: string) =>
    open.repeat(depth) + inside + close.repeat(depth);
  return [
    { name: 'braces', query: '{'.repeat(some(1)) },
    { name: 'fields', query: around(some(3), '{ me ', '{ id }', '}') },
    {
      name: 'fields that lead back',
      query: `{ courts { nodes ${around(some(6), '{ organization { courts ', '{ id }', '} }')} } }`,
    },
    { name: 'inline fragments in each other', query: `{ ${around(some(3), '... { ', 'me { id }', ' }')} }` },
    { name: 'lists', query: `{ courts(first: ${around(some(2), '[', '1', ']')}) { nodes { id } } }` },
    {
      name: 'inputs',
      query: `{ courtBookings(filter: ${around(some(4), '{a:', '1', '}')}) { nodes { id } } }`,
    },
    { name: 'list types', query: `query ($v: ${around(some(2), '[', 'Int', ']')}) { me { id } }` },
  ];
}

function introspection(some: Some): HostileRequest[] {
  const types = '__schema { types { name fields { name type { name fields { name type { name } } } } } }';
  return [
    { name: 'introspection', query: `{ ${times(50, (i) => `a${i}: ${types}`)} }` },
    {
      name: 'introspection without aliases',
      query: `{ __schema { types { fields { ${times(some(8), () => 'type { fields { name } }')} } } } }`,
    },
    {
      name: 'introspection of many leaves',
      query: `{ __schema { types { fields { type { fields { ${times(48, (i) => `a${i}: name`)} args { name type { name ofType { name ofType { name } } } } } } } } } }`,
    },
    {
      name: 'introspection by fragments',
      query: `{ ${times(40, (i) => `a${i}: __schema { ...S }`)} } fragment S on __Schema { types { ...T } } fragment T on __Type { name fields { name args { name type { ...R } } type { ...R } } } fragment R on __Type { kind name ofType { kind name ofType { kind name } } }`,
    },
    {
      name: 'introspection of types by name',
      query: `{ ${times(49, (i) => `a${i}: __type(name: "Query") { fields { args { name type { name ofType { name } } } type { fields { name args { name } } } } }`)} }`,
    },
    {
      name: 'introspection that leads back by types',
      query: `{ __schema { types { possibleTypes { interfaces { possibleTypes { name } } } } } }`,
    },
  ];
}

function heavy(bytes: number): HostileRequest[] {
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
  return [
    { name: 'a long string', query: `{ courts(name: "${'x'.repeat(rest)}") { nodes { id } } }` },
    { name: 'a string of escapes', query: `{ courts(name: "${'\\n'.repeat(rest / 2)}") { nodes { id } } }` },
    {
      name: 'a block string of many lines',
      query: `{ courts(name: """${' \n'.repeat(rest / 2)}""") { nodes { id } } }`,
    },
    { name: 'a long name', query: `{ ${'x'.repeat(rest)} }` },
    { name: 'a long number', query: `{ courts(first: ${'1'.repeat(rest)}) { nodes { id } } }` },
    { name: 'commas', query: `{ me { id ${','.repeat(rest)} } }` },
    { name: 'comments', query: `{ me { id ${'#\n'.repeat(rest / 2)} } }` },
    {
      name: 'long names that differ by a letter',
      query: `{ me { ${times(90, (i) => `${'name'.repeat(Math.floor(rest / 400))}${i}`)} } }`,
    },
    {
      name: 'unknown fields of an input beside a long text',
      query: `{ courtBookings(filter: { externalCourtBookingId: "${'x'.repeat(Math.max(0, rest - 6_000))}" ${times(400, (i) => `cour${i}: 1`)} }) { nodes { id } } }`,
    },
    { name: 'a long variable', query: organization, variables: { name: 'x'.repeat(rest) } },
    {
      name: 'variables that nobody declared',
      query: organization,
      variables: Object.fromEntries(Array.from({ length: rest / 12 }, (_, i) => [`v${i}`, 1])),
    },
    {
      name: 'unknown fields of an input',
      query: filter,
      variables: { filter: Object.fromEntries(Array.from({ length: rest / 14 }, (_, i) => [`cour${i}`, 1])) },
    },
    {
      name: 'unknown fields of an input beside a long text, as variables',
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
    {
      name: 'a long list of inputs that fit',
      query: upsert,
      variables: { input: { ...input, participants: list({ email: 'a@b.cd' }) } },
    },
    {
      name: 'a long list of inputs that do not fit',
      query: upsert,
      variables: { input: { ...input, participants: list({ e: 1 }) } },
    },
    {
      name: 'a long list of numbers for a list of inputs',
      query: upsert,
      variables: { input: { ...input, participants: list(1) } },
    },
    {
      name: 'a list for a text',
      query: organization,
      variables: { name: list(1) },
    },
    {
      name: 'deep variables',
      query: filter,
      variables: { filter: JSON.parse('['.repeat(deep) + ']'.repeat(deep)) },
    },
  ];
}
