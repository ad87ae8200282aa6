/** `chainwright authz init` and `authz generate` for descriptions and recordings, in this process. */
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { authzGenerateCommand } from '../../src/cli/authz/authzGenerateCommand';
import { authzInitCommand, type AuthzInitOptions } from '../../src/cli/authz/authzInitCommand';
import type { CommandContext } from '../../src/cli/commandContext';
import { createWorkspace, type Workspace } from '../node/workspace';
import { dryRunNotes } from './dryRunNotes';
import { ended, start } from './program';
import { written, type Written } from './output';

let workspace: Workspace;

/** A new workspace with the descriptions for each test. */
function withDescriptions(): void {
  beforeEach(async () => {
    workspace = await createWorkspace();
    for (const name of ['shop.yaml', 'books.yaml', 'content.yaml', 'teams.yaml']) {
      await copyFile(path.join('test/fixtures/descriptions', name), at(name));
    }
  });
  afterEach(() => workspace.dispose());
}

const at = (name: string): string => path.join(workspace.folder, name);

function context(): CommandContext {
  const { signal } = new AbortController();
  return { folder: workspace.folder, environment: { NO_COLOR: '1' }, version: '1.0.0', signal };
}

const OPTIONS: AuthzInitOptions = { user: [], answer: [], force: false, yes: false };

/** What a person was asked, and what became of the answers. */
interface Asked extends Written<number> {
  readonly prompts: readonly string[];
}

/** Answers line by line; nothing is the proposed answer. */
async function init(
  file: string | undefined,
  lines: readonly (string | undefined)[] = [],
  options: Partial<AuthzInitOptions> = {},
): Promise<Asked> {
  const left = [...lines];
  const prompts: string[] = [];
  const ask = (prompt: string): Promise<string | undefined> => {
    prompts.push(prompt);
    return Promise.resolve(left.length === 0 ? '' : left.shift());
  };
  const done = await written(() => authzInitCommand(file, { ...OPTIONS, ...options }, context(), ask));
  return { ...done, prompts };
}

const matrixAt = async (name: string): Promise<string> => readFile(at(name), 'utf8');

