import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { BrowserSignIn, callbackParameters } from '../../../src/host/oauth/browserSignIn';
import { answering } from '../answers';
import { startServer, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

/** Does something while pages are opened by following them as a browser would. */
async function browsing(work: () => Promise<void>): Promise<void> {
  const { openExternal } = vscode.env;
  const follow = async (url: unknown): Promise<boolean> => {
    await (await fetch(String(url))).text();
    return true;
  };
  Object.assign(vscode.env, { openExternal: follow });
  try {
    await work();
  } finally {
    Object.assign(vscode.env, { openExternal });
  }
}

describe('signing in with the browser', () => {
  it('asks, opens the page, keeps the session, and ends it by a command', async () => {
    const authorizations: (string | undefined)[] = [];
    const server = await startServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (url.pathname === '/authorize') {
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'c');
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        response.writeHead(302, { Location: back.href }).end();
      } else if (url.pathname === '/token') {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"access_token":"t0ken-1"}');
      } else {
        authorizations.push(request.headers.authorization);
        response.end('{}');
      }
    });
    const chain = await writeInWorkspace('signing-in.chain.json', {
      formatVersion: 1,
      name: 'Signing in',
      auth: {
        type: 'oauth2',
        grant: 'authorizationCode',
        authorizationUrl: `${server.origin}/authorize`,
        tokenUrl: `${server.origin}/token`,
        clientId: 'client',
        redirectUri: 'http://127.0.0.1/back',
      },
      requests: [{ id: 'a', method: 'GET', url: `${server.origin}/api` }],
    });
    try {
      const refused = await answering({}, () => command('runAll', chain));
      assert.deepEqual(server.requests, []);
      const [question] = refused;
      assert.ok(question?.kind === 'message');
      assert.equal(question.message, `Sign in at ${server.origin} in your browser?`);
      assert.deepEqual(question.detail.split('\n'), [
        `The access token is fetched from ${server.origin}.`,
        `It is sent to ${server.origin}.`,
        'Client: client',
      ]);
      await browsing(async () => {
        const asked = await answering({ press: () => 'Sign In' }, async () => {
          assert.equal(await command('runAll', chain), 'passed');
        });
        assert.equal(asked.length, 1);
      });
      assert.deepEqual(await answering({}, () => command('runAll', chain)), []);
      assert.deepEqual(authorizations, ['Bearer t0ken-1', 'Bearer t0ken-1']);
      const [ending] = await answering({ press: () => 'Sign Out' }, () => command('signOut'));
      assert.equal(ending?.kind === 'message' && ending.detail, `${server.origin} (client)`);
      assert.equal((await answering({}, () => command('runAll', chain))).length, 1);
    } finally {
      await rm(chain.fsPath, { force: true });
      await server.close();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });
});

describe('an address that leads back to VS Code', () => {
  const log = vscode.window.createOutputChannel('Chainwright sign-in test', { log: true });
  after(() => log.dispose());

  /** As VS Code hands an address on: parsed on the desktop, in a browser as its callback page has read it. */
  const uri = (query: string) => {
    const address = vscode.Uri.parse(`${vscode.env.uriScheme}://chainwright.chainwright/oauth?${query}`);
    return vscode.env.uiKind === vscode.UIKind.Web ? address.with({ query }) : address;
  };

  it('answers who waits for its state, and nobody else', async () => {
    const browser = new BrowserSignIn(log);
    const receiver = await browser.receiver(`${vscode.env.uriScheme}://chainwright.chainwright/oauth`);
    assert.ok(receiver !== undefined);
    const waiting = receiver.callback('st4te', new AbortController().signal);
    browser.handleUri(uri('code=evil&state=other'));
    browser.handleUri(uri('code=evil'));
    browser.handleUri(uri(''));
    browser.handleUri(uri('code=a%2Bb%3D&state=st4te'));
    const callback = new URL((await waiting) ?? '');
    assert.deepEqual(Object.fromEntries(callback.searchParams), { code: 'a+b=', state: 'st4te' });
    receiver.close();
    browser.handleUri(uri('code=late&state=st4te'));
  });

  for (const [where, uiKind, query] of [
    ['on the desktop, where VS Code has decoded them', vscode.UIKind.Desktop, 'code=a+b/c=%20&state=s'],
    ['in a browser, where it has not', vscode.UIKind.Web, 'code=a%2Bb%2Fc%3D%2520&state=s'],
  ] as const) {
    it(`keeps every character of its parameters ${where}`, () => {
      assert.deepEqual(
        [...callbackParameters(query, uiKind)],
        [
          ['code', 'a+b/c=%20'],
          ['state', 's'],
        ],
      );
    });
  }

  it('is given up when the run is cancelled', async () => {
    const browser = new BrowserSignIn(log);
    const receiver = await browser.receiver(undefined);
    const cancel = new AbortController();
    const waiting = receiver?.callback('st4te', cancel.signal);
    cancel.abort();
    assert.equal(await waiting, undefined);
    receiver?.close();
  });

  for (const wanted of [
    'https://evil.test/',
    'vscode://other.extension/x',
    'http://localhost:1/',
    'nonsense',
  ]) {
    it(`cannot be ${wanted}`, async () => {
      assert.equal(await new BrowserSignIn(log).receiver(wanted), undefined);
    });
  }
});
