/** What a chain sees of the chains that it runs as steps. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Surroundings } from '../../../src/core/analysis/analysis';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { readSurroundings } from '../../../src/node/files/surroundings';
import { readWorkspaceText } from '../../../src/node/files/workspaceText';
import { createWorkspace } from '../workspace';

const chain = (requests: readonly object[], more: object = {}) => ({
  formatVersion: 2,
  name: 'c',
  ...more,
  requests,
});
const calls = (...files: readonly string[]) =>
  files.map((file, index) => ({ id: `call${index}`, chain: file }));

/** The surroundings of `main.chain.json` in a workspace of these files. */
async function around(files: Readonly<Record<string, string | object>>): Promise<Surroundings> {
  const workspace = await createWorkspace();
  const { folder } = workspace;
  await workspace.write(files);
  const file = path.join(folder, 'main.chain.json');
  const source = createChainReader()(await readWorkspaceText(file, folder), 'main.chain.json');
  const readers = { text: readWorkspaceText, chain: createChainReader() };
  const found = await readSurroundings(source, { file, workspace: folder }, readers);
  await workspace.dispose();
  return found;
}

/** What is wrong with the chain that is called by this name. */
async function faultOf(
  files: Readonly<Record<string, string | object>>,
  name = 'pay.chain.json',
): Promise<string | undefined> {
  return (await around({ 'main.chain.json': chain(calls(name)), ...files })).called?.get(name)?.fault;
}