describe('chainwright authz init', () => {
  withDescriptions();
  // The figures of the documentation: every prompt of a person who presses Enter.
  for (const [name, most] of [
    ['shop', 6],
    ['books', 7],
    ['content', 6],
    ['teams', 5],
  ] as const) {
    it(`asks at most ${most} times until the dry run is clean: ${name}`, async () => {
      const { value, prompts, stderr } = await init(`${name}.yaml`, ['alice=user, bob=user, root=admin']);
      assert.equal(value, 0, stderr);
      assert.ok(prompts.length <= most, prompts.join('\n'));
      const notes = await dryRunNotes(`${name}.authz.json`, workspace.folder);
      assert.deepEqual(
        notes.filter((note) => !note.includes('Describe in "throwAway"')),
        [],
      );
      assert.ok(notes.length <= (name === 'content' ? 1 : 0), notes.join('\n'));
    });
  }

  it('asks in words, and writes the answers as lines of the policy', async () => {
    const { value, stderr } = await init('shop.yaml', [
      'alice=buyer, bob=buyer, root=admin',
      '',
      '1',
      '1',
      '',
      '1',
    ]);
    assert.equal(value, 0, stderr);
    assert.match(stderr, /Who may read, change and delete a basket, an item, an addresss and a card\?/);
    assert.match(stderr, /^ {3}1 {2}its owner$/m);
    const text = await matrixAt('shop.authz.json');
    assert.match(text, /"buyer": \{\s+"basket\.\*": "own"/);
    assert.match(text, /"mutate": true/);
  });

  it('asks about each kind of object where one answer does not do', async () => {
    const { prompts, stderr } = await init('content.yaml', ['', '', '4', '3', '2'], {});
    assert.equal(prompts.length, 8, stderr);
    assert.match(stderr, /Who may read, change and delete a note\?/);
    assert.match(await matrixAt('content.authz.json'), /"user\.\*": "any",\s+"note\.\*": "own"/);
  });

  it('asks again for what is no answer', async () => {
    const { prompts, stderr } = await init('content.yaml', ['', '', '99', 'owner', '1']);
    assert.equal(stderr.match(/That is no answer to the question\./g)?.length, 2);
    assert.equal(prompts.length, 8);
  });

  it('takes the file, the users and the answers from the options, and asks the rest', async () => {
    const { prompts } = await init(undefined, ['shop.yaml', '', '', ''], {
      user: ['alice=customer', 'bob=customer'],
      answer: ['mutate=yes', 'objects=owner'],
    });
    assert.equal(prompts[0], 'OpenAPI description, recording or chain: ');
    assert.equal(prompts.length, 4);
    assert.match(await matrixAt('shop.authz.json'), /"mutate": true/);
  });

  it('says what to do next: look, enter secrets, run', async () => {
    const { stderr } = await init('shop.yaml', [], { answer: ['mutate=yes'] });
    assert.match(stderr, /^Wrote shop\.chain\.json, .*environment\.json, shop\.authz\.json\.$/m);
    assert.match(stderr, /^Look at it: +chainwright authz run shop\.authz\.json --dry-run$/m);
    assert.match(
      stderr,
      /^Enter secrets: +CHAINWRIGHT_SECRET_ALICE_PASSWORD, CHAINWRIGHT_SECRET_BOB_PASSWORD as/m,
    );
    assert.match(stderr, /^Run it: +chainwright authz run shop\.authz\.json --allow-mutations$/m);
  });

  it('writes nothing when the person gives up', async () => {
    const before = await readdir(workspace.folder);
    const { value } = await init('shop.yaml', ['', undefined]);
    assert.equal(value, 130);
    assert.deepEqual(await readdir(workspace.folder), before);
  });

  it('overwrites nothing without --force, and names what is there', async () => {
    await init('shop.yaml');
    await assert.rejects(init('shop.yaml'), /shop\.chain\.json, .*, shop\.authz\.json are there already\./);
    assert.equal((await init('shop.yaml', [], { force: true })).value, 0);
  });

  it('asks nothing where nobody can answer', async () => {
    const { code, stderr } = await ended(start(['authz', 'init', 'shop.yaml'], workspace.folder));
    assert.equal(code, 0, stderr);
    assert.match(await matrixAt('shop.authz.json'), /"mutate": false/);
  });

  it('leads from a recording to a matrix', async () => {
    const exchange = (method: string, url: string, sent: object | undefined, body: object): object => ({
      startedDateTime: '2027-01-01T00:00:00.000Z',
      request: {
        ...{ method, url: `http://127.0.0.1:1${url}`, headers: [], queryString: [], cookies: [] },
        ...(sent === undefined
          ? {}
          : { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
      },
      response: {
        ...{ status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }] },
        content: { mimeType: 'application/json', text: JSON.stringify(body) },
      },
    });
    const id = '4f6a1c0e-9d2b-4a37-8f15-c3e2b7d9a601';
    const entries = [
      exchange('POST', '/notes', { text: 'Milk and bread' }, { id, text: 'Milk and bread' }),
      exchange('GET', `/notes/${id}`, undefined, { id, text: 'Milk and bread' }),
    ];
    await writeFile(at('notes.har'), JSON.stringify({ log: { version: '1.2', entries } }));
    const { value, stderr } = await init('notes.har');
    assert.equal(value, 0, stderr);
    assert.match(await matrixAt('notes.authz.json'), /"note\.read": \{/);
  });
});

describe('chainwright authz generate for a description', () => {
  withDescriptions();
  const generate = (output?: string): Promise<Written<number>> =>
    written(() =>
      authzGenerateCommand(
        'shop.yaml',
        { user: ['a=x', 'b=x'], answer: [], force: false, ...(output === undefined ? {} : { output }) },
        context(),
      ),
    );

  it('writes the chain and its environment next to the matrix', async () => {
    const { value, stdout } = await generate('tests/shop.authz.json');
    assert.deepEqual([value, stdout], [0, '']);
    assert.deepEqual((await readdir(at('tests'))).sort(), [
      '127-0-0-1-3000.environment.json',
      'shop.authz.json',
      'shop.chain.json',
    ]);
    assert.match(await matrixAt('tests/shop.authz.json'), /"create": "shop\.chain\.json#create-card"/);
  });

  it('asks where to write, because a chain does not fit into the output', async () => {
    await assert.rejects(generate(), /Say where the matrix goes, like -o shop\.authz\.json/);
  });
});
