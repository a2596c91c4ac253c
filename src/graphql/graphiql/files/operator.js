// The bar over GraphiQL: the playbook, ids that go from task to task, and what stays in the browser.
//
// GraphiQL is taken as it is: it is told what to store by its `storage`, what to ask by its `fetcher`, and tells of its tabs by
// `onTabChange`. Tabs are opened by its own buttons, and its editors are reached by Monaco's own interface.

const { operator, files } = document.body.dataset;
const { tasks, ids, types } = JSON.parse(byId('settings').textContent);

function byId(id) {
  return document.getElementById(id);
}

// What stays in the browser: tabs and history in the local storage, ids for as long as the window is open. It is of one operator,
// and another who signs in finds nothing of it. A window that was left open writes nothing for somebody else.

const ownerKey = 'courtbridge:operator';
const idsKey = 'courtbridge:ids';
const isOurs = () => localStorage.getItem(ownerKey) === operator;

function forget() {
  for (const store of [localStorage, sessionStorage])
    for (const key of Object.keys(store)) if (/^(?:graphiql|courtbridge):/.test(key)) store.removeItem(key);
}

if (!isOurs()) {
  forget();
  localStorage.setItem(ownerKey, operator);
}

const readJson = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Headers may have a token: they are in the memory of this window alone, as are answers. */
const withoutSecrets = (key, value) => (['headers', 'response', 'hash'].includes(key) ? null : value);

const storage = {
  get length() {
    return Object.keys(localStorage).filter((key) => key.startsWith('graphiql:')).length;
  },
  clear() {
    forget();
    localStorage.setItem(ownerKey, operator);
  },
  getItem(key) {
    // Those of the tab that is open, or GraphiQL would add an empty one when it is loaded again (graphql/graphiql#2825); goes when
    // render-graphiql brings the GraphiQL that mends it (graphql/graphiql#4476).
    if (key === 'graphiql:query') return activeTab().query;
    if (key === 'graphiql:variables') return activeTab().variables;
    if (key === 'graphiql:tabState') return JSON.stringify(state);
    return isOurs() ? localStorage.getItem(key) : null;
  },
  removeItem: (key) => localStorage.removeItem(key),
  setItem(key, value) {
    if (!isOurs() || /^graphiql:(?:query|variables|headers|shouldPersistHeaders)$/.test(key)) return;
    // GraphiQL gives the tabs as they were before they had their names.
    const given = key === 'graphiql:tabState' ? withEdited(state) : readJson(value);
    const text = typeof given === 'object' ? JSON.stringify(given, withoutSecrets) : value;
    localStorage.setItem(key, text);
  },
};

// Tabs. That of a task knows its task. While its text is that of the playbook, it is of the release that is loaded, and used again.

/** As GraphiQL told it last. */
let state;
const activeTab = () => state.tabs[state.activeTabIndex];
const taskOf = (tab) => tasks.find(({ name }) => name === tab?.task);
const isEdited = (tab, task) => (tab.query ?? '') !== task.query;

/** What a tab was opened from: a task, or a query that an operator has saved, which the tab keeps as it was then. */
const sourceOf = (tab) => taskOf(tab) ?? tab?.saved;

function titled(tab) {
  const source = sourceOf(tab);
  if (source) tab.title = isEdited(tab, source) ? `${source.title} (edited)` : source.title;
  return tab;
}

/** Whether a tab was edited is known to the release that has opened it. */
function withEdited(stored) {
  for (const tab of stored.tabs) {
    const task = taskOf(tab);
    if (task) tab.edited = isEdited(tab, task);
  }
  return stored;
}

function tabOf(task) {
  return {
    id: crypto.randomUUID?.() ?? String(Math.random()),
    hash: null,
    title: task.title,
    task: task.name,
    query: task.query,
    variables: variablesOf(task),
    headers: null,
    operationName: null,
    response: null,
  };
}

