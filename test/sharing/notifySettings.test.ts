import assert from 'node:assert/strict';
import { concerns, readNotifySettings } from '../../src/sharing/notifySettings';
import { matchesGlob } from '../../src/sharing/pathGlob';
import { isWebhook } from '../../src/sharing/webhook';

const LEAST = { service: 'slack', secret: 'TEAM' };

describe('the setting chainwright.notifications', () => {
  it('is empty when nothing is set', () => {
    assert.deepEqual(readNotifySettings(undefined), { rules: [], faults: [] });
    assert.deepEqual(readNotifySettings([]), { rules: [], faults: [] });
  });

  it('tells of changes and new flaws of everything when an entry says no more', () => {
    const { rules, faults } = readNotifySettings([LEAST]);
    assert.deepEqual(faults, []);
    const [{ notifier, ...rule } = { notifier: undefined }] = rules;
    assert.equal(notifier?.name, 'slack');
    assert.deepEqual(rule, {
      secret: 'TEAM',
      chains: [],
      environments: [],
      partialRuns: false,
      mentions: [],
      when: ['change', 'flaw'],
      threshold: { failures: 1, runs: 1 },
    });
  });

  it('takes everything that an entry can say', () => {
    const { rules, faults } = readNotifySettings([
      {
        service: 'teams',
        secret: 'TEAM',
        chains: ['smoke/**'],
        environments: ['staging'],
        when: 'failure',
        threshold: { failures: 2, runs: 3 },
        quietHours: '22:00-07:00',
        partialRuns: true,
        mention: ['ann@example.com|Ann'],
      },
    ]);
    assert.deepEqual(faults, []);
    const [{ notifier: _teams, ...rule } = { notifier: undefined }] = rules;
    assert.deepEqual(rule, {
      secret: 'TEAM',
      chains: ['smoke/**'],
      environments: ['staging'],
      partialRuns: true,
      mentions: [{ id: 'ann@example.com', name: 'Ann' }],
      when: ['failure'],
      threshold: { failures: 2, runs: 3 },
      quietHours: { from: 1320, to: 420 },
    });
  });

  const wrong: readonly (readonly [entry: unknown, says: RegExp])[] = [
    ['slack', /an entry is an object/],
    [null, /an entry is an object/],
    [[], /an entry is an object/],
    [{ ...LEAST, service: 'mail' }, /"service" must be one of "slack", "teams"/],
    [{ service: 'slack' }, /"secret" must be the name/],
    [{ ...LEAST, secret: 'https://hooks.example.com/T0/B0/x' }, /never the address itself/],
    [{ ...LEAST, chains: 'smoke/**' }, /"chains" and "environments"/],
    [{ ...LEAST, environments: [1] }, /"chains" and "environments"/],
    [{ ...LEAST, when: 'sometimes' }, /"when" must be one or several of always, failure, change, flaw/],
    [{ ...LEAST, when: [] }, /"when" must be/],
    [{ ...LEAST, when: ['change', 'never'] }, /"when" must be/],
    [{ ...LEAST, threshold: 3 }, /"threshold" must be/],
    [{ ...LEAST, threshold: { runs: 0 } }, /"threshold" must be/],
    [{ ...LEAST, threshold: { requests: 1 } }, /"threshold" must be/],
    [{ ...LEAST, quietHours: '22-7' }, /"quietHours" must be/],
    [{ ...LEAST, quietHours: 22 }, /"quietHours" must be/],
    [{ ...LEAST, partialRuns: 'yes' }, /"partialRuns" must be/],
    [{ ...LEAST, mention: ['ann'] }, /"mention" must be a list of those that Slack knows/],
    [{ ...LEAST, url: 'https://hooks.example.com' }, /"url" is not known/],
    [
      JSON.parse('{"service":"slack","secret":"TEAM","__proto__":{"when":"always"}}'),
      /"__proto__" is not known/,
    ],
  ];
  for (const [entry, says] of wrong) {
    it(`names the entry ${JSON.stringify(entry)} and leaves the others`, () => {
      const { rules, faults } = readNotifySettings([LEAST, entry]);
      assert.equal(rules.length, 1);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /^chainwright\.notifications, entry 2: /);
      assert.match(faults[0] ?? '', says);
      assert.doesNotMatch(faults[0] ?? '', /T0\/B0/);
    });
  }

  it('must be a list', () => {
    assert.deepEqual(readNotifySettings({ service: 'slack' }), {
      rules: [],
      faults: ['chainwright.notifications must be a list.'],
    });
  });

  it('chooses runs by path, environment, and whether they are whole', () => {
    const [rule] = readNotifySettings([
      { ...LEAST, chains: ['smoke/**', '*.authz.json'], environments: ['staging'] },
    ]).rules;
    assert.ok(rule !== undefined);
    const run = { path: 'smoke/a.chain.json', environment: 'staging', isPart: false };
    assert.equal(concerns(rule, run), true);
    assert.equal(concerns(rule, { ...run, path: 'orders.authz.json' }), true);
    assert.equal(concerns(rule, { ...run, path: 'other/a.chain.json' }), false);
    assert.equal(concerns(rule, { ...run, environment: 'local' }), false);
    assert.equal(concerns(rule, { path: run.path, isPart: false }), false);
    assert.equal(concerns(rule, { ...run, isPart: true }), false);
    assert.equal(concerns({ ...rule, partialRuns: true }, { ...run, isPart: true }), true);
    assert.equal(concerns({ ...rule, environments: [] }, { path: run.path, isPart: false }), true);
  });
});

describe('globs of paths', () => {
  const cases: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
    ['a.chain.json', 'a.chain.json', true],
    ['a.chain.json', 'aXchain.json', false],
    ['*.chain.json', 'a.chain.json', true],
    ['*.chain.json', 'b/a.chain.json', false],
    ['**/*.chain.json', 'a.chain.json', true],
    ['**/*.chain.json', 'b/c/a.chain.json', true],
    ['smoke/**', 'smoke/a/b.chain.json', true],
    ['smoke/**', 'smokes/a.chain.json', false],
    ['?.chain.json', 'a.chain.json', true],
    ['?.chain.json', 'ab.chain.json', false],
    ['{a,b}.chain.json', 'b.chain.json', true],
    ['{a,b}.chain.json', 'c.chain.json', false],
    ['{a', '{a', true],
    ['(a+)+$', '(a+)+$', true],
    ['', 'a', false],
  ];
  for (const [glob, path, matches] of cases) {
    it(`${JSON.stringify(glob)} ${matches ? 'names' : 'does not name'} ${path}`, () => {
      assert.equal(matchesGlob(glob, path), matches);
    });
  }
});

describe('addresses of webhooks', () => {
  for (const address of ['https://hooks.example.com/x', 'http://127.0.0.1:4010/x', 'http://localhost/x']) {
    it(`are ${address}`, () => assert.equal(isWebhook(address), true));
  }
  for (const address of [
    '',
    'hooks.example.com',
    'http://example.com/x',
    'ftp://example.com',
    'javascript:alert(1)',
  ]) {
    it(`are not ${JSON.stringify(address)}`, () => assert.equal(isWebhook(address), false));
  }
});
