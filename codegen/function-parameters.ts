import { readFunctionFiles } from '../src/db/functions/functions.ts';

/** Returns the file `functions.generated.ts` with the names and types of the functions' parameters. */
export function describeFunctions(): string {
  const declared = [...readFunctionFiles().matchAll(/^create function functions\.(\w+)\(([^)]*)\)/gm)];
  const entries = declared
    .map(
      ([, name, parameters]) => [name!, parameters!.split(',').map((parameter) => parameter.trim())] as const,
    )
    // Leaves out functions that take a booking or a user, or have `out` parameters. Only other functions call them.
    .filter(([, parameters]) =>
      parameters.every((parameter) => !/^(out .*|p_\w+ (court_bookings|users)(\[\])?)$/.test(parameter)),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = entries.map(([name, parameters]) => {
    const fields = parameters.filter(Boolean).map((parameter) => {
      const [, field, type, isOptional] = /^p_(\w+) (.+?)( default null)?$/.exec(parameter)!;
      return `    ${camelCase(field!)}: '${type}${isOptional ? '?' : ''}',\n`;
    });
    return `  ${name}: {${fields.length > 0 ? `\n${fields.join('')}  ` : ''}},\n`;
  });
  return `// generated, run npm run codegen

/** The parameters of the functions in the database, in their order; a type with \`?\` has a default. */
export const functionParameters = {
${lines.join('')}} as const;
`;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
