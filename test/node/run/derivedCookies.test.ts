/** A session is as good as a secret, even when its cookie was set before somebody signed in. */
import assert from 'node:assert/strict';
import { ok, startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../workspace';

const settings = {
  secrets: { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_PASSWORD: 'correct horse' } },
};

describe('cookies of an origin that got a secret', () => {
  let workspace: Workspace;
  let api: WireServer;
  let stranger: WireServer;
  beforeEach(async () => {
    workspace = await createWorkspace();
    const answer = ({ head }: { readonly head: string }) =>
      ok('{}', head.startsWith('GET /start ') ? ['Set-Cookie: sid=s1'] : []);
    [api, stranger] = [await startWireServer(answer), await startWireServer(answer)];
    const environment = { formatVersion: 1, name: 'local', variables: { api: api.origin } };
    await workspace.write({ 'local.environment.json': environment });
  });
  afterEach(() => Promise.all([workspace.dispose(), api.close(), stranger.close()]));

  const start = { id: 'start', method: 'GET', url: '{{api}}/start' };
  const logIn = {
    id: 'login',
    method: 'POST',
    url: '{{api}}/login',
    body: { json: { password: '{{$secret PASSWORD}}' } },
  };
  const run = async (requests: readonly object[], vouchedHosts: readonly string[] = []) => {
    const other = { id: 'other', method: 'GET', url: `${stranger.origin}/x` };
    await workspace.write({
      'main.chain.json': chainOf([...requests, other], { environment: 'local' }),
    });
    return workspace.run('main.chain.json', {}, { ...settings, vouchedHosts });
  };

  it('do not go to another port of the host, which only the chain names', async () => {
    const { request } = await run([start, logIn]);
    assert.deepEqual(stranger.requests, []);
    assert.match(
      request('other').reasons[0]?.message ?? '',
      /^The cookie was obtained from .* with the secret PASSWORD/,
    );
  });

  it('go where a person lets them, and as in browsers where no secret was sent', async () => {
    await run([start, logIn], [stranger.origin]);
    await run([start]);
    assert.deepEqual(
      stranger.requests.map(({ head }) => /^cookie: (.*)$/im.exec(head)?.[1]),
      ['sid=s1', 'sid=s1'],
    );
  });
});
