import { variables } from '../../env.ts';

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