describe('the chains that are run as steps', () => {
  it('are read with what they require, by the names that the steps have for them', async () => {
    const { called, stepFiles, required } = await around({
      'main.chain.json': chain(calls('sub/pay.chain.json', './sub/pay.chain.json')),
      'sub/pay.chain.json': chain(calls('more.chain.json'), { requires: ['../login.chain.json'] }),
      'sub/more.chain.json': chain([]),
      'login.chain.json': chain([]),
    });
    assert.deepEqual(
      [...(called ?? [])].map(([name, one]) => [
        name,
        one.source?.file,
        one.required.map(({ file }) => file),
        one.fault,
      ]),
      ['sub/pay.chain.json', './sub/pay.chain.json'].map((name) => [
        name,
        'sub/pay.chain.json',
        ['login.chain.json'],
        undefined,
      ]),
    );
    assert.deepEqual([...(stepFiles ?? [])].sort(), [
      'login.chain.json',
      'sub/more.chain.json',
      'sub/pay.chain.json',
    ]);
    assert.deepEqual(required, []);
  });

  it('are read with those of their own steps', async () => {
    const { called } = await around({
      'main.chain.json': chain(calls('sub/pay.chain.json')),
      'sub/pay.chain.json': chain(calls('more.chain.json', './more.chain.json', 'none.chain.json')),
      'sub/more.chain.json': chain(calls('../last.chain.json')),
      'last.chain.json': chain([]),
    });
    assert.equal(called?.get('sub/pay.chain.json')?.called, undefined, 'one of them cannot be run');
    const { called: sound } = await around({
      'main.chain.json': chain(calls('sub/pay.chain.json')),
      'sub/pay.chain.json': chain(calls('more.chain.json', './more.chain.json')),
      'sub/more.chain.json': chain(calls('../last.chain.json')),
      'last.chain.json': chain([]),
    });
    const inside = sound?.get('sub/pay.chain.json')?.called;
    assert.deepEqual([...(inside?.keys() ?? [])], ['more.chain.json', './more.chain.json']);
    const last = inside?.get('./more.chain.json')?.called?.get('../last.chain.json');
    assert.equal(last?.source?.file, 'last.chain.json');
    assert.equal(last.called, undefined);
  });

  it('leave no trace where there are none', async () => {
    assert.deepEqual(await around({ 'main.chain.json': chain([]) }), { required: [], requiresFaults: [] });
  });

  it('may be missing, invalid, or outside the workspace', async () => {
    assert.equal(
      await faultOf({}),
      'pay.chain.json does not exist. Correct "chain"; its paths are relative to this file.',
    );
    assert.match(
      (await faultOf({ 'pay.chain.json': '{ "formatVersion": 2 }' })) ?? '',
      /^pay\.chain\.json cannot be run\. Fix it first: \S/,
    );
    assert.match((await faultOf({}, '/etc/hosts')) ?? '', /outside the workspace/);
  });

  it('may not have rows of data', async () => {
    assert.equal(
      await faultOf({ 'pay.chain.json': chain([], { data: [{ user: 'ada' }] }) }),
      'pay.chain.json has rows of data, so it cannot be run as a step. Move "data" to this chain, or remove it there.',
    );
  });

  it('may not run each other in a circle', async () => {
    const circle = (files: string) =>
      `The chains run each other in a circle: ${files}. Take one of the steps out.`;
    assert.equal(
      await faultOf({}, 'main.chain.json'),
      circle('main.chain.json → main.chain.json'),
      'a chain that runs itself',
    );
    assert.equal(
      await faultOf({ 'pay.chain.json': chain(calls('main.chain.json')) }),
      circle('pay.chain.json → main.chain.json → pay.chain.json'),
    );
    assert.equal(
      await faultOf({ 'pay.chain.json': chain([], { requires: ['main.chain.json'] }) }),
      circle('pay.chain.json → main.chain.json → pay.chain.json'),
    );
    assert.equal(
      await faultOf({ 'pay.chain.json': chain(calls('pay.chain.json')) }),
      `pay.chain.json: ${circle('pay.chain.json → pay.chain.json')}`,
    );
  });

  it('may not lead to more requests than a run sends, which is said of the step with which they do', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 14 }, (_, level) => [
        `level${level}.chain.json`,
        chain(calls(...Array<string>(2).fill(`level${level + 1}.chain.json`))),
      ]),
    );
    const { called } = await around({
      'main.chain.json': chain(
        calls(...['level2', 'level1', 'level14', 'level0'].map((name) => `${name}.chain.json`)),
      ),
      ...levels,
      'level14.chain.json': chain([{ id: 'r', method: 'GET', url: 'http://a.test' }]),
    });
    assert.deepEqual(
      [...(called ?? [])].map(([name, { fault }]) => [name, fault]),
      [
        ['level2.chain.json', undefined],
        [
          'level1.chain.json',
          'The steps of main.chain.json lead to more than 20000 requests. Take steps out, or use "forEach" to run one more than once.',
        ],
        ['level14.chain.json', undefined],
        ['level0.chain.json', undefined],
      ],
    );
  });

  it('may not be too deep within each other, also behind required chains', async () => {
    const levels = Object.fromEntries(
      Array.from({ length: 101 }, (_, level) => [
        `level${level}.chain.json`,
        chain(level === 100 ? [] : calls(`level${level + 1}.chain.json`)),
      ]),
    );
    const tooDeep = (file: string) =>
      `The steps of ${file} are more than 100 deep within each other. Take steps out.`;
    assert.equal(await faultOf(levels, 'level0.chain.json'), tooDeep('main.chain.json'));
    assert.equal(await faultOf(levels, 'level1.chain.json'), undefined);
    const { requiresFaults } = await around({
      'main.chain.json': chain([], { requires: ['login.chain.json'] }),
      'login.chain.json': chain(calls('level0.chain.json')),
      ...levels,
    });
    assert.deepEqual(requiresFaults, [
      { index: 0, message: `login.chain.json: ${tooDeep('login.chain.json')}` },
    ]);
  });

  it('cannot be counted while others run in a circle', async () => {
    const { called } = await around({
      'main.chain.json': chain(calls('pay.chain.json', 'ok.chain.json')),
      'pay.chain.json': chain(calls('pay.chain.json')),
      'ok.chain.json': chain([]),
    });
    assert.match(called?.get('pay.chain.json')?.fault ?? '', /in a circle/);
    assert.equal(called?.get('ok.chain.json')?.fault, undefined);
  });

  it('are judged with the chains behind them', async () => {
    assert.equal(
      await faultOf({ 'pay.chain.json': chain(calls('none.chain.json')) }),
      'pay.chain.json: none.chain.json does not exist. Correct "chain"; its paths are relative to this file.',
    );
  });

  it('are judged behind required chains as well', async () => {
    const { requiresFaults, called } = await around({
      'main.chain.json': chain([], { requires: ['login.chain.json', 'ok.chain.json'] }),
      'login.chain.json': chain(calls('main.chain.json')),
      'ok.chain.json': chain(calls('none.chain.json')),
    });
    assert.equal(called, undefined);
    assert.deepEqual(requiresFaults, [
      {
        index: 0,
        message:
          'The chains run each other in a circle: login.chain.json → main.chain.json → login.chain.json. Take one of the steps out.',
      },
      {
        index: 1,
        message:
          'ok.chain.json: none.chain.json does not exist. Correct "chain"; its paths are relative to this file.',
      },
    ]);
  });
});
