import { variables } from '../src/env.ts';

/** The variables of the environment, as a table of docs/running.md. */
export function configurationTable(): string[] {
  const rows = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `| \`${name}\` | ${meaning} | ${value === undefined ? 'unset' : `\`${value}\``} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows];
}

/** The file `.env.example`: the variables, those without a default as comments. */
export function envExample(): string {
  const entries = Object.entries(variables).map(
    ([name, { meaning, default: value }]) =>
      `# ${meaning}\n${value === undefined ? '# ' : ''}${name}=${value ?? ''}\n`,
  );
  return `# Generated, run npm run codegen. Copy to .env and change what you need; npm start reads it.\n\n${entries.join('\n')}`;
}
