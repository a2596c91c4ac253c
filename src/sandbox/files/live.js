// Updates the page of a run every two seconds until the run has ended. Replaces only what has changed, so that focus, selection, scroll
// positions and open details stay.
const interval = 2_000;

async function refresh() {
  const main = document.querySelector('main');
  const page = await load().catch(() => undefined);
  if (!page) document.getElementById('status').textContent = 'The sandbox does not respond. Trying again.';
  else if (page.querySelector('#status')) {
    const focused = document.activeElement;
    update(main, page.querySelector('main'));
    document.title = page.title;
    if (!focused.isConnected) main.focus({ preventScroll: true });
    if (navigator.clipboard) addCopyButtons();
  } else {
    // The run was lost, because the sandbox was restarted without a database.
    main.dataset.status = 'lost';
    document.getElementById('status').textContent = page.querySelector('main p').textContent;
  }
  if (main.dataset.status === 'running') setTimeout(refresh, interval);
}

/** Returns the page as it is now. */
async function load() {
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(location.href, { headers: { Accept: 'text/html' }, signal });
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Makes a node equal to a new one. A child with an id stays the same element, other children by their position. */
function update(node, anew) {
  if (node.isEqualNode(anew)) return;
  if (node instanceof CharacterData) {
    node.data = anew.data;
    return;
  }
  updateAttributes(node, anew);
  const idsOf = (parent) => [...parent.children].map(({ id }) => id).filter(Boolean);
  const ids = idsOf(anew);
  for (const child of [...node.children]) if (child.id && !ids.includes(child.id)) child.remove();
  let place = node.firstChild;
  for (const child of [...anew.childNodes]) {
    const isSame = place?.nodeName === child.nodeName && (place.id ?? '') === (child.id ?? '');
    if (isSame) {
      update(place, child);
      place = place.nextSibling;
    } else node.insertBefore(child, place);
  }
  while (place) {
    const next = place.nextSibling;
    // The Copy button and its status are not part of the page as it is sent.
    if (!place.matches?.('.copy, .copy + *')) place.remove();
    place = next;
  }
}

function updateAttributes(node, anew) {
  // The number of a step follows late: a click on the button of the step before must not skip the new step.
  if (node.type === 'hidden') {
    setTimeout(() => node.setAttribute('value', anew.value), 1_000);
    return;
  }
  for (const { name, value } of anew.attributes)
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const name of node.getAttributeNames())
    if (name !== 'open' && !anew.hasAttribute(name)) node.removeAttribute(name);
}

if (document.querySelector('main').dataset.status === 'running') setTimeout(refresh, interval);
