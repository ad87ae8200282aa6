/**
 * oidc-provider (npm `oidc-provider`): a client registers itself, then OAuth's code flow with PKCE through pages for
 * login and consent, refresh, introspection and revocation. Nearly every value holds once.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { emptyFolder, installed, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3924;

export const application = {
  inputs: {
    a: {
      name: 'Photo printer',
      callback: 'http://127.0.0.1:3999/printed',
      user: ['wanda', 'salt&pepper'],
      state: 'kQ2vY8sLw0',
      nonce: 'n-7Hc41mZx',
      verifier: 'Zb3kQ9xVt0Lr7uHc2MfYw5DsE8jNa1PoGi6TqXvRlKe4',
    },
    b: {
      name: 'Tax desk',
      callback: 'http://127.0.0.1:3998/desk/back',
      user: ['emil', 'b1rch-tree'],
      state: 'xE5rN3jUa7',
      nonce: 'n-Pq90dWtB',
      verifier: 'h8WnCy2JpS6dAo0FzUe5KtQm9BiLx3RgVr7TwHqN1sZk',
    },
  },
  start,
  session,
};

/** The library's own development pages and store; only what is switched off by default is switched on. */
async function start() {
  const folder = await installed('oidc-provider', '8.8.1');
  const cwd = await emptyFolder();
  const library = pathToFileURL(path.join(folder, 'node_modules/oidc-provider/lib/index.js')).href;
  const features = Object.fromEntries(
    ['registration', 'registrationManagement', 'introspection', 'revocation'].map((name) => [
      name,
      { enabled: true },
    ]),
  );
  const program = `import Provider from ${JSON.stringify(library)};
new Provider('http://127.0.0.1:${PORT}', ${JSON.stringify({ features })}).listen(${PORT}, '127.0.0.1');\n`;
  await writeFile(path.join(cwd, 'provider.mjs'), program);
  return running({ command: process.execPath, args: ['provider.mjs'], cwd, port: PORT });
}

async function session(client, { name, callback, user, state, nonce, verifier }, origin) {
  await client.send({ url: '/.well-known/openid-configuration' });
  const registered = await register(client, { name, callback });
  const credentials = {
    client_id: registered.member('client_id').as('client-id'),
    client_secret: registered.member('client_secret').as('client-secret'),
  };
  const management = registered.link(registered.member('registration_client_uri'));
  const manages = {
    authorization: joined`Bearer ${registered.member('registration_access_token').as('token')}`,
  };
  await client.send({ url: management, headers: manages });

  const asked = await client.send({
    url: '/auth',
    query: {
      client_id: credentials.client_id,
      redirect_uri: typed(callback),
      response_type: 'code',
      scope: 'openid offline_access',
      prompt: 'consent',
      state: derived(state),
      nonce: derived(nonce),
      code_challenge: derived(createHash('sha256').update(verifier).digest('base64url')),
      code_challenge_method: 'S256',
    },
  });
  const loggedIn = await answerPrompt(client, asked, { login: typed(user[0]), password: typed(user[1]) });
  const agreed = await answerPrompt(client, loggedIn, {});
  if (!agreed.header('location').value.startsWith(callback)) throw new Error(`no code for ${origin}`);

  const code = agreed.header('location', /[?&]code=([^&]+)/).as('code');
  const tokens = await client.send({
    method: 'POST',
    url: '/token',
    form: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: typed(callback),
      code_verifier: derived(verifier),
      ...credentials,
    },
  });
  await client.send({ url: '/me', headers: bearer(tokens) });
  const refresh_token = tokens.member('refresh_token').as('token');
  const renewed = await client.send({
    method: 'POST',
    url: '/token',
    form: { grant_type: 'refresh_token', refresh_token, ...credentials },
  });
  await client.send({ url: '/me', headers: bearer(renewed) });
  await client.send({
    method: 'POST',
    url: '/token/introspection',
    form: { token: renewed.member('access_token').as('token'), ...credentials },
  });
  await client.send({
    method: 'POST',
    url: '/token/revocation',
    form: { token: renewed.member('refresh_token').as('token'), ...credentials },
  });
  await client.send({ method: 'DELETE', url: management, headers: manages });
}

async function register(client, { name, callback }) {
  const json = {
    client_name: typed(name),
    redirect_uris: [typed(callback)],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
  };
  return client.send({ method: 'POST', url: '/reg', json });
}

/** Follows to the page that asks, answers it, and follows to where that leads. */
async function answerPrompt(client, redirect, form) {
  const page = await client.send({ url: redirect.link(redirect.header('location')) });
  const action = page.link(page.inPage(/<form[^>]* action="([^"]+)"/, 'form action'));
  const sent = await client.send({
    method: 'POST',
    url: action,
    form: { prompt: page.field('prompt'), ...form },
  });
  return client.send({ url: sent.link(sent.header('location')) });
}

function bearer(tokens) {
  return { authorization: joined`Bearer ${tokens.member('access_token').as('token')}` };
}
