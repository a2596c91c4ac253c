/** Source texts, keyed by path relative to `src`. */
export type Sources = Record<string, string>;

export interface Import {
  file: string;
  specifier: string;
  /** The imported file of `src`, or undefined for a package. */
  target: string | undefined;
}

/** The folder directly below `src`. A file at the top is its own layer. */
export const layerOf = (file: string) => file.split('/')[0]!;

const statement =
  /^(?:import|export)\s+(?:type\s)?[^'";]*?\bfrom\s+'(?<from>[^']+)'|^import\s+'(?<bare>[^']+)'|\bimport\(\s*'(?<later>[^']+)'\s*\)/gm;

export function importsOf(sources: Sources): Import[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(statement)].map(({ groups = {} }) => {
      const specifier = (groups.from ?? groups.bare ?? groups.later)!;
      const target = specifier.startsWith('.')
        ? new URL(specifier, `file:///${file}`).pathname.slice(1)
        : undefined;
      return { file, specifier, target };
    }),
  );
}

/** Returns the imports that the table does not allow for the layer of the file. */
export function upwardImports(imports: Import[], mayImport: Record<string, string[]>): string[] {
  return imports
    .filter(({ file, target }) => {
      if (target === undefined || layerOf(file) === layerOf(target)) return false;
      return !mayImport[layerOf(file)]?.includes(layerOf(target));
    })
    .map(({ file, target }) => `${file} imports ${target}`);
}

export function strayPackages(imports: Import[], mayBeUsedBy: Record<string, string[]>): string[] {
  return imports
    .filter(({ file, specifier, target }) => {
      if (target !== undefined) return false;
      return !mayBeUsedBy[packageOf(specifier)]?.includes(layerOf(file));
    })
    .map(({ file, specifier }) => `${file} uses ${specifier}`);
}

