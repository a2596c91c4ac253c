/** Texts of source files, by their path below `src`. */
export type Sources = Record<string, string>;

/** One import of a file of `src`. */
export interface Import {
  file: string;
  /** As it is written. */
  specifier: string;
  /** The file of `src` that is meant; undefined for a package. */
  target: string | undefined;
  /** `import type`: nothing is left of it when the program runs. Of `import { type … }` the import is. */
  isType: boolean;
}

/** The folder below `src`; a file at the top is a layer of its own. */
export const layerOf = (file: string) => file.split('/')[0]!;

const statement =
  /^(?:import|export)\s+(?<type>type\s)?[^'";]*?\bfrom\s+'(?<from>[^']+)'|^import\s+'(?<bare>[^']+)'|\bimport\(\s*'(?<later>[^']+)'\s*\)/gm;

/** Every import of the files, also those that are made later (`await import(…)`). */
export function importsOf(sources: Sources): Import[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(statement)].map(({ groups = {} }) => {
      const specifier = (groups.from ?? groups.bare ?? groups.later)!;
      const target = specifier.startsWith('.')
        ? new URL(specifier, `file:///${file}`).pathname.slice(1)
        : undefined;
      return { file, specifier, target, isType: groups.type !== undefined };
    }),
  );
}

/** Imports of layers that the table does not allow to the layer of the file. */
export function upwardImports(imports: Import[], mayImport: Record<string, string[]>): string[] {
  return imports
    .filter(({ file, target }) => {
      if (target === undefined || layerOf(file) === layerOf(target)) return false;
      return !mayImport[layerOf(file)]?.includes(layerOf(target));
    })
    .map(({ file, target }) => `${file} imports ${target}`);
}

/** Files that import each other, directly or by others: each circle as the files in it (Tarjan's components). */
export function circles(imports: Import[]): string[] {
  const next = Map.groupBy(imports, ({ file }) => file);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const { target } of next.get(file) ?? []) {
      if (target === undefined) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const members = open.splice(open.indexOf(file));
    const isOwn = next.get(file)?.some(({ target }) => target === file);
    if (members.length > 1 || isOwn) found.push(members.sort().join(' <-> '));
  };
  for (const file of next.keys()) if (!order.has(file)) visit(file);
  return found.sort();
}

/** Packages, and modules of Node, where the table does not allow them to the layer of the file. */
export function strayPackages(imports: Import[], mayBeUsedBy: Record<string, string[]>): string[] {
  return imports
    .filter(({ file, specifier, target }) => {
      if (target !== undefined) return false;
      return !mayBeUsedBy[packageOf(specifier)]?.includes(layerOf(file));
    })
    .map(({ file, specifier }) => `${file} uses ${specifier}`);
}

/** `@scope/name` of `@scope/name/part`, `node:fs` of `node:fs/promises`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Files that use what Node has for requests, which asks name servers by itself and follows redirects. */
export function bareRequests(sources: Sources): string[] {
  const request =
    /(?:\b(?:await|return|void)|=>|[=(,[?:!])\s*(?:globalThis\.)?fetch\(|\bnew (?:WebSocket|EventSource)\(/;
  return Object.keys(sources).filter((file) => request.test(sources[file]!));
}

/** Refusals of services that no list of codes has made. */
export function bareRefusals(sources: Sources): string[] {
  return Object.entries(sources)
    .filter(([file, text]) => file.startsWith('services/') && /\bnew ApiError\b/.test(text))
    .map(([file]) => `${file} makes an ApiError by itself`);
}

/** Returns the mutations whose error list is not that of their own verb, or of its version for operators. */
export function foreignLists(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, text]) =>
    [...text.matchAll(/^defineMutation\('(\w+)'[\s\S]*?^ {2}errors: (?:errorsWhenActing\()?(\w*)/gm)]
      .filter(([, mutation, list]) => ![`${mutation}Errors`, `${mutation}AsOperatorErrors`].includes(list!))
      .map(([, mutation, list]) => `${file}: ${mutation} answers by ${list || 'codes of its own'}`),
  );
}

/**
 * What a verb's file must not export, or lacks: it exports the verb, under the file's name, and its list of codes; beside
 * it, its answers in the database (`xAnswers`), and schemas and types, which begin with a capital.
 *
 * @param others files of these rooms that are no verb's, with the reason.
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
      (name) => ![verb, `${verb}Errors`, `${verb}Answers`].includes(name) && !/^[A-Z]/.test(name),
    );
    return [
      ...lacking.map((name) => `${file} lacks ${name}`),
      ...further.map((name) => `${file} also exports ${name}`),
    ];
  });
  return [...gone.map((file) => `${file} is listed, and gone`), ...faults];
}

/**
 * Tests that stand beside no source: each is named as a file or a folder of `src` is, or is listed as one of a whole.
 *
 * @param wholes with the reason.
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
