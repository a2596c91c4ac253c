// Enhancements of the pages, which also work without them. Stores and sends nothing.

// Addresses from when the reference was Swagger UI at /docs, such as /docs#/users/createUser.
if (location.pathname === '/docs' && location.hash.startsWith('#/')) {
  const last = decodeURIComponent(location.hash.split('/').filter(Boolean).at(-1) ?? '');
  location.replace(`/docs/reference#${last.replaceAll(' ', '-')}`);
}

// Applies a chosen language to every example of the page, and keeps the scroll position.
document.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.closest('.tabs')) return;
  const before = target.getBoundingClientRect().top;
  for (const input of document.querySelectorAll(`.tabs input[value="${target.value}"]`)) input.checked = true;
  window.scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
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

// The search field of operators: `/` outside of fields, and Ctrl+K or Cmd+K everywhere.
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

/** Gives each code block a button that copies it. Pages whose content changes call it again. */
function addCopyButtons() {
  for (const block of document.querySelectorAll('.code:not(:has(> .copy))')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const status = document.createElement('span');
    status.className = 'hidden';
    status.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      const done = await navigator.clipboard.writeText(block.querySelector('code').textContent).then(
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
    block.append(button, status);
  }
}
if (navigator.clipboard) addCopyButtons();

// In a narrow window the list of pages covers the page. Close it when a link within the page is chosen.
document.getElementById('site-pages')?.addEventListener('click', ({ target, currentTarget }) => {
  if (target instanceof HTMLAnchorElement && currentTarget.matches(':popover-open'))
    currentTarget.hidePopover();
});