function openingTabs() {
  const stored = readJson(localStorage.getItem('graphiql:tabState'));
  const isTab = (tab) => typeof tab?.id === 'string' && typeof tab.title === 'string';
  const tabs = Array.isArray(stored?.tabs) ? stored.tabs.filter(isTab) : [];
  for (const tab of tabs) {
    const task = taskOf(tab);
    if (!task) {
      titled(tab);
      continue;
    }
    if (!tab.edited) tab.query = task.query;
    if (
      !tab.edited &&
      Object.keys(readJson(tab.variables) ?? {}).join() !== Object.keys(readJson(task.variables)).join()
    )
      tab.variables = variablesOf(task);
    titled(tab);
  }
  const asked = addressed();
  if (asked) {
    const open = tabs.findIndex(
      (tab) => tab.query === asked.query && (tab.variables ?? '') === asked.variables,
    );
    return open === -1 ? { tabs: [asked, ...tabs], activeTabIndex: 0 } : { tabs, activeTabIndex: open };
  }
  if (tabs.length === 0) return { tabs: [tabOf(tasks[0])], activeTabIndex: 0 };
  return { tabs, activeTabIndex: Math.max(0, Math.min(stored.activeTabIndex ?? 0, tabs.length - 1)) };
}

/**
 * The document of the address (`?query=…&variables=…`), as the overview links to it. Nothing runs by itself. The address is plain
 * afterwards: a page that is loaded again opens what was open last.
 */
function addressed() {
  const asked = new URL(location.href).searchParams;
  const query = asked.get('query');
  if (query === null) return undefined;
  history.replaceState(null, '', location.pathname);
  const [, title = 'From a link'] = /^\s*(?:query|mutation)\s+(\w+)/.exec(query) ?? [];
  return { ...tabOf({ name: null, title, query, variables: '' }), variables: asked.get('variables') ?? '' };
}

/** What the tab that is about to be opened is given: its task or saved query, and its text. */
let opening;

/** GraphiQL names a tab by its operation, and keeps whatever else stands in it. */
function onTabChange(next) {
  const { tabs, activeTabIndex } = next;
  const [before, active] = [activeTab(), tabs[activeTabIndex]];
  if (opening) {
    Object.assign(active, opening);
    opening = undefined;
  }
  for (const tab of tabs) titled(tab);
  state = next;
  queueMicrotask(showRun);
  if (before?.id !== active.id) setTimeout(fillVariables);
}

const modelOf = (file) => monaco.editor.getModels().find(({ uri }) => uri.path.endsWith(file));
const queryModel = () => modelOf('operation.graphql');
const variablesModel = () => modelOf('variables.json');
const queryEditor = () => monaco.editor.getEditors().find((editor) => editor.getModel() === queryModel());

/** Opens the tab of a task, or goes to the one that is open, and chooses one of its operations. */
function openTask(task, operation) {
  const open = state.tabs.findIndex((tab) => tab.task === task.name && !isEdited(tab, task));
  const given = { task: task.name, query: task.query };
  if (open === -1) openTab(given, variablesOf(task));
  else goToTab(open);
  choose(operation);
}

function openTab(given, variables) {
  opening = given;
  document.querySelector('.graphiql-tab-add').click();
  queryModel().setValue(given.query);
  variablesModel().setValue(variables);
}

function goToTab(index) {
  if (index !== state.activeTabIndex) byId(`graphiql-session-tab-${index}`).click();
}

/** Opens a query that an operator has saved, with its variables: always as it was saved last. */
function openSaved({ id, name, document: query, variables }) {
  const saved = { id, title: name, query, variables: variables ?? '' };
  const isAsSaved = (tab) =>
    tab.saved?.id === id &&
    tab.saved.title === name &&
    tab.query === query &&
    (tab.variables ?? '') === saved.variables;
  const open = state.tabs.findIndex(isAsSaved);
  if (open === -1) openTab({ task: null, saved, query }, saved.variables);
  else goToTab(open);
  choose(undefined);
}

