import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

export const hasShell = ['bash', 'curl'].every((command) => spawnSync(command, ['--version']).status === 0);
if (!hasShell)
  process.stderr.write('bash or curl is missing: printed curl lines are read and sent by the test itself.\n');

export interface Pasted {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Runs a `curl -i` line as if pasted into a shell. */
export async function paste(line: string): Promise<Pasted> {
  if (!hasShell) return send(line);
  const { stdout } = await promisify(execFile)('bash', ['-c', line]);
  const [head, body] = stdout.split('\r\n\r\n') as [string, string];
  const [statusLine, ...fields] = head.split('\r\n');
  const headers = new Headers(fields.map((field) => field.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(statusLine!.split(' ')[1]), headers, body: JSON.parse(body) };
}

/** Sends what curl would send. The words of the line are plain or single-quoted. */
export async function send(line: string): Promise<Pasted> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
  const after = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1]!] : []));
  const response = await fetch(words.find((word) => word.startsWith('http'))!, {
    method: after('-X')[0]!,
    headers: after('-H').map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]),
    body: after('-d')[0]!,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
