import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientCommand, type Machine } from '../../../sdk/src/cli/client-command.ts';

/** A machine with Windows, Node and npm. */
const windows: Machine = {
  platform: 'win32',
  env: {
    Path: 'C:\\Windows\\system32;C:\\Program Files\\nodejs',
    PATHEXT: '.COM;.EXE;.BAT;.CMD',
    ComSpec: 'C:\\Windows\\system32\\cmd.exe',
  },
  exists: (path) =>
    [
      'C:\\Program Files\\nodejs\\node.EXE',
      // For other shells. Windows cannot start it.
      'C:\\Program Files\\nodejs\\npm',
      'C:\\Program Files\\nodejs\\npm.CMD',
      'C:\\My Club\\client.exe',
      'my client.bat',
    ].includes(path),
};

/** The words that a program receives from a command line, as the C runtime of Microsoft splits it. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (const [, slashes, quote, other] of line.matchAll(/(\\*)(?:(")|([^\\]))|(?:\\+)$/g)) {
    const isLiteral = quote === undefined || slashes!.length % 2 === 1;
    const kept = quote === undefined ? slashes! : slashes!.slice(0, slashes!.length / 2);
    if (other === ' ' && !isQuoted) {
      if (word !== undefined || kept) words.push((word ?? '') + kept);
      word = undefined;
      continue;
    }
    word = (word ?? '') + kept + (isLiteral ? (quote ?? other) : '');
    if (!isLiteral) isQuoted = !isQuoted;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** What `cmd.exe /s /c` starts: without the outer quotes, and with a meaning only for characters without a caret. */
function startedByShell([, , , line]: string[]): string {
  const inner = /^"(.*)"$/s.exec(line!)![1]!;
  expect(inner.replaceAll(/\^./gs, ''), 'characters that the shell would interpret').not.toMatch(
    /[()%!^"<>&|]/,
  );
  return inner.replaceAll(/\^(.)/gs, '$1');
}

describe('the command of a client', () => {
  it('is started as it is, except for scripts on Windows', () => {
    const command = ['node', 'my client.js', '--name', 'Tennis Club "A"'];
    const [program, ...args] = command;
    const unchanged = { program, args, windowsVerbatimArguments: false };
    for (const platform of ['linux', 'darwin', 'win32'])
      expect(clientCommand(command, { ...windows, platform })).toEqual(unchanged);
    expect(clientCommand(['C:\\My Club\\client.exe', 'a b'], windows)).toMatchObject({
      program: 'C:\\My Club\\client.exe',
      args: ['a b'],
    });
  });

  it.each([
    ['npm', ['run', 'my client', '--', 'a b']],
    ['my client.bat', ['a b', '']],
    ['unknown', ['%PATH%', 'a & b', 'C:\\end\\', 'say "hello"']],
  ])('the shell of Windows starts the script %s with its arguments', (program, args) => {
    const command = clientCommand([program, ...args], windows);
    expect(command).toMatchObject({
      program: 'C:\\Windows\\system32\\cmd.exe',
      windowsVerbatimArguments: true,
    });
    const started = startedByShell(command.args);
    expect(started.startsWith(`${program} `)).toBe(true);
    expect(wordsOf(started.slice(program.length + 1))).toEqual(args);
  });

  it('passes any argument through the shell of Windows', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', ' ', '"', '\\', '%', '&', '^', '(', '|', '!', 'é'),
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (args) => {
        const started = startedByShell(clientCommand(['npx', ...args], windows).args);
        expect(wordsOf(started.slice('npx '.length))).toEqual(args);
      }),
    );
  });
});
