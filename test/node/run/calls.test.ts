/** Chains as steps: what is masked of them, and what is random in them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { previewRequest } from '../../../src/node/preview/previewRequest';
import { ok, startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../workspace';

const TOKEN = 'f81d4fae7dec';

let workspace: Workspace;
let server: WireServer;

function get(id: string, more: object = {}): object {
  return { id, method: 'GET', url: `${server.origin}/${id}`, ...more };
}

/** Takes what is a token, and does not say so. */
function signIn(): object {
  return get('in', { extract: [{ variable: 'mine', from: 'body', path: '$.mine' }] });
}

const bearer = { auth: { type: 'bearer', token: '{{key}}' } };

describe('chains as steps, with files', () => {
  beforeEach(async () => {
    workspace = await createWorkspace();
    server = await startWireServer(() => ok(`{"mine":"${TOKEN}"}`));
  });
  afterEach(() => Promise.all([workspace.dispose(), server.close()]));

  it('mask what a step gives as a credential, from the answer that brings it in', async () => {
    await workspace.write({
      'main.chain.json': chainOf(
        [signIn(), { id: 'step', chain: 'step.chain.json', with: { key: '{{made}}' } }],
        { variables: { made: '{{mine}}' } },
      ),
      'step.chain.json': chainOf([get('use', bearer)]),
    });
    const { result, memory } = await workspace.run('main.chain.json');
    assert.equal(result.outcome, 'passed');
    assert.doesNotMatch(JSON.stringify(result), new RegExp(TOKEN));
    const file = path.join(workspace.folder, 'main.chain.json');
    const job = { file, workspace: workspace.folder, requestId: 'step', shown: new Map<string, string>() };
    const preview = await previewRequest({ ...job, trusted: true, known: memory }, defaultSettings);
    assert.match(JSON.stringify(preview), /‹secret:/);
    assert.doesNotMatch(JSON.stringify(preview), new RegExp(TOKEN));
  });

  it('mask what is a credential through a constant of what the called chain requires', async () => {
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'step', chain: 'step.chain.json' }]),
      'step.chain.json': chainOf([get('use', bearer)], { requires: ['login.chain.json'] }),
      'login.chain.json': chainOf([signIn()], { variables: { key: '{{mine}}' } }),
    });
    const { result } = await workspace.run('main.chain.json');
    assert.equal(result.outcome, 'passed');
    assert.doesNotMatch(JSON.stringify(result), new RegExp(TOKEN));
  });

  it('have constants of their own in each call, the same ones for the same seed', async () => {
    const step = { chain: 'step.chain.json', forEach: { in: [1, 2], as: 'one' } };
    await workspace.write({
      'main.chain.json': chainOf([
        { id: 'a', ...step },
        { id: 'b', ...step },
      ]),
      'step.chain.json': chainOf([get('use', { query: [{ name: 'id', value: '{{id}}' }] })], {
        variables: { id: '{{$guid}}' },
      }),
    });
    const seeded = { seed: 'x' };
    await workspace.run('main.chain.json', {}, seeded);
    await workspace.run('main.chain.json', {}, seeded);
    const ids = server.requests.map(({ head }) => /id=([0-9a-f-]+)/.exec(head)?.[1]);
    assert.equal(new Set(ids.slice(0, 4)).size, 4);
    assert.deepEqual(ids.slice(4), ids.slice(0, 4));
  });
});
