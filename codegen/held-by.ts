/** A test that holds a promise: its file below `test`, without `.test.ts`, and its exact name. */
export type Held = readonly (readonly [file: string, name: string])[];

/** What a row of a page in `docs`, so many folders deep, says of the tests that hold it. */
export function heldBy(tests: Held, folders: number): string {
  const up = '../'.repeat(folders);
  return tests
    .map(([file, name], index) => {
      const before = tests.slice(0, index).filter(([other]) => other === file).length;
      const text = before === 0 ? file.split('/').at(-1) : before + 1;
      const title = name.replaceAll(/["\\]/g, '\\$&');
      return `[${text}](${up}test/${file}.test.ts "${title}")`;
    })
    .join(', ');
}