function choose(operation) {
  activeTab().chosen = operation;
  if (operation) goTo(operation);
  fillVariables();
  showRun();
  document.querySelector('.graphiql-tab-active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function goTo(operation) {
  const at = queryModel()
    .getValue()
    .search(new RegExp(`^(?:query|mutation)\\s+${operation}\\b`, 'm'));
  if (at === -1) return;
  const position = queryModel().getPositionAt(at);
  queryEditor().setPosition(position);
  queryEditor().revealLineNearTop(position.lineNumber);
}

/** Whether an operation of a document is a mutation. What comments and strings have does not count. */
function isMutation(query, operation) {
  const bare = query.replaceAll(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, '');
  return new RegExp(`\\bmutation\\s+${operation}\\b`).test(bare);
}

const run = byId('run');

function showRun() {
  const tab = activeTab();
  const names = [...(tab.query ?? '').matchAll(/^(?:query|mutation)\s+(\w+)/gm)].map(([, name]) => name);
  const chosen = names.includes(tab.chosen) ? tab.chosen : names[0];
  run.hidden = chosen === undefined;
  run.textContent = isMutation(tab.query ?? '', chosen) ? `Run ${chosen} (changes data)` : `Run ${chosen}`;
  run.value = chosen ?? '';
}

/** The operation that runs because its button was pressed: GraphiQL itself learns of a new document a little later. */
let running;

run.addEventListener('click', () => {
  running = run.value;
  goTo(running);
  queryEditor().getAction('graphql-run').run();
  // Where the answer stands below, it is brought into view.
  const session = byId('graphiql-session');
  session.scrollTop +=
    document.querySelector('.graphiql-response').getBoundingClientRect().top -
    session.getBoundingClientRect().top;
});

// Ids: what an answer names, and what was asked by, is filled into the variables of the other tasks. Ids alone, and never a secret.

const kept = readJson(sessionStorage.getItem(idsKey));
const known = kept?.operator === operator ? kept : { operator, ids: {}, former: {} };

function remember(name, value) {
  if (known.ids[name] === value) return;
  known.former[name] = [value, ...(known.former[name] ?? [])].slice(0, 50);
  known.ids[name] = value;
  if (isOurs()) sessionStorage.setItem(idsKey, JSON.stringify(known));
}

const isPlaceholder = (value) => typeof value === 'string' && /^put .* here$/.test(value);

/** Ids of an answer, the nearest first; of a list only where it has one row. */
function learn(data) {
  const found = new Map();
  const { me, ...asked } = data;
  let level = [[asked, 'Query']];
  for (const [key, value] of Object.entries(asked)) {
    const type = types.Query[key] ?? types.Mutation[key];
    if (type) level.push([value, type]);
  }
  level = level.slice(1);
  while (level.length > 0) {
    const below = [];
    const ofLists = [];
    for (const [value, given] of level) {
      const thing = Array.isArray(value) && value.length === 1 ? value[0] : value;
      if (thing === null || typeof thing !== 'object' || Array.isArray(thing)) continue;
      const type = types[thing.__typename] ? thing.__typename : given;
      const idName = type === 'WebhookDelivery' ? 'changeId' : `${type[0].toLowerCase()}${type.slice(1)}Id`;
      const named = { ...thing, ...(typeof thing.id === 'string' ? { [idName]: thing.id } : {}) };
      for (const [name, text] of Object.entries(named))
        if (ids.includes(name) && typeof text === 'string' && !found.has(name)) found.set(name, text);
      for (const [field, next] of Object.entries(types[type] ?? {}))
        if (thing[field]) (Array.isArray(thing[field]) ? ofLists : below).push([thing[field], next]);
    }
    level = [...below, ...ofLists];
  }
  for (const [name, value] of found) remember(name, value);
}

/** What stands in the variables still as the playbook gave it, or as it was filled in before, becomes what is known now. */
function filled(text, defaults = {}) {
  return text.replaceAll(/"(\w+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (all, name, between, value) => {
    const id = known.ids[name];
    if (id === undefined || !ids.includes(name)) return all;
    const isFree = isPlaceholder(value) || value === defaults[name] || known.former[name]?.includes(value);
    return isFree ? `"${name}"${between}${JSON.stringify(id)}` : all;
  });
}

function fillVariables() {
  const model = variablesModel();
  const task = taskOf(activeTab());
  if (!model || !task) return;
  const before = model.getValue();
  const text = filled(before, readJson(task.variables));
  if (text === before) return;
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
}

