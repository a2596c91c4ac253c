import { paste, send } from '../clients/paste.ts';
import { read } from './pages.ts';

export interface Example {
  line: string;
  /** The response shown below the command: status line, headers, an empty line, JSON. */
  answer: string | undefined;
}

/** The `curl` lines of a page, each with the response that follows it, if any. */
export function examplesOf(page: string): Example[] {
  // The commands of the runbook run on an administrator's system. See test/release/process/runbook.test.ts.
  if (page === 'docs/runbook.md') return [];
  // Other languages can come between the two.
  const blocks = read(page).matchAll(
    /```sh\n(curl [\s\S]*?)```(?:\n+```(?:ts|python|php|csharp)\n[\s\S]*?```)*(?:\n+```http\n([\s\S]*?)```)?/g,
  );
  return [...blocks].map(([, line, answer]) => ({ line: line!, answer }));
}

/** Sends the example with or without a shell. Without one, the variables are substituted here. */
export const sendExample = (line: string, values: Record<string, string>, isByShell = true) =>
  (isByShell ? paste : send)(
    line
      .replaceAll(/\\\n\s*/g, '')
      .replaceAll(/'"\$(\w+)"'/g, (_all, name) => values[name]!)
      .replaceAll(/"([^"'{}]*\$[^"'{}]*)"/g, "'$1'")
      .replaceAll(/\$(\w+)/g, (_all, name) => values[name]!)
      .replace('curl', 'curl -s -i'),
  );
