/**
 * What the order desk does in the browser. It is sent unchanged, so it is written for the browser: the
 * bundlers do not see it.
 */
export const DESK_SCRIPT = `'use strict';
const element = (id) => document.getElementById(id);
let token;
let opened;

async function call(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: 'Bearer ' + token }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value = text === '' ? undefined : JSON.parse(text);
  if (!answer.ok) {
    throw new Error(value.message);
  }
  return value;
}

function onSubmit(id, act) {
  element(id).addEventListener('submit', async (event) => {
    event.preventDefault();
    await showOutcome(() => act(Object.fromEntries(new FormData(event.target))));
  });
}

async function showOutcome(act) {
  try {
    element('message').textContent = (await act()) ?? '';
  } catch (error) {
    element('message').textContent = error.message;
  }
}

function showSignedIn(isSignedIn) {
  element('sign-in').hidden = isSignedIn;
  for (const id of ['order', 'orders', 'sign-out']) {
    element(id).hidden = !isSignedIn;
  }
  if (!isSignedIn) {
    element('details').hidden = true;
    element('who').textContent = '';
  }
}

async function showOrders() {
  const { items } = await call('GET', '/api/orders?pageSize=20');
  element('list').replaceChildren(
    ...items.map(({ id, state, note }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = [id, state, note].filter(Boolean).join(' · ');
      button.addEventListener('click', () => showOutcome(() => open(id)));
      const line = document.createElement('li');
      line.append(button);
      return line;
    }),
  );
}

async function open(id) {
  opened = await call('GET', '/api/orders/' + id);
  element('details').hidden = false;
  element('details-title').textContent = 'Order ' + id;
  element('total').textContent = opened.state + ', ' + opened.amount + ' ' + opened.currency;
  element('details').elements.note.value = opened.note;
}

onSubmit('sign-in', async (fields) => {
  token = (await call('POST', '/login', fields)).token;
  const { name } = await call('GET', '/api/me');
  element('who').textContent = 'Signed in as ' + name;
  showSignedIn(true);
  await showOrders();
});
onSubmit('order', async ({ sku, quantity, note }) => {
  const { id } = await call('POST', '/api/orders', { sku, quantity: Number(quantity), note });
  await showOrders();
  await open(id);
  return 'Order ' + id + ' was created.';
});
onSubmit('details', async ({ note }) => {
  await call('PATCH', '/api/orders/' + opened.id, { note });
  await showOrders();
  return 'The note was saved.';
});
element('sign-out').addEventListener('click', () =>
  showOutcome(async () => {
    await call('POST', '/logout');
    token = undefined;
    showSignedIn(false);
  }),
);
`;