/** The variables of a task, with ids that are known and times that are of today. */
function variablesOf(task) {
  const [hour, day] = [3_600_000, 86_400_000];
  const now = Date.now();
  const startOfDay = now - (now % day);
  const isOfDay = task.variables.includes('"until"');
  const times = {
    from: isOfDay ? startOfDay : now - (now % hour) - day,
    until: startOfDay + day,
    to: now - (now % hour) + hour,
    startDate: startOfDay + day + 10 * hour,
    endDate: startOfDay + day + 11 * hour,
    externalUpdatedAt: now,
  };
  const dated = task.variables.replaceAll(/"(\w+)"(\s*:\s*)"[\d-]+T[^"]*Z"/g, (all, name, between) =>
    name in times ? `"${name}"${between}"${new Date(times[name]).toISOString().slice(0, 19)}Z"` : all,
  );
  return filled(dated, readJson(task.variables));
}

// Asking.

async function fetcher({ query, operationName, variables }, { headers = {} } = {}) {
  const isIntrospection = operationName === 'IntrospectionQuery' && Object.keys(headers).length === 0;
  if (isIntrospection) return answerOf(await fetch('/graphql/introspection'));
  const name = running ?? operationName;
  running = undefined;
  // Chosen in GraphiQL itself.
  if (name) activeTab().chosen = name;
  showRun();
  const given = Object.entries(variables ?? {}).filter(([, value]) => !isPlaceholder(value));
  for (const [key, value] of given) if (ids.includes(key) && typeof value === 'string') remember(key, value);
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { Accept: 'application/json', ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, operationName: name, variables: Object.fromEntries(given) }),
  });
  const answer = await answerOf(response);
  if (answer.data) learn(answer.data);
  setTimeout(fillVariables);
  return answer;
}

async function answerOf(response) {
  if (response.status === 401) showEnded();
  const answer = readJson(await response.text());
  return (
    answer ?? {
      errors: [{ message: `The service answered ${response.status}, and no JSON. Try again in a moment.` }],
    }
  );
}

// The end of a session: said, and the way back is here. What was typed stays in the tabs.

const ended = byId('ended');

function showEnded() {
  if (!ended.open) ended.showModal();
}

addEventListener('storage', ({ key }) => {
  if ((key === null || key === ownerKey) && !isOurs()) showEnded();
});

byId('sign-out').addEventListener('submit', forget);

// The playbook.

const playbook = byId('playbook');

function entry(text, title, go) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.title = title;
  button.addEventListener('click', () => {
    playbook.hidePopover();
    go();
  });
  const item = document.createElement('li');
  item.append(button);
  return item;
}

for (const task of tasks) {
  const section = document.createElement('section');
  const heading = document.createElement('h3');
  heading.textContent = task.title;
  const list = document.createElement('ul');
  for (const { name, title } of task.operations) list.append(entry(title, name, () => openTask(task, name)));
  section.append(heading, list);
  byId('tasks').insertBefore(section, byId('saved'));
}

// What operators have saved: asked for each time that the playbook is opened, since others save, too.

