// Enhancements of the pages, which also work without them. Stores only the chosen language.

// Addresses from when the reference was one page, such as /docs/reference#createUser and /docs#/users/createUser.
if (['/docs', '/docs/reference'].includes(location.pathname) && location.hash !== '') {
  const id = decodeURIComponent(location.hash.split(/[#/]/).at(-1)).replaceAll(' ', '-');
  const link = document.querySelector(`:is(dt, li)#${CSS.escape(id)} > a`);
  if (link) location.replace(link.href);
  else if (location.hash.startsWith('#/')) location.replace(`/docs/reference#${id}`);
}

/** Shows every example of the page in a language. */
function showLanguage(language) {
  for (const input of document.querySelectorAll(`.tabs input[value="${language}"]`)) input.checked = true;
}

// Undefined where the browser forbids it.
const storage = (() => {
  try {
    return localStorage;
  } catch {}
})();
showLanguage(storage?.getItem('language') ?? 'sh');

// Keeps the chosen language, and the scroll position.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest('.tabs')) return;
  const before = target.getBoundingClientRect().top;
  storage?.setItem('language', target.value);
  showLanguage(target.value);
  window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
});

// Marks what continues at the right.
const mark = (element) =>
  element.classList.toggle('continues', element.scrollWidth - element.scrollLeft - element.clientWidth > 1);
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) mark(target);
});
for (const element of document.querySelectorAll('.code pre, .scroll')) {
  sizes.observe(element);
  element.addEventListener('scroll', () => mark(element), { passive: true });
}

// The lists at the sides follow the reader.
document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
const read = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = document.querySelector(`.sections a[href="#${CSS.escape(target.id)}"]`);
      if (!isIntersecting || !link) continue;
      document.querySelector('.sections [aria-current]')?.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'true');
    }
  },
  { rootMargin: '-60px 0px -70% 0px' },
);
for (const heading of document.querySelectorAll('article h2[id]')) read.observe(heading);

// Results of the search during typing. The arrow keys choose one, Escape closes the list.
const searchForm = document.querySelector('.search');
const field = searchForm?.querySelector('input');
const found = searchForm?.querySelector('.found');
let asked = 0;
async function showResults() {
  asked += 1;
  const turn = asked;
  const query = field.value.trim();
  const response = query && (await fetch(`/docs/search?q=${encodeURIComponent(query)}`));
  const page = new DOMParser().parseFromString(response ? await response.text() : '', 'text/html');
  if (turn !== asked) return;
  found.replaceChildren(...(page.getElementById('results')?.children ?? []));
  found.hidden = query === '';
}
let typing;
field?.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(() => showResults().catch(() => {}), 120);
});
for (const event of ['focusin', 'click'])
  document.addEventListener(event, ({ target }) => {
    if (searchForm && !searchForm.contains(target)) found.hidden = true;
  });
searchForm?.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (!['ArrowDown', 'ArrowUp'].includes(event.key)) return;
  const stops = [field, ...found.querySelectorAll('a')];
  const step = event.key === 'ArrowDown' ? 1 : -1;
  stops.at((stops.indexOf(document.activeElement) + step) % stops.length).focus();
  event.preventDefault();
});

// Where the drawings of a calendar are wider than the window, they begin at the current time.
for (const lanes of document.querySelectorAll('.lanes')) {
  const now = lanes.querySelector('.now');
  if (now)
    lanes.scrollLeft =
      now.getBoundingClientRect().x - lanes.getBoundingClientRect().x - lanes.clientWidth / 2;
}

// A table of days that is wider than the window begins at today, next to the fixed first column.
for (const table of document.querySelectorAll('.shaded')) {
  const today = table.querySelector('.today');
  if (today) table.parentElement.scrollLeft = today.offsetLeft - table.querySelector('th').offsetWidth;
}

// The result of a form cannot be opened again. Who comes back to it gets another page instead of the browser's error.
const { later } = document.getElementById('site-content')?.dataset ?? {};
if (later) history.replaceState(null, '', later);

// The search field: `/` outside of fields, and Ctrl+K or Cmd+K everywhere.
const search = document.querySelector('.find input');
document.addEventListener('keydown', (event) => {
  const { key, altKey, shiftKey, target, isComposing } = event;
  if (!search || altKey || isComposing) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const isTyping = target.isContentEditable || target.matches('input, select, textarea');
  const isShortcut = isCommand ? key.toLowerCase() === 'k' && !shiftKey : key === '/' && !isTyping;
  if (!isShortcut) return;
  event.preventDefault();
  search.focus();
  search.select();
});

/** Returns a button that copies a text, and its status for screen readers. */
function copyButton(text, label) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  if (label) button.setAttribute('aria-label', label);
  const status = document.createElement('span');
  status.className = 'hidden';
  status.setAttribute('role', 'status');
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(text()).then(
      () => 'Copied',
      () => 'Not allowed',
    );
    button.textContent = done;
    status.textContent = done;
    setTimeout(() => {
      button.textContent = 'Copy';
      status.textContent = '';
    }, 2_000);
  });
  return [button, status];
}

/** Gives each code block a button that copies it. Pages whose content changes call it again. */
function addCopyButtons() {
  for (const block of document.querySelectorAll('.code:not(:has(> .copy))'))
    block.append(...copyButton(() => block.querySelector('code').textContent));
}
if (navigator.clipboard) {
  addCopyButtons();
  // Tables show only the beginning of an ID.
  for (const id of document.querySelectorAll('code.id'))
    (id.closest('a') ?? id).after(...copyButton(() => id.textContent, 'Copy ID'));
}

// In a narrow window the list of pages covers the page. Close it when a link within the page is chosen.
document.getElementById('site-pages')?.addEventListener('click', ({ target, currentTarget }) => {
  if (target instanceof HTMLAnchorElement && currentTarget.matches(':popover-open'))
    currentTarget.hidePopover();
});
