import { variables } from '../env.ts';

/** What `--help` prints. */
export function helpText(): string {
  const lines = Object.entries(variables).map(
    ([name, { meaning, default: value }]) => `  ${name}\n      ${meaning} (default: ${value ?? 'unset'})`,
  );
  return `Courtbridge: the partner gateway of a sports platform.

Usage: npm start

Configuration is by environment, or by a file .env with lines like those of .env.example:

${lines.join('\n')}

Exit status: 0 after SIGTERM or SIGINT; 1 when it could not start, with the reason on the standard error.
`;
}

/** The file `.env.example`. */
export function envExample(): string {
  const entries = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `# ${meaning}\n${value === undefined ? '# ' : ''}${name}=${value ?? ''}\n`,
  );
  return `# Generated, run npm run codegen. Copy to .env and change what you need; npm start reads it.\n\n${entries.join('\n')}`;
}
