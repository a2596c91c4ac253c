import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

/** What `spawn` needs to start a command. */
export interface ClientCommand {
  program: string;
  args: string[];
  /** True if the arguments are already written for the command line of Windows. */
  windowsVerbatimArguments: boolean;
}

/** The parts of the machine that decide how a command is started. */
export interface Machine {
  platform: string;
  env: Record<string, string | undefined>;
  exists: (path: string) => boolean;
}

const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync };

/**
 * Returns how to start a command, so that the program receives exactly its arguments. Windows starts scripts, such as npm and npx, only by
 * its shell. The shell reads its line in a way of its own, so every word is escaped.
 */
export function clientCommand(
  [program, ...args]: readonly string[],
  { platform, env, exists }: Machine = thisMachine,
): ClientCommand {
  if (platform !== 'win32' || !isScript(program!, env, exists))
    return { program: program!, args, windowsVerbatimArguments: false };
  const line = [escaped(program!), ...args.map((arg) => escaped(quoted(arg)))].join(' ');
  return {
    program: variable(env, 'ComSpec') ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/** Finds the program as Windows does, and returns whether it is a script. An unknown program is one, so that the shell reports it. */
function isScript(program: string, env: Machine['env'], exists: Machine['exists']): boolean {
  const endings = ['', ...(variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';')];
  const folders = /[\\/:]/.test(program) ? [''] : ['.', ...(variable(env, 'PATH') ?? '').split(';')];
  for (const folder of folders)
    for (const ending of endings) {
      const path = win32.join(folder, program + ending);
      if (/\.\w+$/.test(path) && exists(path)) return !/\.(com|exe)$/i.test(path);
    }
  return true;
}

/** The names of variables have no case on Windows. */
const variable = (env: Machine['env'], name: string) =>
  Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** One word for programs (CommandLineToArgvW): backslashes are doubled before a quote. */
const quoted = (word: string) => `"${word.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;

/** One word for the shell: no character has a meaning of its own. */
const escaped = (word: string) => word.replaceAll(/[()\][%!^"`<>&|;, *?]/g, '^$&');
