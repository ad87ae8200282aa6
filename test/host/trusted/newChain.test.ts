import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { defined } from '../../../src/core/defined';
import { readChain } from '../../../src/core/files/chainFile';
import { newChain } from '../../../src/host/views/newChain';
import type { Dialogs } from '../../../src/host/views/dialogs';
import { addRequest } from '../../../src/host/views/newRequest';
import { askInSteps, type AskStep, type Step, type StepAnswer } from '../../../src/host/views/quickSteps';
import { workspaceFolder, writeInWorkspace } from '../chainFiles';
import { tidyEditors, writeChain } from '../viewFakes';

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

  it('asks for a name only, and opens the file as a form', async () => {
    const file = await newChain(folder(), { askText: () => Promise.resolve(' New "chain" ') });
    assert.equal(vscode.workspace.asRelativePath(file ?? '', false), 'new-chain.chain.json');
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputCustom && input.viewType === 'chainwright.form');
    assert.equal(input.uri.toString(), file?.toString());
    const { chain, problems } = readChain(
      (await vscode.workspace.openTextDocument(input.uri)).getText(),
      'f',
    );
    assert.deepEqual([chain?.name, chain?.status, problems], ['New "chain"', 'active', []]);
  });

  it('makes nothing when the person gives up', async () => {
    assert.equal(await newChain(folder(), { askText: () => Promise.resolve(undefined) }), undefined);
  });

  it('refuses names that are empty or taken', async () => {
    await writeInWorkspace('taken.chain.json', '{}');
    const faults: (string | undefined)[] = [];
    const askText: Dialogs['askText'] = async ({ fault }) => {
      for (const name of [' ', 'Taken', 'Free']) {
        faults.push(await fault(name));
      }
      return undefined;
    };
    await newChain(folder(), { askText });
    const taken = 'There is a file "taken.chain.json" already.';
    assert.deepEqual(faults, ['A name cannot be empty.', taken, undefined]);
  });
});

describe('questions in steps', () => {
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
