/** `0.0.0.0` is this machine where a person wrote exactly that, and nowhere else. */
import assert from 'node:assert/strict';
import { ok, startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, type Workspace } from '../workspace';

describe('requests to 0.0.0.0', function () {
  let workspace: Workspace;
  let api: WireServer;
  let written: string;
  beforeEach(async () => {
    workspace = await createWorkspace();
    api = await startWireServer(({ head }) => {
      const to = /^GET \/to\?(\S+) /.exec(head)?.[1];
      return to === undefined
        ? ok(JSON.stringify({ next: `${written}/next` }))
        : [`HTTP/1.1 302 Found`, `Location: ${decodeURIComponent(to)}`, 'Content-Length: 0', '', ''].join(
            '\r\n',
          );
    });
    written = api.origin.replace('127.0.0.1', '0.0.0.0');
  });
  afterEach(() => Promise.all([workspace.dispose(), api.close()]));

  const get = (id: string, url: string, more: object = {}) => ({ id, method: 'GET', url, ...more });
  async function run(requests: readonly object[], variables: object = {}) {
    await workspace.write({
      'local.environment.json': { formatVersion: 1, name: 'local', variables },
      'main.chain.json': chainOf(requests, { environment: 'local' }),
    });
    const { request } = await workspace.run('main.chain.json', {});
    return request;
  }

  it('are sent where the chain names it, with the host as it was written', async () => {
    const request = await run([get('one', `${written}/a`)]);
    assert.equal(request('one').outcome, 'passed');
    assert.match(api.requests[0]?.head ?? '', /^GET \/a HTTP\/1\.1\r\nHost: 0\.0\.0\.0:\d+\r\n/);
  });

  it('are sent where the environment names it, redirects within it included', async () => {
    const request = await run([get('one', '{{base}}/to?/b')], { base: written });
    assert.equal(request('one').outcome, 'passed');
    assert.equal(api.requests.length, 2);
  });

  for (const host of ['0', '0x0', '000.0.0.0', '0.0.0', '0.0.0.0.', '0.0.0.1', '[::]']) {
    it(`are not sent when it is written as ${host}`, async () => {
      const request = await run([get('one', '{{base}}/a')], { base: api.origin.replace('127.0.0.1', host) });
      assert.notEqual(request('one').outcome, 'passed');
      assert.deepEqual(api.requests, []);
    });
  }

  const next = { extract: [{ variable: 'next', from: 'body', path: '$.next' }] };
  it('are not sent because a response names it', async () => {
    const request = await run([get('one', `${api.origin}/a`, next), get('two', '{{next}}')]);
    assert.match(
      request('two').reasons[0]?.message ?? '',
      /^http:\/\/0\.0\.0\.0:\d+ was not contacted: neither the chain nor its environment names it/,
    );
    assert.equal(api.requests.length, 1);
  });

  it('are not sent because a response was allowed to name it', async () => {
    await workspace.write({
      'main.chain.json': chainOf([get('one', `${api.origin}/a`, next), get('two', '{{next}}')]),
    });
    const { request } = await workspace.run('main.chain.json', {}, { allowHosts: [written] });
    assert.match(request('two').reasons[0]?.message ?? '', /Write it there if it is this machine\.$/);
    assert.equal(api.requests.length, 1);
  });

  for (const [title, target] of [
    ['it', () => written],
    ['another form', () => api.origin.replace('127.0.0.1', '0')],
  ] as const) {
    it(`are not sent because a redirect leads to ${title}, though the chain names it as well`, async () => {
      const request = await run([
        get('one', `${api.origin}/to?${encodeURIComponent(`${target()}/a`)}`),
        get('two', `${written}/b`),
      ]);
      assert.match(
        request('one').reasons[0]?.message ?? '',
        /^The redirect 302 to .* was not followed: 0\.0\.0\.0 is/,
      );
      assert.deepEqual(
        api.requests.map(({ head }) => head.slice(0, 7)),
        ['GET /to', 'GET /b '],
      );
    });
  }
});
