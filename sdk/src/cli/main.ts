import { sdkVersion } from '../index.ts';
import { type Command, helpOf, helpOfAll, readArguments } from './command.ts';
import { toCommandError, UsageError } from './command-error.ts';
import { doctor } from './doctor.ts';
import { listen } from './listen.ts';
import { logs } from './logs.ts';
import { sandbox } from './sandbox.ts';
import { isOutputLost, loseOutput, plain, print } from './terminal.ts';

// The entry of `npx @courtbridge/sdk`. It ends with 0, with 1 if something is wrong, and with 2 if the command line is.
const commands: readonly Command[] = [doctor, logs, listen, sandbox];

async function run([name, ...args]: string[]): Promise<number> {
  if (name === '--version') {
    print(sdkVersion);
    return 0;
  }
  if (name === undefined || ['--help', '-h', 'help'].includes(name)) {
    printLines(helpOfAll(commands));
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((each) => each.name === name);
  if (!command) {
    const what = name.startsWith('-') ? 'option' : 'command';
    throw new UsageError(`Unknown ${what} "${name}". The commands are ${names(commands)}.`);
  }
  const given = readArguments(command, args);
  if (given) return command.run(given);
  printLines(helpOf(command));
  return 0;
}

const printLines = (text: string) => {
  for (const line of text.split('\n')) print(line);
};

const names = (all: readonly Command[]) => all.map(({ name }) => name).join(', ');

/** Reports why a command could not continue. Returns the exit code. */
function report(thrown: unknown): number {
  const error = toCommandError(thrown);
  const command = error instanceof UsageError && error.command ? ` ${error.command}` : '';
  const help = error instanceof UsageError ? ` See "courtbridge${command} --help".` : '';
  // A secret in the wrong place must not reach a log. An abbreviation such as `cbp_…` is none.
  const message = error.message.replaceAll(/\b(cb[po]_|whsec_)[\w+/=-]+/g, '$1…');
  process.stderr.write(`courtbridge${command}: ${plain(message)}${help}\n`);
  return error instanceof UsageError ? 2 : 1;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (!loseOutput()) return;
  // Without a message, the reader of the output, such as `head`, has ended.
  if (error.code !== 'EPIPE')
    process.stderr.write(
      `courtbridge: The output cannot be written (${error.message}). Make room, and start it again.\n`,
    );
  if (!process.emit('SIGTERM')) process.exit(1);
});
process.stderr.on('error', () => {});
const code = await run(process.argv.slice(2)).catch(report);
process.exitCode = isOutputLost() ? 1 : code;
