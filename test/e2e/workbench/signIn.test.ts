import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page, Route } from 'playwright-core';
import { sharedSession, type Session } from './workbenchSession';

/**
 * Where people sign in. The browser is answered for it, so nothing is looked up: a page of this machine would
 * be rewritten by the workbench, which leads those through a proxy.
 */
const SIGN_IN_PAGE = 'https://id.chainwright.test';
/** With everything that the redirect back must keep unchanged. */
const CODE = 'c+d/e=&f%20g';

describe('signing in with the browser', function () {
  this.timeout(300_000);
  /** What the page was asked; the way back leads to what it says. */
  let asked = new URLSearchParams();
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => void answer(request, response));
  let session: Session;
  let page: Page;
  let origin: string;

  before(async function () {
    session = await sharedSession(this);
    ({ page } = session);
    await session.actions.closeEditors(page);
    await page.context().route(`${SIGN_IN_PAGE}/**`, leadBack);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await page?.context().unroute(`${SIGN_IN_PAGE}/**`);
    server.close();
    server.closeAllConnections();
  });

  /** The person signs in at once. */
  async function leadBack(route: Route): Promise<void> {
    asked = new URL(route.request().url()).searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', CODE);
    back.searchParams.set('state', asked.get('state') ?? '');
    await route.fulfill({ status: 302, headers: { Location: back.href } });
  }

  /** The token endpoint, which wants to see the code and the proof of RFC 7636, and the API. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/token') {
      authorizations.push(request.headers.authorization);
      response.end('{}');
      return;
    }
    const body = new URLSearchParams(await text(request));
    const proof = createHash('sha256').update(body.get('code_verifier') ?? '');
    const isProven =
      body.get('code') === CODE &&
      body.get('redirect_uri') === asked.get('redirect_uri') &&
      proof.digest('base64url') === asked.get('code_challenge');
    response.writeHead(isProven ? 200 : 400, { 'Content-Type': 'application/json' });
    response.end(isProven ? '{"access_token":"t0ken-1"}' : '{"error":"invalid_grant"}');
  }

  async function press(question: RegExp | string, button: string): Promise<void> {
    const dialog = page.getByRole('dialog', { name: question });
    await dialog.getByRole('button', { name: button, exact: true }).click();
  }

  it('leads back to the window by the address that VS Code gave, and the request goes out with the token', async () => {
    const chain = {
      formatVersion: 1,
      name: 'Signing in',
      auth: {
        type: 'oauth2',
        grant: 'authorizationCode',
        authorizationUrl: `${SIGN_IN_PAGE}/authorize`,
        tokenUrl: `${origin}/token`,
        clientId: 'client',
      },
      requests: [{ id: 'ask', method: 'GET', url: `${origin}/api` }],
    };
    await session.openChain('signing-in', JSON.stringify(chain, null, 2));
    await session.actions.lens(page, 'Run All').click();
    await press(/May the chains of this workspace contact/, 'Allow and Run');
    const opened = page.context().waitForEvent('page');
    await press(`Sign in at ${SIGN_IN_PAGE} in your browser?`, 'Sign In');
    await press(/open the external website/, 'Open');
    const tab = await opened;
    await tab.getByText('You can close this page now.').waitFor();
    await tab.close();
    await session.actions.lens(page, /200 · \d/).waitFor();
    assert.deepEqual(authorizations, ['Bearer t0ken-1']);
    const back = new URL(asked.get('redirect_uri') ?? '');
    assert.deepEqual(
      [back.origin, back.searchParams.get('vscode-authority')],
      [new URL(page.url()).origin, 'chainwright.chainwright'],
    );
  });
});
