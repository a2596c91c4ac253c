import { describe, expect, it } from 'vitest';
import { windowsCommand } from '../../../sdk/src/cli/client-process.ts';

/** Returns the arguments that a program receives from `cmd.exe /s /c "line"`: the shell removes ^, and the C runtime splits at spaces. */
function receivedOnWindows(line: string): string[] {
  const given = line.replaceAll(/\^([\s\S])/g, '$1');
  const words: string[] = [];
  for (const [, quoted, plain] of given.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g))
    words.push(
      plain ?? quoted!.replaceAll(/(\\*)\\"/g, '$1"').replace(/(\\+)$/, (all) => all.slice(all.length / 2)),
    );
  return words;
}

describe('a command on Windows', () => {
  it.each([
    [['node', 'client.js', '--name', 'Tennis Software']],
    [['npm', 'run', 'client', '--', 'a"b', 'C:\\Program Files\\']],
    [['python', 'client.py', '100%', 'a&b', 'a^b', '']],
  ])('%j reaches the program as it is', (command) => {
    expect(receivedOnWindows(windowsCommand(command))).toEqual(command);
  });

  it('escapes what the shell would read, also in quotes', () => {
    expect(windowsCommand(['C:\\Program Files\\node.exe', 'a & b', 'plain'])).toBe(
      'C:\\Program^ Files\\node.exe ^"a^ ^&^ b^" plain',
    );
  });
});