const savedDocument = `query SavedQueries($after: String) {
  savedQueries(first: 100, after: $after) {
    nodes { id name document isMutation variables savedBy { name } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** @throws Error that says why there are none. */
async function readSaved() {
  const found = [];
  let after = null;
  do {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: savedDocument, variables: { after } }),
    });
    const { data, errors, error } = await answerOf(response);
    if (!data) throw new Error((errors?.[0] ?? error).message);
    found.push(...data.savedQueries.nodes);
    const { hasNextPage, endCursor } = data.savedQueries.pageInfo;
    after = hasNextPage ? endCursor : null;
  } while (after !== null);
  return found.sort((one, other) => one.name.localeCompare(other.name));
}

/** Opened twice in a row, the answer that was asked for last is shown, whichever comes first. */
let lastAsked = 0;

async function showSaved() {
  lastAsked += 1;
  const asked = lastAsked;
  // Those of before may have been changed or deleted since.
  listSaved([], 'They are being read.');
  let found = [];
  let told = '';
  try {
    found = await readSaved();
    if (found.length === 0) told = 'None yet: tab 17 saves one.';
  } catch ({ message }) {
    told = `They could not be read: ${message.replace(/\.?$/, '.')} Close the playbook and open it again.`;
  }
  if (asked !== lastAsked) return;
  listSaved(found, told);
}

function listSaved(found, told) {
  const items = found.map((saved) => {
    const item = entry(saved.name, `Saved by ${saved.savedBy.name}`, () => openSaved(saved));
    const by = document.createElement('span');
    by.textContent = `${saved.isMutation ? 'changes data, ' : ''}by ${saved.savedBy.name}`;
    item.append(by);
    return item;
  });
  byId('saved')
    .querySelector('ul')
    .replaceChildren(...items);
  byId('saved-told').textContent = told;
  find();
}

function find() {
  const words = byId('find').value.toLowerCase().split(/\s+/);
  const isFound = (text) => words.every((word) => text.toLowerCase().includes(word));
  let shown = 0;
  for (const section of byId('tasks').children) {
    const heading = section.querySelector('h3').textContent;
    let inSection = 0;
    for (const item of section.querySelectorAll('li')) {
      item.hidden = !isFound(`${heading} ${item.textContent} ${item.firstChild.title}`);
      if (!item.hidden) inSection += 1;
    }
    // What is said instead of a list is there for whoever looks for the list.
    const told = section.querySelector('p')?.textContent;
    if (told && isFound(heading)) inSection += 1;
    section.hidden = inSection === 0;
    shown += inSection;
  }
  byId('nothing').hidden = shown > 0;
}

byId('find').addEventListener('input', find);

playbook.addEventListener('toggle', ({ newState }) => {
  if (newState !== 'open') return;
  byId('tasks').scrollTop = 0;
  showSaved();
});

// GraphiQL itself: its script comes after this one.

state = openingTabs();

const workers = { editorWorkerService: 'editor', json: 'json', graphql: 'graphql' };
globalThis.MonacoEnvironment = {
  globalAPI: true,
  getWorkerUrl: (_module, label) => `${files}/${workers[label]}.worker.js`,
};

document.addEventListener('DOMContentLoaded', () => {
  for (const [name, base, accent] of [
    ['courtbridge-light', 'vs', '#0f6b47'],
    ['courtbridge-dark', 'vs-dark', '#62d6a0'],
  ]) {
    const isDark = base === 'vs-dark';
    monaco.editor.defineTheme(name, {
      base,
      inherit: true,
      colors: {
        'editor.background': '#00000000',
        'scrollbar.shadow': '#00000000',
        'editorHoverWidget.background': isDark ? '#17211c' : '#ffffff',
        'editorSuggestWidget.background': isDark ? '#17211c' : '#ffffff',
        'editorSuggestWidget.selectedBackground': isDark ? '#223029' : '#e6efe9',
        'list.highlightForeground': accent,
        'textLink.foreground': accent,
      },
      rules: [
        { token: 'keyword.gql', foreground: accent.slice(1) },
        { token: 'comment.gql', foreground: isDark ? 'a7b8ae' : '4c5f55' },
        { token: 'string.key.json', foreground: isDark ? '9cc9ff' : '1d4f91' },
        { token: 'string.value.json', foreground: isDark ? 'e8c48a' : '7a4a00' },
        { token: 'argument.identifier.gql', foreground: isDark ? 'c9b6ff' : '6a3fb5' },
        { token: 'variable.gql', foreground: isDark ? 'e8c48a' : '7a4a00' },
        { token: 'identifier.gql', foreground: isDark ? '9cc9ff' : '1d4f91' },
      ],
    });
  }
  // On a phone each column counts.
  if (matchMedia('(max-width: 800px)').matches)
    monaco.editor.onDidCreateEditor((editor) =>
      editor.updateOptions({ lineNumbers: 'off', folding: false, wordWrap: 'on', lineDecorationsWidth: 0 }),
    );
  YogaGraphiQL.renderYogaGraphiQL(byId('root'), {
    title: ' ',
    storage,
    fetcher,
    onTabChange,
    shouldPersistHeaders: false,
    showPersistHeadersSettings: false,
    // Yoga would put the document into the address, which stays in the history of the browser.
    onEditQuery: () => {},
    editorTheme: { light: 'courtbridge-light', dark: 'courtbridge-dark' },
    defaultTabs: state.tabs.map(({ query, variables }) => ({ query, variables })),
  });
  showRun();
});
