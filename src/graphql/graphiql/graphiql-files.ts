import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ApiError } from '../../api-error.ts';
import type { Route } from '../../http/router.ts';
import { keptResponse } from '../../pages/kept-response.ts';

const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';

/** Nine megabytes. Loaded with the first request of an operator. */
const library = () => import('@graphql-yoga/render-graphiql/graphiql');
const ownFile = (name: string) => readFile(new URL(`files/${name}`, import.meta.url), 'utf8');

/** The files of GraphiQL by their public names. */
const files = {
  'graphiql.js': { type: script, make: async () => (await library()).js },
  'graphiql.css': { type: css, make: async () => (await library()).css },
  'editor.worker.js': { type: script, make: async () => (await library()).editorWorkerService },
  'json.worker.js': { type: script, make: async () => (await library()).jsonWorker },
  'graphql.worker.js': { type: script, make: async () => (await library()).graphqlWorker },
  'start.js': { type: script, make: () => ownFile('start.js') },
  'page.css': { type: css, make: () => ownFile('page.css') },
};

let folder: Promise<string> | undefined;

/** The path of this release's files. It changes with their content, so browsers can cache them. */
export function graphiqlFolder(): Promise<string> {
  folder ??= hashOfAll().then((hash) => `/graphql/files/${hash}`);
  return folder;
}

async function hashOfAll(): Promise<string> {
  const hash = createHash('sha256');
  for (const { make } of Object.values(files)) hash.update(await make());
  return hash.digest('base64url').slice(0, 22);
}

/** Serves the files of GraphiQL. They are public: they contain no data. */
export function graphiqlFilesRoute(): Route {
  const cacheControl = 'public, max-age=31536000, immutable';
  const answers = new Map(
    Object.entries(files).map(([file, kept]) => [file, keptResponse({ ...kept, cacheControl })]),
  );
  return {
    path: '/graphql/files/{version}/{file}',
    methods: ['GET', 'HEAD'],
    answer: async (request, context, target) => {
      const { version, file } = target.rawParameters;
      const answer = answers.get(file!);
      if (!answer) throw new ApiError('route_not_found');
      const response = await answer(request, context, target);
      // During a rolling update, a page of one release may request files from the other. A response under a foreign
      // address must not be cached.
      if (!(await graphiqlFolder()).endsWith(`/${version}`))
        response.headers.set('Cache-Control', 'no-store');
      return response;
    },
  };
}
