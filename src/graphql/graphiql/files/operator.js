// The bar above GraphiQL: the playbook, ids that are passed between tasks, and browser storage.
//
// GraphiQL is used unmodified. `storage` defines what it stores, `fetcher` sends its requests, and `onTabChange`
// reports its tabs. Tabs are opened with its own buttons, and its editors are accessed through Monaco's interface.

const { operator, files } = document.body.dataset;
const { tasks, ids, types } = JSON.parse(byId('settings').textContent);

function byId(id) {
  return document.getElementById(id);
}

// Browser storage: tabs and history in the local storage, ids for the lifetime of the window. The data belongs to one
// operator and is deleted when another signs in. A window that was left open does not write over another operator's
// data.

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

/** Headers may contain a token. Like responses, they are only in the memory of this window. */
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
    // Return the query of the active tab, or GraphiQL would add an empty tab on reload (graphql/graphiql#2825). Remove
    // this when render-graphiql contains the GraphiQL with the fix (graphql/graphiql#4476).
    if (key === 'graphiql:query') return activeTab().query;
    if (key === 'graphiql:variables') return activeTab().variables;
    if (key === 'graphiql:tabState') return JSON.stringify(state);
    return isOurs() ? localStorage.getItem(key) : null;
  },
  removeItem: (key) => localStorage.removeItem(key),
  setItem(key, value) {
    if (!isOurs() || /^graphiql:(?:query|variables|headers|shouldPersistHeaders)$/.test(key)) return;
    // GraphiQL passes the tabs as they were before they were named.
    const given = key === 'graphiql:tabState' ? withEdited(state) : readJson(value);
    const text = typeof given === 'object' ? JSON.stringify(given, withoutSecrets) : value;
    localStorage.setItem(key, text);
  },
};

// Tabs. The tab of a task refers to its task. While its text is unchanged, it is updated with each release, and reused.

/** The last state from GraphiQL. */
let state;
const activeTab = () => state.tabs[state.activeTabIndex];
const taskOf = (tab) => tasks.find(({ name }) => name === tab?.task);
const isEdited = (tab, task) => (tab.query ?? '') !== task.query;

/** The source of a tab: a task, or a saved query in the version that the tab was opened with. */
const sourceOf = (tab) => taskOf(tab) ?? tab?.saved;

function titled(tab) {
  const source = sourceOf(tab);
  if (source) tab.title = isEdited(tab, source) ? `${source.title} (edited)` : source.title;
  return tab;
}

/** Stores which tabs were edited, because only the release that opened a tab can tell. */
function withEdited(stored) {
  for (const tab of stored.tabs) {
    const task = taskOf(tab);
    if (task) tab.edited = isEdited(tab, task);
  }
  return stored;
}

