/** A file of the workspace is not the user: secrets go where it says only when a person vouches for it. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { chainOf, createWorkspace, type Workspace } from '../../node/workspace';
import { ended, start, type Ended } from '../program';

const SHOP = 'http://shop.example.test';
const SECRET = 'k3y-of-the-shop-9172';

let workspace: Workspace;
/** Replaces every other host: an HTTP proxy that answers itself. */
let internet: { readonly url: string; readonly seen: string[]; readonly close: () => void };

/** A new workspace and a proxy that answers for every server, for each test. */
function withInternet(): void {
  beforeEach(async () => {
    workspace = await createWorkspace();
    internet = await startInternet();
  });
  afterEach(async () => {
    internet.close();
    await workspace.dispose();
  });
}

const keyed = [{ name: 'X-Key', value: '{{$secret SHOP_KEY}}' }];

/** A chain that sends a key to the URL of its environment. */
async function writeShop(environment: object = {}, headers: readonly object[] = keyed): Promise<void> {
  const requests = [{ id: 'read', method: 'GET', url: '{{baseUrl}}/orders', headers }];
  await workspace.write({
    'shop.chain.json': chainOf(requests, { status: 'active', environment: 'staging' }),
    'staging.environment.json': {
      formatVersion: 1,
      name: 'staging',
      variables: { baseUrl: SHOP },
      ...environment,
    },
  });
}

function run(args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return ended(
    start(['run', 'shop.chain.json', '--proxy', internet.url, ...args], workspace.folder, {
      CHAINWRIGHT_SECRET_SHOP_KEY: SECRET,
      XDG_STATE_HOME: path.join(workspace.folder, 'state'),
      ...environment,
    }),
  );
}

const refusal =
  /^This run uses secrets, and nobody vouched for .*staging\.environment\.json, so nothing was sent: http:\/\/shop\.example\.test gets secret SHOP_KEY\. /;

describe('a secret for an address that an environment file names', () => {
  withInternet();

  it('is refused with the flag to add, before anything is sent, and ends 2', async () => {
    await writeShop();
    const { code, stderr } = await run();
    assert.equal(code, 2);
    assert.match(stderr, refusal);
    assert.match(stderr, /If you trust that file, add --trust-environment staging\.environment\.json\.\n$/);
    assert.deepEqual(internet.seen, []);
  });

  it('is refused when its value comes from a .env file', async () => {
    await writeShop();
    await workspace.write({ '.env': `SHOP_KEY=${SECRET}\n` });
    const { code } = await run([], { CHAINWRIGHT_SECRET_SHOP_KEY: undefined });
    assert.deepEqual([code, internet.seen], [2, []]);
  });

  const vouched: [title: string, args: readonly string[], environment: NodeJS.ProcessEnv][] = [
    ['the file is trusted', ['--trust-environment', './staging.environment.json'], {}],
    ['a variable trusts the file', [], { CHAINWRIGHT_TRUST_ENVIRONMENT: 'staging.environment.json' }],
    ['the secret is bound', ['--secret-host', `SHOP_KEY=${SHOP}`], {}],
    ['a variable binds the secret', [], { CHAINWRIGHT_ORIGINS_SHOP_KEY: `https://a.test ${SHOP}` }],
    ['the person names the URL', ['--var', `baseUrl=${SHOP}`], {}],
  ];
  for (const [title, args, environment] of vouched) {
    it(`is sent when ${title}`, async () => {
      await writeShop();
      const { code, stderr } = await run(args, environment);
      assert.deepEqual([code, internet.seen], [0, [`GET ${SHOP}/orders ${SECRET}`]], stderr);
    });
  }

  it('is sent when the file is trusted and --var completes its URL', async () => {
    await writeShop({ variables: { baseUrl: 'http://{{host}}' } });
    const trust = ['--trust-environment', 'staging.environment.json'];
    const { code } = await run([...trust, '--var', 'host=shop.example.test']);
    assert.deepEqual([code, internet.seen], [0, [`GET ${SHOP}/orders ${SECRET}`]]);
  });

  it('is not sent because --allow-host names the address', async () => {
    await writeShop();
    const { code } = await run(['--allow-host', SHOP]);
    assert.deepEqual([code, internet.seen], [2, []]);
  });

  it('is refused to a nearer environment of the same name', async () => {
    await writeShop();
    const nearer = { formatVersion: 1, name: 'staging', variables: { baseUrl: 'http://evil.example.test' } };
    await workspace.write({
      'deep/shop.chain.json': chainOf([{ id: 'read', method: 'GET', url: '{{baseUrl}}', headers: keyed }], {
        environment: 'staging',
      }),
      'deep/evil.environment.json': nearer,
    });
    const trust = ['--trust-environment', 'staging.environment.json', '--include-drafts'];
    const args = ['run', 'deep/shop.chain.json', '--proxy', internet.url, ...trust];
    const { code } = await ended(start(args, workspace.folder, { CHAINWRIGHT_SECRET_SHOP_KEY: SECRET }));
    assert.deepEqual([code, internet.seen], [2, []]);
  });

  it('needs the named file to exist', async () => {
    await writeShop();
    const { code, stderr } = await run(['--trust-environment', 'nowhere.json']);
    assert.equal(code, 2);
    assert.match(stderr, /^--trust-environment "nowhere\.json" names no file that can be read\. /);
  });
});

describe('a proxy that an environment file names', () => {
  withInternet();

  it('sees no secret of a run unless the file is trusted, even where the secret is bound', async () => {
    await writeShop({ proxy: 'http://proxy.example.test:8080' });
    const args = ['run', 'shop.chain.json', '--secret-host', `SHOP_KEY=${SHOP}`];
    const { code, stderr } = await ended(
      start(args, workspace.folder, { CHAINWRIGHT_SECRET_SHOP_KEY: SECRET }),
    );
    assert.equal(code, 2);
    assert.match(stderr, / everything goes through the proxy http:\/\/proxy\.example\.test:8080\. /);
  });

  it('is named on the console', async () => {
    await writeShop({ proxy: internet.url });
    const args = ['run', 'shop.chain.json', '--secret-host', `SHOP_KEY=${SHOP}`];
    const { code, stdout } = await ended(
      start(args, workspace.folder, { CHAINWRIGHT_SECRET_SHOP_KEY: SECRET }),
    );
    assert.equal(code, 0);
    assert.match(stdout, /Requests went through the proxy that staging\.environment\.json names\./);
  });
});

describe('a run that needs no trust', () => {
  withInternet();

  it('has no secrets', async () => {
    await writeShop({ proxy: internet.url }, []);
    assert.equal((await run()).code, 0);
    assert.deepEqual(internet.seen, [`GET ${SHOP}/orders -`]);
  });

  it('stays on this machine', async () => {
    await writeShop({ variables: { baseUrl: internet.url } });
    assert.equal((await run(['--proxy', 'none'])).code, 0);
    assert.deepEqual(internet.seen, [`GET /orders ${SECRET}`]);
  });
});

async function startInternet(): Promise<typeof internet> {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${String(request.headers['x-key'] ?? '-')}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, close: () => server.close() };
}
