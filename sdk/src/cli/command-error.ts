/** The command cannot continue, for a reason that its message explains. The program ends with 1. */
export class CommandError extends Error {}

/** The reason why a command could not continue. Anything but a CommandError is unexpected. */
export const toCommandError = (thrown: unknown): CommandError =>
  thrown instanceof CommandError
    ? thrown
    : new CommandError(
        `A response is not as documented, or this command has a bug (${thrown}). Check the address, and update @courtbridge/sdk.`,
      );

/** The command line cannot be carried out. The program ends with 2. */
export class UsageError extends CommandError {
  /** The command whose help describes what is allowed; undefined for the program itself. */
  readonly command: string | undefined;
  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}
