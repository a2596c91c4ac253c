import { variables } from '../src/env.ts';

/** Returns the environment variables as a table for docs/running.md. */
export function configurationTable(): string[] {
  const rows = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `| \`${name}\` | ${meaning} | ${value === undefined ? 'unset' : `\`${value}\``} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows];
}

/** Returns the file `.env.example`. Variables without a default are commented out. */
export function envExample(): string {
  const entries = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `# ${meaning}\n${value === undefined ? '# ' : ''}${name}=${value ?? ''}\n`,
  );
  return `# Generated, run npm run codegen. Copy to .env and change what you need; npm start reads it.\n\n${entries.join('\n')}`;
}
