// Starts GraphiQL as its package ships it, with its own tabs and history.

const root = document.getElementById('root');
const { operator, files } = root.dataset;

// Tabs and history are in the browser. They belong to one operator, and are deleted when another one signs in. A window
// that was left open stores nothing after that.

const ownerKey = 'courtbridge:operator';
const isOurs = () => localStorage.getItem(ownerKey) === operator;

function clear() {
  localStorage.clear();
  localStorage.setItem(ownerKey, operator);
}

if (!isOurs()) clear();

const storage = {
  get length() {
    return localStorage.length;
  },
  clear,
  getItem: (key) => (isOurs() ? localStorage.getItem(key) : null),
  removeItem: (key) => localStorage.removeItem(key),
  setItem: (key, value) => isOurs() && localStorage.setItem(key, value),
};

/** The document of the address (`?query=…&variables=…`), or that of the tab that was open last. It is not run. */
function opened() {
  const asked = new URL(location.href).searchParams;
  const { tabs = [], activeTabIndex } = JSON.parse(storage.getItem('graphiql:tabState') ?? '{}');
  // A reload opens the last tab, and not this document again.
  history.replaceState(null, '', location.pathname);
  if (asked.has('query')) return Object.fromEntries(asked);
  return tabs[activeTabIndex];
}

const { query, variables } = opened() ?? {};

const workers = { editorWorkerService: 'editor', json: 'json', graphql: 'graphql' };
globalThis.MonacoEnvironment = {
  getWorkerUrl: (_module, label) => `${files}/${workers[label]}.worker.js`,
};

// By GET, because browsers do not cache responses to POST.
const { data: schema } = await fetch('/graphql/introspection').then(
  (response) => response.json(),
  () => ({}),
);

YogaGraphiQL.renderYogaGraphiQL(root, {
  title: 'GraphiQL',
  schema,
  storage,
  query,
  // Without them GraphiQL takes those that were edited last, in whichever tab.
  variables: variables ?? '',
  // Headers may have a token, and GraphiQL stores those of its history.
  isHeadersEditorEnabled: false,
  shouldPersistHeaders: false,
  // Those of GraphiQL: documentation and history. Yoga's have no history.
  plugins: undefined,
  // Yoga would put the document into the address.
  onEditQuery: undefined,
});
