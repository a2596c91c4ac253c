import { parseArgs } from 'node:util';
import { UsageError } from './command-error.ts';

/** A command, and what its help says. */
export interface Command {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** The name of its argument that is not an option, if it takes one. */
  argument?: string;
  /** True if it takes another command after `--`. */
  takesCommand?: boolean;
  description: string;
  options: Record<string, Option>;
  /** Returns the exit code. */
  run: (given: Given) => Promise<number>;
}

/** An option. */
export interface Option {
  /** What follows it, such as `<address>`; undefined if nothing does. */
  value?: string;
  text: string;
}

/** The option of every command whose output programs can read. */
export const jsonOption = { json: { text: 'prints JSON, for programs' } };

/** The arguments of a command. */
export interface Given {
  options: Record<string, string | undefined>;
  /** The names of the options without a value that are set. */
  flags: ReadonlySet<string>;
  argument: string | undefined;
  /** The arguments after `--`; undefined without `--`. */
  command: string[] | undefined;
}

/**
 * Reads the arguments of a command.
 *
 * @returns undefined if they ask for help
 * @throws UsageError for an unknown option, a missing value or a superfluous argument
 */
export function readArguments({ name, options, argument, takesCommand }: Command, args: string[]) {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const command = end === -1 ? undefined : args.slice(end + 1);
  if (own.includes('--help') || own.includes('-h')) return undefined;
  const types = Object.fromEntries(
    Object.entries(options).map(([each, { value }]) => [
      each,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: own, options: types, allowPositionals: true });
    const empty = Object.keys(values).find((each) => values[each] === '');
    if (empty) throw new Error(`Option '--${empty}' is empty`);
    if (positionals.length > (argument ? 1 : 0))
      throw new Error(`Unexpected argument '${positionals.at(-1)}'`);
    if (command && !takesCommand) throw new Error("Unexpected argument '--'");
    if (command?.length === 0) throw new Error("The command after '--' is missing");
    const given = Object.entries(values);
    return {
      options: Object.fromEntries(given.filter(([, value]) => value !== true)) as Given['options'],
      flags: new Set(given.filter(([, value]) => value === true).map(([each]) => each)),
      argument: positionals[0],
      command,
    };
  } catch (error) {
    // Node's first sentence names the option.
    const [sentence] = (error as Error).message.split(/\.(?:\s|$)|\n/);
    throw new UsageError(`${sentence!.replace('argument is ambiguous', 'has no value')}.`, name);
  }
}

/** The help of one command. */
export function helpOf({ name, argument, takesCommand, description, options }: Command): string {
  const usage = [
    'courtbridge',
    name,
    argument && `[${argument}]`,
    '[options]',
    takesCommand && '[-- command…]',
  ];
  const rows = Object.entries(options).map(([option, { value = '', text }]) => [
    `--${option} ${value}`.trimEnd(),
    text,
  ]);
  return `${usage.filter(Boolean).join(' ')}\n\n${description}\n\nOptions\n${table([...rows, ['--help', 'shows this help']]).join('\n')}`;
}

/** The help of the program. */
export function helpOfAll(commands: readonly Command[]): string {
  return `courtbridge <command> [options]

Commands
${table(commands.map(({ name, summary }) => [name, summary])).join('\n')}

Options
${table([
  ['--help', 'shows this help, or after a command the help of that command'],
  ['--version', 'shows the version of @courtbridge/sdk'],
]).join('\n')}

The address of the service and the API token come from the variables BASE_URL and TOKEN.`;
}

/** Lines of cells, with the columns aligned. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')}`.trimEnd(),
  );
}
