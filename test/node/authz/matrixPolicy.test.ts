import assert from 'node:assert/strict';
import path from 'node:path';
import { createWorkspace, defaultSettings, type Workspace } from '../workspace';
import { loadMatrix } from '../../../src/node/authz/loadMatrix';
import { vouchesForAll } from '../../../src/core/permission/vouching';
import type { Secret } from '../../../src/core/permission/secret';
import { matrixPolicy } from '../../../src/node/authz/matrixPolicy';
import { nodeHash, systemClock, systemRandom } from '../../../src/node/run/nodePorts';

const NONE = { ok: false, message: 'none' } as const;
const PORTS = {
  clock: systemClock,
  random: systemRandom,
  hash: nodeHash,
  secrets: {
    secret: () => NONE,
    processEnv: () => NONE,
    dotenv: () => NONE,
    computed: (secret: Secret) => secret,
  },
};

describe('where authorization tests may send', () => {
  let workspace: Workspace;
  before(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'a.chain.json': {
        formatVersion: 1,
        name: 'a',
        requests: [
          { id: 'here', method: 'GET', url: 'http://127.0.0.1:4010/x' },
          { id: 'staging', method: 'GET', url: 'https://staging.test/x' },
          { id: 'shop', method: 'GET', url: 'https://shop.test/x' },
        ],
      },
      'a.authz.json': {
        formatVersion: 1,
        name: 'a',
        users: { nobody: { role: 'anonymous' } },
        resources: {},
        operations: { read: { request: 'a.chain.json#here' } },
        policy: { public: ['read'] },
        allowHosts: ['https://staging.test'],
      },
    });
  });
  after(() => workspace.dispose());

  const cases: readonly [origin: string, allowed: readonly string[], refusal: RegExp | undefined][] = [
    ['http://127.0.0.1:4010', [], undefined],
    ['http://127.0.0.1:4011', [], /neither the chain nor its environment names it/],
    ['https://staging.test', ['https://staging.test'], undefined],
    ['https://staging.test', [], /is not this machine\. .*--allow-host/],
    ['https://shop.test', ['https://shop.test'], /a\.authz\.json does not allow it\. Add it to "allowHosts"/],
    ['https://else.test', ['https://else.test'], /neither the chain nor its environment names it/],
  ];
  for (const [origin, allowHosts, refusal] of cases) {
    it(`${refusal === undefined ? 'is' : 'is not'} ${origin} when the person allows ${allowHosts.join() || 'none'}`, async () => {
      const loaded = await loadMatrix({
        file: path.join(workspace.folder, 'a.authz.json'),
        workspace: workspace.folder,
      });
      const authored = { environmentFile: 'environment', overrides: new Map<string, string>() };
      const policy = matrixPolicy(loaded, { ...defaultSettings, allowHosts }, authored, PORTS, vouchesForAll);
      const found = policy.refusal(origin);
      assert.equal(found === undefined, refusal === undefined, found);
      assert.match(found ?? '', refusal ?? /^$/);
    });
  }
});
