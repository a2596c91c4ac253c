// Replaces the content of a run's page every two seconds until the run has ended. Open details stay open, and the focus stays where it was.
const refresh = async () => {
  const main = document.querySelector('main');
  if (main.dataset.status === 'ended') return;
  const response = await fetch(location.href, { headers: { Accept: 'text/html' } }).catch(() => undefined);
  if (response?.ok) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const anew = page.querySelector('main');
    const isBusy =
      main.contains(document.activeElement) && document.activeElement.matches('button, pre, summary');
    const isOpen = main.querySelector('details')?.open;
    // Somebody who is about to press a button or reads the rows keeps them.
    if (anew && !(isBusy && isOpen)) {
      const focused = document.activeElement?.tagName;
      main.replaceChildren(...anew.childNodes);
      main.dataset.status = anew.dataset.status;
      document.title = page.title;
      if (isBusy && focused) main.querySelector(focused.toLowerCase())?.focus();
    }
  }
  setTimeout(refresh, 2000);
};
setTimeout(refresh, 2000);
