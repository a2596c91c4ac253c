/** The command cannot continue, for a reason that its message explains. The program ends with 1. */
export class CommandError extends Error {}

/** The command line cannot be carried out. The program ends with 2. */
export class UsageError extends CommandError {
  /** The command whose help describes what is allowed; undefined for the program itself. */
  readonly command: string | undefined;
  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}
