/** The conversation of the page that proposes a matrix, without an editor: proposed, asked and written in a temporary folder. */
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../src/core/errors';
import { createProposer } from '../../../src/host/authz/proposal/proposeFrom';
import {
  ProposalSession,
  type ProposalPorts,
  type ProposalSource,
} from '../../../src/host/authz/proposal/proposalSession';
import type { ProposalView, ShownQuestion } from '../../../src/protocol/proposalContract';
import { dryRunNotes } from '../../cli/dryRunNotes';
import { rulesHere } from '../../formats/importers/rulesHere';
import { createWorkspace, type Workspace } from '../workspace';

let workspace: Workspace;

const at = (name: string): string => path.join(workspace.folder, name);

async function described(name: string): Promise<ProposalSource> {
  await copyFile(path.join('test/fixtures/descriptions', name), at(name));
  return sourceAt(name, 'description');
}

function sourceAt(name: string, kind: ProposalSource['kind']): ProposalSource {
  return { name, kind, file: at(name), folder: workspace.folder, workspace: workspace.folder };
}

/** What was asked before files were replaced. */
interface Opened {
  readonly session: ProposalSession;
  readonly asked: string[][];
}

function open(
  sources: readonly ProposalSource[],
  { translations = {}, ...more }: Partial<ProposalPorts> & { readonly translations?: object } = {},
): Opened {
  const asked: string[][] = [];
  const proposer = createProposer(rulesHere);
  const ports: ProposalPorts = {
    propose: (order) => proposer({ ...order, translations: translations as Record<string, string> }),
    isThere: (file) =>
      stat(file).then(
        () => true,
        () => false,
      ),
    write: async (files, there) => {
      asked.push(there.map(({ name }) => name));
      for (const { file, text } of files) {
        await writeFile(file, text);
      }
      return true;
    },
    stale: () => new Error('stale'),
    badName: (name) => new UserError(`${name} is bad.`, 'Choose another.'),
    ...more,
  };
  return { session: new ProposalSession(ports, sources, sources[0]), asked };
}

const question = ({ proposal }: ProposalView, id: string): ShownQuestion | undefined =>
  proposal?.questions.find((one) => one.id === id);

const answered = ({ choice }: ProposalView, answers: Readonly<Record<string, string>>) => ({
  ...choice,
  answers: Object.entries(answers).map(([id, value]) => ({ id, value })),
});

