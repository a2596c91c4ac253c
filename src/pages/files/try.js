// Sends the request of the form on an operation's page to this service, and shows the response. Keeps the token in the tab.
const form = document.querySelector('.try form');
const { token, 'path:externalServiceId': externalService } = form.elements;
form.parentElement.hidden = false;
token.value = sessionStorage.getItem('token') ?? '';

/** A token belongs to one external service. */
async function fillExternalService() {
  if (externalService?.value !== '' || token.value === '') return;
  const headers = { Authorization: `Bearer ${token.value}` };
  const response = await fetch('/api/v1/token', { headers });
  if (response.ok) externalService.value = (await response.json()).externalServiceId;
}
token.addEventListener('change', () => {
  sessionStorage.setItem('token', token.value);
  if (externalService) externalService.value = '';
  fillExternalService().catch(() => {});
});
form.parentElement.addEventListener('toggle', () => fillExternalService().catch(() => {}));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const given = [...new FormData(form)].filter(([, value]) => value !== '');
  const of = (place) =>
    given.flatMap(([key, value]) => (key.startsWith(place) ? [[key.slice(place.length), value]] : []));
  const { method, path } = form.dataset;
  const filled = of('path:').reduce(
    (all, [name, value]) => all.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = of('query:').map((pair) => pair.map(encodeURIComponent).join('='));
  const [[, body] = []] = of('body');
  const headers = { ...Object.fromEntries(of('header:')), Authorization: `Bearer ${token.value}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const status = form.querySelector('[role=status]');
  const output = form.querySelector('.code');
  const start = performance.now();
  status.textContent = 'Sending…';
  try {
    const target = query.length > 0 ? `${filled}?${query.join('&')}` : filled;
    const response = await fetch(target, { method, headers, body });
    const text = await response.text();
    const took = Math.round(performance.now() - start);
    status.textContent = `${response.status} ${response.statusText}, ${took} ms, request ${response.headers.get('X-Request-Id')}`;
    output.querySelector('code').textContent = JSON.stringify(JSON.parse(text), null, 2);
    output.hidden = false;
  } catch (error) {
    status.textContent = `No response: ${error.message}`;
    output.hidden = true;
  }
});
