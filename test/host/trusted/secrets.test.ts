import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { setMissingSecret } from '../../../src/host/results/setMissingSecret';
import { answering } from '../answers';
import { startServer, writeInWorkspace, type LoopbackServer } from '../chainFiles';
import { command } from '../commands';

const VALUE = 'st0red-in-the-keychain';

/** Enters a secret as a person does, bound to one origin. */
function setSecret(name: string, value: string, origin: string) {
  return answering(
    {
      input: ({ password }) => (password === true ? value : origin),
      pick: (items) =>
        items.filter(({ label }) => label.startsWith('Other Origins')).map(({ label }) => label),
    },
    () => command('setSecret', name),
  );
}

const deleteSecret = (name: string) =>
  answering({ press: () => 'Delete' }, () => command('deleteSecret', name));

/** A server that keeps the header that chains put the secret into. */
async function startListening() {
  const keys: (string | undefined)[] = [];
  const server = await startServer((request: IncomingMessage, response) => {
    keys.push(request.headers['x-key'] as string | undefined);
    response.end('{}');
  });
  return { server, keys };
}

describe('secrets', () => {
  const open: LoopbackServer[] = [];
  const files: vscode.Uri[] = [];
  const write = async (name: string, content: string | object): Promise<vscode.Uri> => {
    const uri = await writeInWorkspace(name, content);
    files.push(uri);
    return uri;
  };
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await Promise.all(open.splice(0).map((server) => server.close()));
    await Promise.all(files.splice(0).map(({ fsPath }) => rm(fsPath, { force: true })));
  });

  it('are asked for by the name that a result says is missing', async () => {
    const chain = await write('lacking.chain.json', { formatVersion: 1, name: 'Lacking', requests: [] });
    const place = { message: '', location: { in: 'body' } } as const;
    const reasons = [
      { kind: 'unresolved', variable: 'a', ...place },
      { kind: 'unresolved', variable: '$secret', secret: 'HOST_TEST_LACKING', ...place },
    ] as const;
    const asked: unknown[] = [];
    const setSecret = (...args: unknown[]): Promise<void> => Promise.resolve(void asked.push(args));
    for (const position of [0, 1, 2]) {
      await setMissingSecret({ setSecret }, chain, { reasons }, position);
    }
    assert.deepEqual(asked, [['HOST_TEST_LACKING', chain]]);
  });

  it('go to the origins they were bound to when they were entered, and nowhere else', async () => {
    const [home, stranger] = await Promise.all([startListening(), startListening()]);
    open.push(home.server, stranger.server);
    await setSecret('HOST_TEST_KEY', VALUE, home.server.origin);
    const headers = [{ name: 'X-Key', value: '{{$secret HOST_TEST_KEY}}' }];
    const chain = await write('bound.chain.json', {
      formatVersion: 1,
      name: 'Bound',
      requests: [
        { id: 'home', method: 'GET', url: home.server.origin, headers },
        { id: 'stranger', method: 'GET', url: stranger.server.origin, headers },
      ],
    });
    try {
      assert.equal(await command('runAll', chain), 'failed');
      assert.deepEqual([home.keys, stranger.keys], [[VALUE], []]);
    } finally {
      await deleteSecret('HOST_TEST_KEY');
    }
  });

  it('are listed by name and origin, and never by value', async () => {
    await setSecret('HOST_TEST_KEY', VALUE, 'https://api.example.com');
    const asked = await answering({}, () => command('listSecrets'));
    await deleteSecret('HOST_TEST_KEY');
    const [list] = asked;
    assert.ok(list?.kind === 'pick');
    assert.deepEqual(
      list.items.map(({ label, description }) => [label, description]),
      [['HOST_TEST_KEY', 'https://api.example.com']],
    );
    assert.ok(!JSON.stringify(asked).includes(VALUE));
  });

  it('are bound to other origins without being entered again', async () => {
    await setSecret('HOST_TEST_KEY', VALUE, 'https://old.example.com');
    await answering(
      {
        pick: (items) =>
          items
            .map(({ label }) => label)
            .filter((label) => /^(HOST_TEST_KEY|Change Origins…|Other Origins…)$/.test(label)),
        input: () => 'https://new.example.com',
      },
      () => command('listSecrets'),
    );
    const asked = await answering({}, () => command('listSecrets'));
    await deleteSecret('HOST_TEST_KEY');
    const [list] = asked;
    assert.deepEqual(list?.kind === 'pick' && list.items.map(({ description }) => description), [
      'https://new.example.com',
    ]);
  });

  it('are gone when they are deleted', async () => {
    await setSecret('HOST_TEST_KEY', VALUE, 'https://api.example.com');
    await deleteSecret('HOST_TEST_KEY');
    assert.deepEqual(await answering({}, () => command('listSecrets')), []);
  });

  it('are offered by the names that the chain and its environment ask for', async () => {
    const chain = await write('asking.chain.json', {
      formatVersion: 1,
      name: 'Asking',
      environment: 'local',
      requests: [{ id: 'a', method: 'GET', url: 'http://127.0.0.1:1/{{$secret ASKED_FOR}}' }],
    });
    await vscode.window.showTextDocument(chain);
    const [names] = await answering({}, () => command('setSecret'));
    const labels = names?.kind === 'pick' ? names.items.map(({ label }) => label) : [];
    assert.equal(labels[0], 'ASKED_FOR');
    assert.ok(labels.includes('ALICE_PASSWORD') && labels.at(-1) === 'Another Name…', labels.join());
  });

  it('take the place of a value that is written out, in the chain and in its environment', async () => {
    const text = JSON.stringify(
      {
        formatVersion: 1,
        name: 'Written out',
        environment: 'written-out',
        requests: [
          {
            id: 'a',
            method: 'GET',
            url: '{{base}}',
            headers: [{ name: 'Authorization', value: `Bearer ${VALUE}` }],
          },
        ],
      },
      undefined,
      2,
    );
    await write('written.environment.json', {
      formatVersion: 1,
      name: 'written-out',
      variables: { base: 'http://127.0.0.1:1' },
    });
    const chain = await write('written.chain.json', text);
    const document = await vscode.workspace.openTextDocument(chain);
    const start = text.indexOf(`"Bearer ${VALUE}"`);
    const asked = await answering(
      {
        input: ({ value }) => value,
        pick: (items) => items.filter(({ picked }) => picked).map(({ label }) => label),
      },
      () => command('storeAsSecret', chain, { start, end: start + `"Bearer ${VALUE}"`.length }),
    );
    try {
      assert.deepEqual(
        asked.map((one) =>
          one.kind === 'pick' ? one.items.filter(({ picked }) => picked).map(({ label }) => label) : one.kind,
        ),
        ['input', ['http://127.0.0.1:1']],
      );
      assert.equal(document.getText(), text.replace(VALUE, '{{$secret TOKEN}}'));
      const environment = vscode.workspace.textDocuments.find(({ uri }) =>
        uri.path.endsWith('/written.environment.json'),
      );
      assert.match(environment?.getText() ?? '', /"secrets": \["TOKEN"\]/);
      await vscode.workspace.saveAll();
    } finally {
      await deleteSecret('TOKEN');
    }
  });

  describe('are bound to where they go', () => {
    const ENVIRONMENT = 'http://127.0.0.1:1';
    const PARTNER = 'http://127.0.0.1:2';
    const ISSUER = 'http://127.0.0.1:3';
    const AT_PARTNER = { id: 'b', method: 'GET', url: `${PARTNER}/b` };
    const KEY = [{ name: 'X-Api-Key', value: VALUE }];
    const chains: [title: string, members: object, likely: readonly string[]][] = [
      [
        'the origin of the request that sends the value',
        {
          requests: [
            { id: 'a', method: 'GET', url: '{{base}}' },
            { ...AT_PARTNER, headers: KEY },
          ],
        },
        [PARTNER],
      ],
      [
        'every origin that a value of the chain goes to',
        {
          auth: { type: 'bearer', token: VALUE },
          requests: [AT_PARTNER, { id: 'a', method: 'GET', url: '{{base}}' }],
        },
        [PARTNER, ENVIRONMENT],
      ],
      [
        'the origin that a variable takes the value to',
        {
          variables: { key: VALUE },
          requests: [{ ...AT_PARTNER, query: [{ name: 'apiKey', value: '{{key}}' }] }],
        },
        [PARTNER],
      ],
      [
        'the origin that gives tokens for it',
        {
          auth: {
            type: 'oauth2',
            grant: 'clientCredentials',
            tokenUrl: `${ISSUER}/token`,
            clientId: 'c',
            clientSecret: VALUE,
          },
          requests: [AT_PARTNER],
        },
        [ISSUER],
      ],
      [
        'the origin of the environment while nothing sends it',
        { variables: { key: VALUE }, requests: [AT_PARTNER] },
        [ENVIRONMENT],
      ],
    ];
    beforeEach(() =>
      write('going.environment.json', { formatVersion: 1, name: 'going', variables: { base: ENVIRONMENT } }),
    );
    for (const [index, [title, members, likely]] of chains.entries()) {
      it(title, async () => {
        const text = JSON.stringify({ formatVersion: 1, name: 'G', environment: 'going', ...members });
        const start = text.indexOf(VALUE);
        const asked = await answering({ input: ({ value }) => value }, async () =>
          command('storeAsSecret', await write(`going-${index}.chain.json`, text), {
            start,
            end: start + VALUE.length,
          }),
        );
        const question = asked.at(-1);
        assert.ok(question?.kind === 'pick');
        const picked = question.items.filter((item) => item.picked === true);
        assert.deepEqual(
          picked.map(({ label }) => label),
          likely,
        );
      });
    }

    it('when they are entered by hand, too', async () => {
      const chain = await write('entered.chain.json', {
        formatVersion: 1,
        name: 'Entered',
        environment: 'going',
        requests: [{ ...AT_PARTNER, headers: [{ name: 'X-Key', value: '{{$secret HOST_TEST_KEY}}' }] }],
      });
      await vscode.window.showTextDocument(chain);
      const asked = await answering({ input: () => VALUE }, () => command('setSecret', 'HOST_TEST_KEY'));
      const question = asked.at(-1);
      const first = question?.kind === 'pick' ? question.items[0] : undefined;
      assert.deepEqual([first?.label, first?.picked], [PARTNER, true]);
    });
  });

  for (const [title, ...args] of [
    ['no chain', 'file:///etc/passwd', { start: 0, end: 1 }],
    ['another file', vscode.Uri.file('/etc/passwd'), { start: 0, end: 1 }],
    ['no range', vscode.Uri.file('/x.chain.json'), 'all'],
    ['a range of other things', vscode.Uri.file('/x.chain.json'), { start: '0', end: {} }],
  ] as const) {
    it(`are not taken from ${title}`, async () => {
      assert.deepEqual(await answering({}, () => command('storeAsSecret', ...args)), []);
    });
  }
});
