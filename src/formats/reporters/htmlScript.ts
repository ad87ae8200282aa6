/**
 * The script of the HTML report: search, and opening what a link leads to. The page can be read and
 * filtered by outcome without it. It is a constant, so the page's policy can name it by its digest and
 * forbid any other; it never contains anything from a result.
 */

/** The script. It finds its elements by id and reads texts; it never writes markup. */
export const script = `
(() => {
  'use strict';
  const requests = [...document.querySelectorAll('.request')];
  const texts = new Map();
  const textOf = (request) => {
    if (!texts.has(request)) texts.set(request, request.textContent.toLowerCase());
    return texts.get(request);
  };
  const search = document.getElementById('search');
  const count = document.getElementById('count');
  const find = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let found = 0;
    for (const request of requests) {
      const matches = words.every((word) => textOf(request).includes(word));
      request.classList.toggle('unmatched', !matches);
      found += matches ? 1 : 0;
    }
    count.textContent = words.length === 0 ? '' : found + ' of ' + requests.length;
  };
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null) return;
    document.getElementById('show-all').checked = true;
    search.value = '';
    find();
    for (let part = target; part !== null; part = part.parentElement) {
      if (part instanceof HTMLDetailsElement) part.open = true;
    }
    target.scrollIntoView();
  };
  const all = document.getElementById('open-all');
  all.addEventListener('click', () => {
    const open = all.getAttribute('aria-pressed') !== 'true';
    all.setAttribute('aria-pressed', String(open));
    all.textContent = open ? 'Close all' : 'Open all';
    for (const request of requests) request.open = open;
  });
  search.addEventListener('input', find);
  addEventListener('hashchange', reveal);
  addEventListener('keydown', (event) => {
    if (event.key === '/' && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    }
  });
  for (const tool of document.querySelectorAll('.scripted')) tool.hidden = false;
  reveal();
})();
`;

/** Of the script, as a content security policy writes it. */
export const scriptDigest = 'sha256-8q/o5uBmVLSNAwUSP167QbhZ3cAqYY3JD/wUGc20SSk=';
