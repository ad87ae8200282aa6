import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { defined } from '../../../src/core/defined';
import { readChain } from '../../../src/core/files/chainFile';
import { newChain } from '../../../src/host/views/newChain';
import { addRequest } from '../../../src/host/views/newRequest';
import { askInSteps, type AskStep, type Step, type StepAnswer } from '../../../src/host/views/quickSteps';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { tidyEditors, viewServices, writeChain } from '../viewFakes';

const { environments } = viewServices(() => []);

/** A person with an answer to every step; a text that is undefined takes what is proposed. */
function answers(...given: readonly (string | undefined)[]): AskStep {
  const left = [...given];
  return async (step, { value }) => {
    const next = left.shift();
    if (next === 'back' || next === 'cancelled') {
      return { kind: next };
    }
    const text = next ?? value ?? '';
    const fault = step.kind === 'text' ? await step.fault?.(text) : undefined;
    assert.equal(fault, undefined);
    return { kind: 'answer', value: text };
  };
}

const folder = (): vscode.Uri => vscode.Uri.file(workspaceFolder());

describe('New Chain…', () => {
  afterEach(tidyEditors);

  it('writes a valid file of what was said, and opens it', async () => {
    const ask = answers('New "chain"', 'What for', 'active', 'local', 'a, b', 'deep/er/new');
    const file = await newChain({ environments, ask }, folder());
    assert.ok(file !== undefined);
    assert.equal(vscode.workspace.asRelativePath(file, false), 'deep/er/new.chain.json');
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.uri.toString(), file.toString());
    const { chain, problems } = readChain(document?.getText() ?? '', 'f');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [chain?.name, chain?.description, chain?.status, chain?.environment, chain?.tags],
      ['New "chain"', 'What for', 'active', 'local', ['a', 'b']],
    );
  });

  it('proposes a file name, and no environment when none is chosen', async () => {
    const ask = answers('Proposed name', '', 'draft', '', '', undefined);
    const file = await newChain({ environments, ask }, folder());
    assert.match(file?.path ?? '', /\/proposed-name\.chain\.json$/);
    assert.doesNotMatch(
      vscode.window.activeTextEditor?.document.getText() ?? '',
      /environment|description|tags/,
    );
  });

  it('makes nothing when the person gives up', async () => {
    assert.equal(await newChain({ environments, ask: answers('Name', 'cancelled') }, folder()), undefined);
  });

  it('refuses names that are taken, empty or lead elsewhere', async () => {
    await writeInWorkspace('taken.chain.json', '{}');
    const faults: (string | undefined)[] = [];
    const ask: AskStep = async (step, { number }): Promise<StepAnswer> => {
      if (step.kind === 'text' && number === 6) {
        for (const path of ['taken', ' ', '../up', '/etc/passwd', 'a\\b', 'nul', 'free']) {
          faults.push(await step.fault?.(path));
        }
        return { kind: 'cancelled' };
      }
      return { kind: 'answer', value: 'x' };
    };
    await newChain({ environments, ask }, folder());
    assert.equal(faults[0], 'There is a file "taken.chain.json" already.');
    assert.ok(faults.slice(1, -1).every((fault) => fault?.startsWith('Write a file name')));
    assert.equal(faults.at(-1), undefined);
  });

  it('goes back with what was answered before', async () => {
    const steps: readonly Step[] = [
      { kind: 'text', prompt: 'one' },
      { kind: 'text', prompt: 'two', value: ([one = '']) => `${one}!` },
    ];
    const asked: string[] = [];
    const given: StepAnswer[] = [
      { kind: 'answer', value: 'a' },
      { kind: 'back' },
      { kind: 'answer', value: 'b' },
      { kind: 'answer', value: 'c' },
    ];
    const result = await askInSteps('t', steps, (_step, { number, value }) => {
      asked.push(`${number}: ${value ?? ''}`);
      return Promise.resolve(given.shift() ?? { kind: 'cancelled' });
    });
    assert.deepEqual(
      [result, asked],
      [
        ['b', 'c'],
        ['1: ', '2: a!', '1: a', '2: b!'],
      ],
    );
  });
});

describe('Add Request…', () => {
  const chain = {
    formatVersion: 1,
    name: 'x',
    requests: [
      { id: 'log-in', method: 'POST', url: '/' },
      { id: 'last', method: 'GET', url: '/' },
    ],
  };
  afterEach(tidyEditors);

  async function idsAfter(requestId: string | undefined, ask: AskStep): Promise<readonly string[]> {
    const file = await writeChain('add', chain);
    await addRequest({ chain: file, ...defined({ requestId }) }, ask);
    const document = await vscode.workspace.openTextDocument(file);
    return readChain(document.getText(), 'f').chain?.requests.map(({ id }) => id) ?? [];
  }

  it('puts a request after another one, under an id of its own', async () => {
    const ask = answers('Log in', 'PUT', '{{baseUrl}}/x');
    assert.deepEqual(await idsAfter('log-in', ask), ['log-in', 'log-in-2', 'last']);
  });

  it('puts it at the end of a chain', async () => {
    assert.deepEqual(await idsAfter(undefined, answers('Été', 'GET', undefined)), ['log-in', 'last', 'ete']);
  });

  it('adds nothing when the person gives up', async () => {
    assert.deepEqual(await idsAfter('last', answers('Name', 'cancelled')), ['log-in', 'last']);
  });
});