function tabOf(task) {
  const filledIn = {};
  return {
    id: crypto.randomUUID?.() ?? String(Math.random()),
    hash: null,
    title: task.title,
    task: task.name,
    query: task.query,
    variables: variablesOf(task, filledIn),
    filledIn,
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
    // Tabs of the previous release have none.
    tab.filledIn ??= {};
    const task = taskOf(tab);
    if (!task) {
      titled(tab);
      continue;
    }
    if (!tab.edited) tab.query = task.query;
    if (
      !tab.edited &&
      Object.keys(readJson(tab.variables) ?? {}).join() !== Object.keys(readJson(task.variables)).join()
    ) {
      tab.filledIn = {};
      tab.variables = variablesOf(task, tab.filledIn);
    }
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
 * Reads the document from the address (`?query=…&variables=…`), as in the links of the overview. It does not run the
 * document. The address is then reset, so that a reload opens the last tab.
 */
function addressed() {
  const asked = new URL(location.href).searchParams;
  const query = asked.get('query');
  if (query === null) return undefined;
  history.replaceState(null, '', location.pathname);
  const [, title = 'From a link'] = /^\s*(?:query|mutation)\s+(\w+)/.exec(query) ?? [];
  return { ...tabOf({ name: null, title, query, variables: '' }), variables: asked.get('variables') ?? '' };
}

/** The source and text of the tab that is being opened. */
let opening;

/** GraphiQL names a tab by its operation, and keeps additional properties. */
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
  if (before?.id !== active.id) setTimeout(() => fillVariables());
}

const modelOf = (file) => monaco.editor.getModels().find(({ uri }) => uri.path.endsWith(file));
const queryModel = () => modelOf('operation.graphql');
const variablesModel = () => modelOf('variables.json');
const queryEditor = () => monaco.editor.getEditors().find((editor) => editor.getModel() === queryModel());

/** Opens the tab of a task, or selects it if it is open, and chooses one of its operations. */
function openTask(task, operation) {
  const open = state.tabs.findIndex((tab) => tab.task === task.name && !isEdited(tab, task));
  const given = { task: task.name, query: task.query, filledIn: {} };
  if (open === -1) openTab(given, variablesOf(task, given.filledIn));
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

/** Opens a saved query with its variables, in the latest version. */
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
  setToken(null);
  fillVariables(true);
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

/** Returns whether an operation of a document is a mutation. Ignores comments and strings. */
function isMutation(query, operation) {
  const bare = query.replaceAll(/"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#.*/g, '');
  return new RegExp(`\\bmutation\\s+${operation}\\b`).test(bare);
}

/** Returns whether an operation is a dry run without a confirmation: it would do harm on a wrong record. */
function needsConfirmation(query, operation) {
  const head = new RegExp(`\\bmutation\\s+${operation}\\s*\\(([^)]*)\\)`).exec(query);
  return head?.[1].includes('$confirmToken') ?? false;
}

const run = byId('run');

function showRun() {
  const tab = activeTab();
  const names = [...(tab.query ?? '').matchAll(/^(?:query|mutation)\s+(\w+)/gm)].map(([, name]) => name);
  const chosen = names.includes(tab.chosen) ? tab.chosen : names[0];
  run.hidden = chosen === undefined;
  const changes = isMutation(tab.query ?? '', chosen);
  const isConfirmed = needsConfirmation(tab.query ?? '', chosen) && hasToken();
  run.textContent = isConfirmed
    ? `Confirm ${chosen}`
    : changes
      ? `Run ${chosen} (changes data)`
      : `Run ${chosen}`;
  run.classList.toggle('changes', changes);
  run.value = chosen ?? '';
}

/** The operation whose button was pressed. GraphiQL itself notices a new document a little later. */
let running;

run.addEventListener('click', () => {
  running = run.value;
  goTo(running);
  queryEditor().getAction('graphql-run').run();
  // Scrolls to the response if it is below.
  const session = byId('graphiql-session');
  session.scrollTop +=
    document.querySelector('.graphiql-response').getBoundingClientRect().top -
    session.getBoundingClientRect().top;
});

// Ids from responses and variables are filled into the variables of other tasks. Only ids, never secrets.

const kept = readJson(sessionStorage.getItem(idsKey));
const known = kept?.operator === operator ? kept : { operator, ids: {}, former: {} };

function remember(name, value) {
  if (known.ids[name] === value) return;
  known.former[name] = [value, ...(known.former[name] ?? [])].slice(0, 50);
  known.ids[name] = value;
  if (isOurs()) sessionStorage.setItem(idsKey, JSON.stringify(known));
}

const isPlaceholder = (value) => typeof value === 'string' && /^put .* here$/.test(value);

/** Collects the ids in a response, nearest first. For a list, only if it has one row. */
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

/**
 * Replaces values that are unchanged from the playbook, or that were filled in, by known ids. A tab records what was
 * filled in (`filledIn`). Any other value was typed and stays, even if it is an id that another tab or response had.
 */
function filled(text, filledIn, defaults = {}) {
  return text.replaceAll(/"(\w+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (all, name, between, value) => {
    const id = known.ids[name];
    if (id === undefined || !ids.includes(name)) return all;
    if (!isPlaceholder(value) && value !== defaults[name] && value !== filledIn[name]) return all;
    filledIn[name] = id;
    return `"${name}"${between}${JSON.stringify(id)}`;
  });
}

/** Takes back ids that were filled in: whom to erase or what to revoke has to be entered. */
function emptied(text, filledIn, defaults) {
  return text.replaceAll(/"(\w+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g, (all, name, between, value) => {
    // The tab may be older than this window, which knows only its own ids.
    const isKnown = value === filledIn[name] || known.former[name]?.includes(value);
    return isKnown && typeof defaults[name] === 'string'
      ? `"${name}"${between}${JSON.stringify(defaults[name])}`
      : all;
  });
}

// The token of a dry run is filled into the variables of its tab, so that running it again confirms it.

const token = /"confirmToken"(\s*:\s*)(?:null|"[^"]*")/;
const hasToken = () => /"confirmToken"\s*:\s*"/.test(variablesModel()?.getValue() ?? '');

function setToken(value) {
  const model = variablesModel();
  const before = model?.getValue() ?? '';
  const text = before.replace(token, (_all, between) => `"confirmToken"${between}${JSON.stringify(value)}`);
  if (text !== before) model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
}

/** @param isChosen true when the operation was just chosen */
function fillVariables(isChosen = false) {
  const model = variablesModel();
  const task = taskOf(activeTab());
  if (!model || !task) return;
  const before = model.getValue();
  const { chosen, filledIn } = activeTab();
  const defaults = readJson(task.variables);
  const isEntered = needsConfirmation(task.query, chosen);
  if (isEntered && !isChosen) return;
  const text = isEntered ? emptied(before, filledIn, defaults) : filled(before, filledIn, defaults);
  if (text === before) return;
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
}

/** The variables of a task, with known ids and current times. Adds the ids to `filledIn`. */
function variablesOf(task, filledIn) {
  const [hour, day] = [3_600_000, 86_400_000];
  const now = Date.now();
  const startOfDay = now - (now % day);
  const isOfDay = task.variables.includes('"until"');
  // What is blocked or cancelled begins tomorrow.
  const isPlanned = /mutation \w+\([^)]*\$from/.test(task.query);
  const times = {
    from: isPlanned ? startOfDay + day : isOfDay ? startOfDay : now - (now % hour) - day,
    until: startOfDay + day,
    updatedFrom: startOfDay - 7 * day,
    cancelledFrom: startOfDay - 7 * day,
    to: isPlanned ? startOfDay + 2 * day : now - (now % hour) + hour,
    startDate: startOfDay + day + 10 * hour,
    endDate: startOfDay + day + 11 * hour,
    externalUpdatedAt: now,
  };
  const dated = task.variables.replaceAll(/"(\w+)"(\s*:\s*)"[\d-]+T[^"]*Z"/g, (all, name, between) =>
    name in times ? `"${name}"${between}"${new Date(times[name]).toISOString().slice(0, 19)}Z"` : all,
  );
  return filled(dated, filledIn, readJson(task.variables));
}

