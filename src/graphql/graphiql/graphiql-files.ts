import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ApiError } from '../../errors.ts';
import type { Route } from '../../http/router.ts';
import { keptAnswer } from '../../pages/kept-answer.ts';

const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** Nine megabytes: loaded when the first operator comes. */
const library = () => import('@graphql-yoga/render-graphiql/graphiql');
const ownFile = (name: string) => readFile(new URL(`files/${name}`, import.meta.url), 'utf8');

/** What GraphiQL consists of, under the names that it is served by. */
const files = {
  'graphiql.js': { type: script, make: async () => (await library()).js },
  'graphiql.css': { type: css, make: async () => (await library()).css },
  'editor.worker.js': { type: script, make: async () => (await library()).editorWorkerService },
  'json.worker.js': { type: script, make: async () => (await library()).jsonWorker },
  'graphql.worker.js': { type: script, make: async () => (await library()).graphqlWorker },
  'operator.js': { type: script, make: () => ownFile('operator.js') },
  'operator.css': { type: css, make: () => ownFile('operator.css') },
};

let folder: Promise<string> | undefined;

/** The address below which the files of this release are: another as soon as anything in them is, so that browsers may keep them. */
export function graphiqlFolder(): Promise<string> {
  folder ??= hashOfAll().then((hash) => `/graphql/files/${hash}`);
  return folder;
}

async function hashOfAll(): Promise<string> {
  const hash = createHash('sha256');
  for (const { make } of Object.values(files)) hash.update(await make());
  return hash.digest('base64url').slice(0, 22);
}

/** The files of GraphiQL, for everybody: there is nothing of anybody in them. */
export function graphiqlFilesRoute(): Route {
  const cacheControl = 'public, max-age=31536000, immutable';
  const answers = new Map(
    Object.entries(files).map(([file, kept]) => [file, keptAnswer({ ...kept, cacheControl })]),
  );
  return {
    path: '/graphql/files/{version}/{file}',
    methods: ['GET', 'HEAD'],
    answer: async (request, context, target) => {
      const { version, file } = target.rawParameters;
      const answer = answers.get(file!);
      if (!answer) throw new ApiError('route_not_found');
      const response = await answer(request, context, target);
      // While two releases serve at once, a page of the one asks the other: nothing may be kept under an address that is not its own.
      if (!(await graphiqlFolder()).endsWith(`/${version}`))
        response.headers.set('Cache-Control', 'no-store');
      return response;
    },
  };
}
