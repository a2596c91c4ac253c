import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const folder = new URL('playbook/', import.meta.url);

/** A task of the playbook: a document, with a comment that says what it is for, and variables to fill in. */
export interface PlaybookTask {
  /** The file, without its ending. */
  name: string;
  query: string;
  variables: string;
}

/** Every task, in the order of their numbers. The variables stand beside the document, as JSON. */
export async function readPlaybook(): Promise<PlaybookTask[]> {
  const files = (await readdir(folder))
    .filter((file) => file.endsWith('.graphql'))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  return Promise.all(
    files.map(async (file) => ({
      name: file.replace('.graphql', ''),
      query: await readFile(new URL(file, folder), 'utf8'),
      variables: await readFile(new URL(file.replace('.graphql', '.variables.json'), folder), 'utf8'),
    })),
  );
}

const compress = promisify(gzip);
let page: Promise<Buffer> | undefined;

/** GraphiQL without internet, with the playbook in its tabs; made and compressed once. */
export async function graphiqlPage(): Promise<Response> {
  page ??= render();
  return new Response(new Uint8Array(await page), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Cache-Control': 'private, no-cache',
      // The page is one file: its scripts and workers are inside.
      'Content-Security-Policy':
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; worker-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'",
      'Referrer-Policy': 'same-origin',
    },
  });
}

// A tab that is pressed jumps aside, to be dragged, and the click ends beside it: tabs could not be changed by mouse. No upstream
// issue known; goes when the test with a browser passes without.
const keepTabsInPlace = '<style>.graphiql-tab { transform: none !important; }</style>';

/**
 * A document of the address (`?query=…&variables=…`) stands in a tab of its own, in front, and waits for whoever came: nothing
 * runs by itself. GraphiQL would take the query of an address with the variables of the first task.
 */
const openAddressed = `((root, options) => {
  const asked = new URL(location.href).searchParams;
  const query = asked.get('query');
  const variables = asked.get('variables') ?? '';
  const tabs = query === null ? options.defaultTabs : [{ query, variables }, ...options.defaultTabs];
  const first = query === null ? {} : { query, variables };
  YogaGraphiQL.renderYogaGraphiQL(root, { ...options, ...first, defaultTabs: tabs });
})(`;

async function render(): Promise<Buffer> {
  // Nine megabytes: loaded when the first operator comes.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const tasks = await readPlaybook();
  const options = {
    title: 'Courtbridge operators',
    favicon: '/favicon.svg',
    // Those of the first tab, or GraphiQL would add an empty one when it is loaded again (graphql/graphiql#2825); goes when
    // render-graphiql brings the GraphiQL that mends it (graphql/graphiql#4476).
    query: tasks[0]!.query,
    variables: tasks[0]!.variables,
    defaultTabs: tasks.map(({ query, variables }) => ({ query, variables })),
    credentials: 'same-origin' as const,
  };
  const html = renderGraphiQL(options)
    .replace('</head>', `${keepTabsInPlace}</head>`)
    .replace('YogaGraphiQL.renderYogaGraphiQL(', () => openAddressed);
  return compress(html);
}
