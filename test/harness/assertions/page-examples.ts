import { paste, send } from '../clients/paste.ts';
import { read } from './pages.ts';

export interface Example {
  line: string;
  /** What the page shows below it: status line, headers, an empty line, JSON. */
  answer: string | undefined;
}

/** The `curl` lines of a page, each with the answer that follows it, if one does. */
export function examplesOf(page: string): Example[] {
  // Its commands are for the system of an administrator: test/release/process/runbook.test.ts.
  if (page === 'docs/runbook.md') return [];
  // Between the two stand the same calls in other languages.
  const blocks = read(page).matchAll(
    /```sh\n(curl [\s\S]*?)```(?:\n+```(?:ts|python|php|csharp)\n[\s\S]*?```)*(?:\n+<!-- \/examples -->)?(?:\n+```http\n([\s\S]*?)```)?/g,
  );
  return [...blocks].map(([, line, answer]) => ({ line: line!, answer }));
}

/** Sends it as a shell would, or by one; so that none is needed, the variables are put in here. */
export const sendExample = (line: string, values: Record<string, string>, isByShell = true) =>
  (isByShell ? paste : send)(
    line
      .replaceAll(/\\\n\s*/g, '')
      .replaceAll(/'"\$(\w+)"'/g, (_all, name) => values[name]!)
      .replaceAll(/"([^"'{}]*\$[^"'{}]*)"/g, "'$1'")
      .replaceAll(/\$(\w+)/g, (_all, name) => values[name]!)
      .replace('curl', 'curl -s -i'),
  );