describe('a proposal in the editor', () => {
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  // The figures of the documentation: questions on the page, none of which has to be touched.
  for (const [name, most] of [
    ['shop', 5],
    ['books', 6],
    ['content', 5],
    ['teams', 4],
  ] as const) {
    it(`shows at most ${most} answered questions, and its dry run is clean: ${name}`, async () => {
      const { session } = open([await described(`${name}.yaml`)]);
      const view = await session.view();
      assert.equal(view.problem, undefined);
      const questions = view.proposal?.questions ?? [];
      assert.ok(questions.length <= most, questions.map(({ id }) => id).join('\n'));
      assert.deepEqual(
        questions.filter(({ lines }) => lines.length === 0).map(({ id }) => id),
        [],
      );
      await session.write(view.revision);
      assert.deepEqual(await dryRunNotes(`${name}.authz.json`, workspace.folder), []);
    });
  }

  it('shows who signs in with what, what it costs, and what is written where', async () => {
    const { session } = open([await described('teams.yaml')]);
    const { proposal } = await session.view();
    assert.deepEqual(proposal?.users[0], {
      name: 'alice',
      role: 'user',
      login: 'login',
      credentials: [
        { name: 'email', value: 'alice@example.com' },
        { name: 'password', value: '{{$secret ALICE_PASSWORD}}' },
      ],
    });
    assert.deepEqual(proposal?.users.at(-1), { name: 'nobody', role: 'anonymous', credentials: [] });
    assert.equal(proposal?.size.operations, 4);
    assert.ok((proposal?.size.cells ?? 0) > 0);
    assert.deepEqual(
      proposal?.files.map(({ name, isThere }) => [name, isThere]),
      [
        ['teams.chain.json', false],
        ['127-0-0-1-8056.environment.json', false],
        ['teams.authz.json', false],
      ],
    );
  });

  it('makes lines of the policy of answers, and asks what they raise', async () => {
    const { session } = open([await described('teams.yaml')]);
    const first = await session.view();
    assert.deepEqual(question(first, 'object.project')?.lines, [
      '"user": { "project.*": "own" }',
      '"admin": { "project.*": "own" }',
    ]);
    assert.equal(question(first, 'attribute.organization'), undefined);
    const second = await session.choose(answered(first, { 'object.project': 'its tenant' }));
    assert.deepEqual(question(second, 'object.project')?.lines, [
      '"user": { "project.*": ["own", "organization"] }',
      '"admin": { "project.*": ["own", "organization"] }',
    ]);
    assert.deepEqual(
      question(second, 'attribute.organization')?.lines.at(0),
      '"alice": { "organization": "acme" }',
    );
  });

  it('ignores an answer that a question cannot have', async () => {
    const { session } = open([await described('teams.yaml')]);
    const view = await session.choose(answered(await session.view(), { mutate: 'perhaps' }));
    assert.equal(question(view, 'mutate')?.answer, 'no');
    assert.deepEqual(question(view, 'mutate')?.lines, ['"mutate": false']);
  });

  it('asks in the language of the reader', async () => {
    const translations = {
      'Should the tests create, change and delete as well?': 'Auch anlegen?',
      'Who may read, change and delete {0}?': 'Wer darf {0} lesen?',
      'a {0}': '{0}',
    };
    const { session } = open([await described('teams.yaml')], { translations });
    const view = await session.view();
    assert.equal(question(view, 'mutate')?.text, 'Auch anlegen?');
    assert.equal(question(view, 'object.project')?.text, 'Wer darf project lesen?');
  });

  it('writes what is shown, and names the matrix', async () => {
    const { session, asked } = open([await described('teams.yaml')]);
    const view = await session.view();
    assert.equal(session.matrix, undefined);
    const written = await session.write(view.revision);
    assert.equal(written.written, 'teams.authz.json');
    assert.equal(session.matrix, at('teams.authz.json'));
    assert.deepEqual(asked, [[]]);
    assert.match(await readFile(at('teams.authz.json'), 'utf8'), /"mutate": false/);
  });

  it('proposes a free name, and replaces only after asking', async () => {
    await writeFile(at('teams.chain.json'), '{}');
    const { session, asked } = open([await described('teams.yaml')]);
    const free = await session.view();
    assert.equal(free.proposal?.files.at(-1)?.name, 'teams-2.authz.json');
    const named = await session.choose({ ...free.choice, name: 'teams' });
    await session.write(named.revision);
    assert.deepEqual(asked, [['teams.chain.json']]);
  });

  it('writes nothing when the person declines, or the page shows something older', async () => {
    const before = await described('teams.yaml');
    const { session } = open([before], { write: () => Promise.resolve(false) });
    const { revision, choice } = await session.view();
    const declined = await session.write(revision);
    assert.equal(declined.written, undefined);
    await session.choose(choice);
    await assert.rejects(session.write(revision), /stale/);
    assert.deepEqual(await readdir(workspace.folder), ['teams.yaml']);
  });

  it('says why a user, a name or a file cannot be used, and writes nothing then', async () => {
    await writeFile(at('empty.har'), '{}');
    const { session } = open([await described('teams.yaml'), sourceAt('empty.har', 'recording')]);
    const { choice } = await session.view();
    const twice = await session.choose({ ...choice, users: [choice.users, choice.users].flat() });
    assert.match(twice.problem ?? '', /The user alice is named twice\./);
    assert.ok(twice.proposal !== undefined);
    await assert.rejects(session.write(twice.revision), /stale/);
    assert.match((await session.choose({ ...choice, name: '../out' })).problem ?? '', /is bad/);
    const other = await session.choose({ ...choice, source: 1 });
    assert.notEqual(other.problem, undefined);
    assert.equal(other.proposal, undefined);
  });

  it('shows nothing before a file is chosen, and takes another one', async () => {
    const { session } = open([]);
    assert.equal((await session.view()).proposal, undefined);
    const view = await session.add(await described('teams.yaml'));
    assert.deepEqual(
      view.sources.map(({ name }) => name),
      ['teams.yaml'],
    );
    assert.equal(view.choice.source, 0);
    assert.ok(view.proposal !== undefined);
    assert.equal((await session.add(sourceAt('teams.yaml', 'description'))).sources.length, 1);
  });

  it('proposes for a chain that is there, next to it', async () => {
    const request = { id: 'health', method: 'GET', url: 'http://127.0.0.1:1/health' };
    await workspace.write({
      'shop.chain.json': { formatVersion: 1, name: 'Shop', status: 'draft', requests: [request] },
    });
    const { session } = open([sourceAt('shop.chain.json', 'chain')]);
    const { proposal } = await session.view();
    assert.deepEqual(
      proposal?.files.map(({ name }) => name),
      ['shop.authz.json'],
    );
  });

  it('shows the proposal to a page that was hidden while it was made', async () => {
    const { session } = open([await described('teams.yaml')]);
    const [first, again] = await Promise.all([session.view(), session.view()]);
    assert.ok(first.proposal !== undefined);
    assert.deepEqual(again, first);
  });

  it('says that a file is gone', async () => {
    const { session } = open([sourceAt('gone.yaml', 'description')]);
    assert.match((await session.view()).problem ?? '', /gone\.yaml/);
  });

  it('reads a file again once it has changed', async () => {
    const source = await described('teams.yaml');
    const { session } = open([source]);
    const first = await session.view();
    await copyFile('test/fixtures/descriptions/content.yaml', source.file);
    const second = await session.choose(first.choice);
    assert.notDeepEqual(second.proposal?.size, first.proposal?.size);
  });

  it('leaves an answer that came late aside', async () => {
    const source = await described('teams.yaml');
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const { session } = open([source], {
      propose: async (order) => {
        if (order.target === at('teams.authz.json')) {
          await waiting;
        }
        return createProposer(rulesHere)({ ...order, translations: {} });
      },
    });
    const first = session.view();
    const users = [{ name: 'ann', role: 'x' }];
    await session.choose({ source: 0, name: 'second', users, answers: [] });
    release();
    assert.equal((await first).proposal?.files.at(-1)?.name, 'second.authz.json');
  });
});
