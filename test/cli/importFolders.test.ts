/** `chainwright import` of a collection with many requests in folders, and what a run of its chains sends. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ok, startWireServer, type WireServer } from '../node/wireServer';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

function item(method: string, place: string, ...script: readonly string[]): object {
  return {
    name: `${method} ${place}`,
    event: script.length === 0 ? [] : [{ listen: 'test', script: { exec: script } }],
    request: { method, url: `{{baseUrl}}${place}` },
  };
}

const reads = (place: string, count: number): readonly object[] =>
  Array.from({ length: count }, (_item, index) => item('GET', `${place}/${index}`));

/** 125 requests: a login for all, an order that is paid in the next folder, and a folder that is divided further. */
const collection = {
  info: { name: 'Shop', schema },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
  variable: [{ key: 'token', value: 'none' }],
  item: [
    {
      name: 'Users',
      item: [
        item('POST', '/login', "pm.environment.set('token', pm.response.json().token);"),
        ...reads('/users', 4),
      ],
    },
    {
      name: 'Orders',
      item: [item('POST', '/orders', "pm.environment.set('order', pm.response.json().id);")],
    },
    { name: 'Payments', item: [item('POST', '/orders/{{order}}/pay'), ...reads('/payments', 3)] },
    {
      name: 'Reports',
      item: [
        ...reads('/reports', 2),
        { name: 'Sales', item: reads('/sales', 60) },
        { name: 'Stock', item: reads('/stock', 53) },
      ],
    },
  ],
};

let workspace: Workspace;
let api: WireServer;
let sent: string[] = [];

const chainwright = (args: readonly string[]): Promise<Ended> => ended(start(args, workspace.folder));

/** The words of the command that an import prints. */
function printedCommand({ stderr }: Ended): readonly string[] {
  const command = /^Run it: +chainwright (.*)$/m.exec(stderr)?.[1] ?? stderr;
  return (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^['"]|['"]$/g, ''));
}

/** Imports with these options and runs what is printed; what was sent, in order of time. */
async function sentBy(output: string, ...options: readonly string[]): Promise<readonly string[]> {
  const imported = await chainwright(['import', 'shop.json', 'local.json', '-o', output, ...options]);
  sent = [];
  const run = await chainwright(printedCommand(imported));
  assert.equal(run.code, 0, run.stdout + run.stderr);
  return sent;
}

async function chainsIn(folder: string): Promise<Readonly<Record<string, readonly [number, unknown]>>> {
  const names = await readdir(path.join(workspace.folder, folder));
  const chains = names.filter((name) => name.endsWith('.chain.json')).sort();
  const entries = chains.map(async (name) => {
    const text = await readFile(path.join(workspace.folder, folder, name), 'utf8');
    const { requests, requires } = JSON.parse(text) as { requests: object[]; requires?: string[] };
    return [name, [requests.length, requires ?? []]] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe('chainwright import of more than 100 requests', () => {
  before(async () => {
    workspace = await createWorkspace();
    api = await startWireServer(({ head }) => {
      const [line = ''] = head.split(' HTTP/');
      sent.push(`${line} ${/^authorization: (.*)$/im.exec(head)?.[1]?.trim() ?? ''}`);
      return ok(line === 'POST /login' ? '{"token":"t0k3n"}' : '{"id":7}', [
        'Content-Type: application/json',
      ]);
    });
    await workspace.write({
      'shop.json': JSON.stringify(collection),
      'local.json': JSON.stringify({
        name: 'Local',
        values: [{ key: 'baseUrl', value: api.origin, enabled: true }],
        _postman_variable_scope: 'environment',
      }),
    });
  });
  after(async () => {
    await api.close();
    await workspace.dispose();
  });

  it('makes chains by folder that share the login, and says so', async () => {
    const args = ['import', 'shop.json', 'local.json', '-o', 'size', '--folders', 'size'];
    const { code, stderr } = await chainwright(args);
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^ {2}Its folders became \d chains\. shared\.chain\.json extracts what several of them use\.$/m,
    );
    const shared = 'shared.chain.json';
    assert.deepEqual(await chainsIn('size'), {
      'payments.chain.json': [4, [shared, 'shop.chain.json']],
      'reports-sales.chain.json': [60, [shared]],
      'reports-stock.chain.json': [53, [shared]],
      'reports.chain.json': [2, [shared]],
      'shared.chain.json': [1, []],
      'shop.chain.json': [1, [shared]],
      'users.chain.json': [4, [shared]],
    });
  });

  it('makes one chain with --folders tags', async () => {
    const { stderr } = await chainwright(['import', 'shop.json', '-o', 'tags', '--folders', 'tags']);
    assert.deepEqual(await chainsIn('tags'), { 'shop.chain.json': [125, []] });
    assert.doesNotMatch(stderr, /--folders/);
  });

  it('sends with the printed command what one chain sends, and only the login more than once', async () => {
    const inOne = await sentBy('one', '--folders', 'tags');
    const inMany = await sentBy('many', '--folders', 'size');
    const login = inMany.filter((line) => line.startsWith('POST /login'));
    assert.equal(inOne.length, 125);
    assert.ok(login.length > 1, 'every chain that needs it signs in');
    assert.deepEqual([...new Set(inMany)].sort(), [...inOne].sort());
    assert.equal(inMany.length - login.length, inOne.length - 1);
  });
});
