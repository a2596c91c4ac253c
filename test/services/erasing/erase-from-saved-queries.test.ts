import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseFromSavedQueries } from '../../../src/services/erasing/erase-from-saved-queries.ts';
import { newId } from '../../../src/services/values/new-id.ts';
import { createFactories } from '../../harness/data/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/servers/test-database.ts';

let test: TestDatabase;
let operatorId: string;
beforeAll(async () => {
  test = await createTestDatabase('postgresql');
  operatorId = (await createFactories(test.database).operator()).id;
});
afterAll(() => test.drop());

async function erased(
  externalUserId: string,
  document: string,
  variables: string | null = null,
  lastNames: string[] = [],
) {
  const id = newId();
  await test.database.query(
    'insert into saved_queries (id, name, document, variables, saved_by_id) values ($1::uuid, $1::text, $2, $3, $4)',
    [id, document, variables, operatorId],
  );
  const externalUserIds = externalUserId === '' ? [] : [externalUserId];
  await eraseFromSavedQueries(test.database.query, { externalUserIds, lastNames });
  const [row] = await test.database.query<{ document: string; variables: string | null }>(
    'select document, variables from saved_queries where id = $1',
    [id],
  );
  return row!;
}

it.each([
  ['as it is', 'Ärger 7', '"Ärger 7"'],
  ['with signs that mean something elsewhere', '.*+?^$(){}|[]&1', '".*+?^$(){}|[]&1"'],
  ['by its numbers, as JSON has them', 'Äj', String.raw`"\u00c4\u006a"`],
  ['by its numbers in capitals', 'Äj', String.raw`"\u00C4\u006A"`],
  ['only one of them by its number', 'Äj', String.raw`"\u00c4j"`],
  ['by its numbers, as GraphQL has them', 'Äj', String.raw`"\u{c4}\u{0000006A}"`],
  ['beyond 65535, as it is', 'a😀', '"a😀"'],
  ['beyond 65535, by two numbers', 'a😀', String.raw`"a\uD83D\uDE00"`],
  ['beyond 65535, by one number', 'a😀', String.raw`"a\u{1F600}"`],
  ['with quotes and backslashes', 'a"b\\c', String.raw`"a\"b\\c"`],
  ['with a slash, escaped or not', 'a/b/c', String.raw`"a\/b/c"`],
  ['with other characters', '\b\f\n\r\t\u001f', String.raw`"\b\f\n\r\t\u001F"`],
])('erases an external id from a saved query and keeps it a valid string, %s', async (_what, id, text) => {
  expect(await erased(id, `{ a(b: ${text}, c: [${text}, "other"]) }`, `{"d":${text}, "e": "x"}`)).toEqual({
    document: '{ a(b: "erased", c: ["erased", "other"]) }',
    variables: '{"d":"erased", "e": "x"}',
  });
});

it('erases it from the variables alone, and from a document without variables', async () => {
  expect(await erased('ada', '{ a }', '["ada"]')).toEqual({ document: '{ a }', variables: '["erased"]' });
  expect(await erased('ada', '{ a(b: "ada", c: """ada""") }')).toEqual({
    document: '{ a(b: "erased", c: """erased""") }',
    variables: null,
  });
});

it.each([
  ['ada', '{ ada(b: "adam", c: "Ada", d: "my-ada", e: "ada_") }'],
  ['a.a', '{ a(b: "ada") }'],
  ['30', '{ a(b: "2026-11-30T10:30:30.30Z", c: "1.30", d: 30) }'],
  ['..', '{ a(b: "and ..", c: """ .. """) } # ..'],
  ['\n', String.raw`{ a(b: "n", c: "\\n") }`],
  ['A', String.raw`{ a(b: "0041", c: "\\u0041", d: "\u00411", e: "\u{141}") }`],
])('keeps text that is not the external id %j: %s', async (id, document) => {
  expect(await erased(id, document, '{"a":"x"}')).toEqual({ document, variables: '{"a":"x"}' });
});

it('erases an external id from comments as a whole word', async () => {
  const { document } = await erased(
    'member-7',
    '# of member-7, "member-7", not member-70\n{ a(b: "# member-7", c: """# member-7 """) } # Member-7: member-7',
  );
  expect(document).toBe(
    '# of erased, "erased", not member-70\n{ a(b: "# erased", c: """# erased """) } # Member-7: erased',
  );
});

it.each([
  ['a longer string', '{ a(b: "id=member-7, please") }', '{ a(b: "id=erased, please") }'],
  ['an escaped string', String.raw`{ a(b: "of \"m\u0065mber-7\"") }`, String.raw`{ a(b: "of \"erased\"") }`],
  [
    'a block string',
    String.raw`{ a(b: """of member-7: \""" member-7.""") }`,
    String.raw`{ a(b: """of erased: \""" erased.""") }`,
  ],
  [
    'names of operations',
    'query member7 { a } query OfMember_7Again { b } mutation Members7 { c }',
    'query erased { a } query erased2 { b } mutation Members7 { c }',
  ],
])('erases an external id from %s', async (_where, document, expected) => {
  expect((await erased('member-7', document)).document).toBe(expected);
});

it('erases last names in any case, but no keys and nothing outside of texts', async () => {
  const document =
    '# Lovelace?\nquery LovelaceBookings($to: String = "LOVELACE") { to(a: "ada lovelace", b: """To Lovelace""", c: "Lovelaces") }';
  expect(await erased('', document, '{"to": "Lovelace", "a": ["to"]}', ['Lovelace', 'To'])).toEqual({
    document:
      '# erased?\nquery erased($to: String = "erased") { to(a: "ada erased", b: """erased erased""", c: "Lovelaces") }',
    variables: '{"to": "erased", "a": ["erased"]}',
  });
});