// Requests.

/** True while a change is running. A second click must not make it twice. */
let isChanging = false;

async function fetcher({ query, operationName, variables }, { headers = {} } = {}) {
  const isIntrospection = operationName === 'IntrospectionQuery' && Object.keys(headers).length === 0;
  if (isIntrospection) return answerOf(await fetch('/graphql/introspection'));
  const name = running ?? operationName;
  running = undefined;
  // Chosen in GraphiQL.
  if (name) activeTab().chosen = name;
  const { id } = activeTab();
  showRun();
  const changes = isMutation(query, name ?? '\\w+');
  if (changes && isChanging) return failed('A change is running. Wait for its result.');
  const given = Object.entries(variables ?? {}).filter(([, value]) => !isPlaceholder(value));
  const isDestructive = needsConfirmation(query, name);
  if (!isDestructive)
    for (const [key, value] of given)
      if (ids.includes(key) && typeof value === 'string') remember(key, value);
  if (changes) setChanging(true);
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { Accept: 'application/json', ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, operationName: name, variables: Object.fromEntries(given) }),
    });
    const answer = await answerOf(response);
    // Meanwhile another task may have been chosen.
    const isShown = activeTab().id === id && activeTab().chosen === name;
    if (isDestructive && isShown) setToken(tokenIn(answer.data));
    if (!isDestructive && answer.data) learn(answer.data);
    setTimeout(() => fillVariables());
    return answer;
  } catch {
    return failed(
      `The service could not be reached. ${changes ? 'Check whether the change was made.' : 'Run the query again.'}`,
    );
  } finally {
    if (changes) setChanging(false);
    showRun();
  }
}

const failed = (message) => ({ errors: [{ message }] });

function setChanging(value) {
  isChanging = value;
  run.disabled = value;
}

/** The token of a dry run, or null. */
function tokenIn(data) {
  const found = Object.values(data ?? {}).find((result) => typeof result?.confirmToken === 'string');
  return found?.confirmToken ?? null;
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

// The end of a session: shows a message with a link to sign in. The contents of the tabs are kept.

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
  for (const { name, title } of task.operations) {
    const item = entry(title, name, () => openTask(task, name));
    item.classList.toggle('changes', isMutation(task.query, name));
    list.append(item);
  }
  section.append(heading, list);
  byId('tasks').insertBefore(section, byId('saved'));
}

// Saved queries. They are read each time the playbook opens, because other operators save queries, too.

const savedDocument = `query SavedQueries($after: String) {
  savedQueries(first: 100, after: $after) {
    nodes { id name document isMutation variables savedBy { name } }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** @throws Error with the reason */
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

/** If the playbook is opened twice in a row, only the last response is shown. */
let lastAsked = 0;

async function showSaved() {
  lastAsked += 1;
  const asked = lastAsked;
  // Previous entries may have been changed or deleted.
  listSaved([], 'Loading saved queries.');
  let found = [];
  let told = '';
  try {
    found = await readSaved();
    if (found.length === 0) told = 'None yet. Use tab 17 to save a query.';
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
    item.classList.toggle('changes', saved.isMutation);
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
    // A message instead of a list stays visible while searching.
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

// GraphiQL. Its script is loaded after this one.

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
  // On a phone, space is limited.
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
    // Yoga would put the document into the address, and so into the browser history.
    onEditQuery: () => {},
    editorTheme: { light: 'courtbridge-light', dark: 'courtbridge-dark' },
    defaultTabs: state.tabs.map(({ query, variables }) => ({ query, variables })),
  });
  showRun();
});
