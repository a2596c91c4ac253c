import { chownSync, readFileSync, writeFileSync } from 'node:fs';

/** Reads a file of `deploy/`. */
export const deployed = (path: string): string =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');

/** Replaces every occurrence of the given texts. Throws if one does not occur, so that the file under test is the deployed one. */
export function filled(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The file does not contain "${from}".`);
    return changed.replaceAll(from, () => to);
  }, text);
}

export function writeFor(uid: number | undefined, path: string, text: string): string {
  writeFileSync(path, text, { mode: 0o600 });
  if (uid !== undefined) chownSync(path, uid, uid);
  return path;
}
