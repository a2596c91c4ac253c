/** A test that holds a promise: its file below `test`, without `.test.ts`, and its exact name. */
export type Held = readonly (readonly [file: string, name: string])[];

/** What a row of a page in `docs`, so many folders deep, says of the tests that hold it. */
export function heldBy(tests: Held, folders: number): string {
  if (tests.length === 0) return 'no test yet';
  const up = '../'.repeat(folders);
  return tests
    .map(([file, name]) => {
      const title = name.replaceAll(/["\\]/g, '\\$&');
      return `[${file.split('/').at(-1)}](${up}test/${file}.test.ts "${title}")`;
    })
    .join(', ');
}