/** Returns `@scope/name` for `@scope/name/part`, and `node:fs` for `node:fs/promises`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Returns the files that use Node's own HTTP clients, which resolve names themselves and follow redirects. */
export function bareRequests(sources: Sources): string[] {
  const request =
    /(?:\b(?:await|return|void)|=>|[=(,[?:!])\s*(?:globalThis\.)?fetch\(|\bnew (?:WebSocket|EventSource)\(/;
  return Object.keys(sources).filter((file) => request.test(sources[file]!));
}

/** Returns the errors in services that were not created from a list of codes. */
export function bareErrors(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(([file, text]) => file.startsWith('services/') && /\bnew ApiError\b/.test(text))
    .map(([file]) => `${file} makes an ApiError by itself`);
}

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g;
const sqlStart =
  /(?<=['"`]\s*)(?<verb>select(?=\s)|insert(?=\s+into\s)|update(?=\s)|delete(?=\s+from\s)|with(?=\s[^'"`]*?\sas\s)|lock(?=\s)|set(?=\s))[^\n'"`]*/gi;

/** Returns the string and template literals in services that begin like an SQL statement. */
export function sqlTexts(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(([file]) => file.startsWith('services/'))
    .flatMap(([file, text]) =>
      [...text.replaceAll(comment, '').matchAll(sqlStart)]
        // A capital begins a sentence, such as "Select a court".
        .filter(({ groups }) => !/^[A-Z][a-z]/.test(groups!.verb!))
        .map(([statement]) => `${file}: ${statement.trim()}`),
    );
}

/** Returns the mutations whose error list does not belong to their own verb or to its operator version. */
export function foreignLists(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/^defineMutation\('(\w+)'[\s\S]*?^ {2}errors: (?:errorsWhenActing\()?(\w*)/gm)]
      .filter(([, mutation, list]) => ![`${mutation}Errors`, `${mutation}AsOperatorErrors`].includes(list!))
      .map(([, mutation, list]) => `${file}: ${mutation} answers by ${list || 'codes of its own'}`),
  );
}

/**
 * Returns the violations of the rules for a verb's file. It exports the verb under the file's name, and its list of codes. It may also
 * export its database responses (`xResults`), and schemas and types, whose names are capitalized.
 * @param others files in these folders that belong to no verb, with the reason.
 */
export function looseVerbs(sources: Sources, rooms: string[], others: Record<string, string>): string[] {
  const inRooms = Object.keys(sources).filter((file) => rooms.some((room) => file.startsWith(`${room}/`)));
  const gone = Object.keys(others).filter((file) => !inRooms.includes(file));
  const faults = inRooms.flatMap((file) => {
    if (file in others) return [];
    const verb = file
      .replace(/^.*\/|\.ts$/g, '')
      .replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
    const exported = [...sources[file]!.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(
      ([, name]) => name!,
    );
    const lacking = [verb, `${verb}Errors`].filter((name) => !exported.includes(name));
    const further = exported.filter(
      (name) => ![verb, `${verb}Errors`, `${verb}Results`].includes(name) && !/^[A-Z]/.test(name),
    );
    return [
      ...lacking.map((name) => `${file} lacks ${name}`),
      ...further.map((name) => `${file} also exports ${name}`),
    ];
  });
  return [...gone.map((file) => `${file} is listed, and gone`), ...faults];
}

/**
 * Returns the tests that mirror no source: a test is named after a file or folder of `src`, or listed in `wholes`.
 * @param wholes tests of the whole system, with the reason.
 */
export function unmirrored(tests: string[], sources: string[], wholes: Record<string, string>): string[] {
  const isMirror = (test: string) => {
    const name = test.replace(/\.test\.ts$/, '');
    return sources.some((file) => file === `${name}.ts` || file.startsWith(`${name}/`));
  };
  return [
    ...tests.filter((test) => !isMirror(test) && !(test in wholes)).map((test) => `${test} mirrors nothing`),
    ...Object.keys(wholes)
      .filter((test) => !tests.includes(test) || isMirror(test))
      .map((test) => `${test} is listed without need`),
  ];
}

const exportedFunction = /^export (?:async )?function (\w+)(?:<[^(]*>)?\(([\s\S]*?)\)(?=:\s|\s\{)/gm;

/**
 * Returns the functions of services that other layers call, that access data, and that take neither a partner nor an operator.
 */
export function unauthorizedCalls(sources: Sources): string[] {
  const unauthorized = new Set<string>();
  for (const [file, text] of Object.entries(sources)) {
    if (layerOf(file) !== 'services') continue;
    for (const [, name, parameters] of text.matchAll(exportedFunction)) {
      const accessesData = /\b\w*(?:Database|Context|Query|EntityManager)\b/.test(parameters!);
      const isAuthorized =
        /\b(?:Partner<|ChangeReader|EndpointManager|SignedIn|Supporter|Administrator)/.test(parameters!);
      if (accessesData && !isAuthorized) unauthorized.add(`${file} ${name}`);
    }
  }
  return Object.entries(sources).flatMap(([file, text]) =>
    layerOf(file) === 'services'
      ? []
      : [...text.matchAll(/^import (?:\{|\* as )([^}']*?)\}? from '([^']*)'/gm)].flatMap(
          ([, names, specifier]) => {
            const target = new URL(specifier!, `file:///${file}`).pathname.slice(1);
            return names!
              .split(',')
              .map((name) => name.trim())
              .filter((name) => unauthorized.has(`${target} ${name}`))
              .map((name) => `${file} calls ${name}`);
          },
        ),
  );
}

/** Returns the files of services and GraphQL with an object that has a version and participants. A block has none. */
export function rebuiltUpserts(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(([file]) => ['services', 'graphql'].includes(layerOf(file)))
    .filter(([, text]) =>
      [...text.matchAll(/\{[^{}]*\}/g)].some(
        ([object]) => /\bexternalUpdatedAt\b/.test(object) && /\bparticipants\b(?!: \[\]|: z\b)/.test(object),
      ),
    )
    .map(([file]) => file);
}
