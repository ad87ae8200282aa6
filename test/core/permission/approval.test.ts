import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  approve,
  approvesAuthority,
  approvesOrigin,
  approvesProxy,
  approvesSecret,
  createApprovedPolicy,
  nothingApproved,
  readApproval,
  shownProxy,
  unapproved,
  writeApproval,
  type Approval,
} from '../../../src/core/permission/approval';
import type { JsonValue } from '../../../src/core/json/json';

const api = 'https://api.test';

function approving(origins: Readonly<Record<string, readonly string[]>>, proxies: readonly string[] = []) {
  const entries = Object.entries(origins).map(([origin, secrets]) => [origin, new Set(secrets)] as const);
  return {
    origins: new Map(entries),
    proxies: new Set(proxies),
    authorities: new Set<string>(),
  } satisfies Approval;
}

describe('an approval', () => {
  const loopback = [
    'http://127.0.0.1:4010',
    'http://localhost:80',
    'https://api.localhost',
    'http://[::1]:1',
  ];
  for (const origin of loopback) {
    it(`needs no question for ${origin}`, () => {
      assert.ok(approvesOrigin(nothingApproved, origin));
      assert.ok(approvesSecret(nothingApproved, 'secret KEY', origin));
    });
  }

  const elsewhere = [
    api,
    'http://localhost.evil.test',
    'http://127.0.0.1.evil.test',
    'http://evillocalhost',
    'http://10.0.0.1',
    'http://[::2]',
  ];
  for (const origin of elsewhere) {
    it(`is needed for ${origin}`, () => {
      assert.ok(!approvesOrigin(nothingApproved, origin));
      assert.ok(!approvesSecret(nothingApproved, 'secret KEY', origin));
    });
  }

  it('covers exactly the origin and the secrets that were asked about', () => {
    const approval = approving({ [api]: ['secret KEY'] });
    assert.ok(approvesOrigin(approval, api));
    assert.ok(approvesSecret(approval, 'secret KEY', api));
    assert.ok(!approvesSecret(approval, 'secret OTHER', api));
    assert.ok(!approvesSecret(approval, 'environment variable KEY', api));
    assert.ok(!approvesOrigin(approval, 'http://api.test'));
    assert.ok(!approvesOrigin(approval, 'https://api.test:8443'));
  });

  const proxies: [proxy: string, approved: boolean][] = [
    ['none', true],
    ['http://127.0.0.1:8080', true],
    ['socks5://localhost:1080', true],
    ['http://proxy.test:8080', false],
    ['http://127.0.0.1@evil.test:8080', false],
    ['http://user:pw@127.0.0.1:8080', false],
    ['localhost:8080', true],
    ['3232235777://localhost', false],
    ['1http://localhost', false],
    ['', false],
  ];
  for (const [proxy, approved] of proxies) {
    it(`${approved ? 'needs no question for' : 'is needed for'} the proxy "${proxy}"`, () => {
      assert.equal(approvesProxy(nothingApproved, proxy), approved);
      assert.ok(approvesProxy(approving({}, [proxy]), proxy));
    });
  }
});

describe('what still has to be asked', () => {
  const wanted = (secrets: readonly string[], bound: readonly string[] = []) => ({
    destinations: [{ origin: api, secrets, obtained: [], bound }],
  });

  it('is a new origin, even without secrets', () => {
    assert.deepEqual(unapproved(wanted([]), nothingApproved), wanted([]));
  });

  it('is a secret that a known origin did not get before', () => {
    const approval = approving({ [api]: ['secret A'] });
    assert.deepEqual(unapproved(wanted(['secret A', 'secret B']), approval), wanted(['secret B']));
  });

  it('is nothing for a known origin and a secret that was bound to it', () => {
    assert.equal(unapproved(wanted([], ['secret A']), approving({ [api]: [] })), undefined);
  });

  it('is nothing for this machine', () => {
    const destinations = [
      { origin: 'http://localhost:4010', secrets: ['secret A'], obtained: [], bound: [] },
    ];
    assert.equal(unapproved({ destinations, proxy: 'none' }, nothingApproved), undefined);
  });

  it('is a proxy', () => {
    const asked = { destinations: [], proxy: 'http://proxy.test:8080' };
    assert.deepEqual(unapproved(asked, nothingApproved), asked);
  });

  it('is nothing once it was allowed', () => {
    const asked = { ...wanted(['secret A']), proxy: 'http://proxy.test:8080' };
    assert.equal(unapproved(asked, approve(nothingApproved, asked)), undefined);
  });

  it('keeps what was allowed before', () => {
    const approval = approve(approving({ [api]: ['secret A'], 'https://b.test': [] }), wanted(['secret B']));
    assert.deepEqual(approval, approving({ [api]: ['secret A', 'secret B'], 'https://b.test': [] }));
  });
});

describe('a certificate authority of an environment', () => {
  const authority = { file: 'ca.pem', digest: 'd1' };

  it('is asked about until it is allowed, whatever the origins are', () => {
    const wanted = { destinations: [], authority };
    assert.deepEqual(unapproved(wanted, nothingApproved), wanted);
    const approval = approve(nothingApproved, wanted);
    assert.ok(approvesAuthority(approval, 'd1'));
    assert.equal(unapproved(wanted, approval), undefined);
  });

  it('is another one when its file has other bytes', () => {
    const approval = approve(nothingApproved, { destinations: [], authority });
    const other = { destinations: [], authority: { ...authority, digest: 'd2' } };
    assert.deepEqual(unapproved(other, approval), other);
    assert.ok(!approvesAuthority(approval, 'd2'));
  });

  it('needs no question where starting a run is the permission', () => {
    assert.ok(approvesAuthority('all', 'd1'));
  });
});

describe('createApprovedPolicy', () => {
  const remedies = { allowOrigin: (origin: string) => `Allow ${origin}.` };
  const authored = new Set([api, 'https://b.test', 'http://127.0.0.1:1']);
  const base = {
    refusal: (origin: string) => (authored.has(origin) ? undefined : 'Nobody wrote it.'),
    vouches: () => false,
  };
  const policy = createApprovedPolicy(base, approving({ [api]: [], 'https://unwritten.test': [] }), remedies);

  const cases: [origin: string, refusal: string | undefined][] = [
    [api, undefined],
    ['http://127.0.0.1:1', undefined],
    [
      'https://b.test',
      'https://b.test was not contacted: nobody allowed it for this workspace. Allow https://b.test.',
    ],
    ['https://unwritten.test', 'Nobody wrote it.'],
    ['http://127.0.0.1:2', 'Nobody wrote it.'],
  ];
  for (const [origin, refusal] of cases) {
    it(`${refusal === undefined ? 'admits' : 'refuses'} ${origin}`, () => {
      assert.equal(policy.refusal(origin), refusal);
    });
  }
});

describe('an approval as JSON', () => {
  it('is read as it was written', () => {
    const names = fc.array(fc.string(), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), names)), names, names, (origins, proxies, authorities) => {
        const approval: Approval = {
          origins: new Map(origins.map(([origin, secrets]) => [origin, new Set(secrets)])),
          proxies: new Set(proxies),
          authorities: new Set(authorities),
        };
        const text = JSON.stringify(writeApproval(approval));
        assert.deepEqual(readApproval(JSON.parse(text) as JsonValue), approval);
      }),
      { seed: 7 },
    );
  });

  const damaged: (JsonValue | undefined)[] = [
    undefined,
    null,
    7,
    [],
    {},
    { origins: 'https://evil.test', proxies: 1, authorities: {} },
    { origins: [null, 1, {}, { origin: 1 }, []], proxies: [1, {}], authorities: [null, []] },
  ];
  for (const value of damaged) {
    it(`approves nothing when it is ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readApproval(value), nothingApproved);
    });
  }
});

describe('shownProxy', () => {
  const cases: [proxy: string, shown: string][] = [
    ['http://proxy.test:8080', 'http://proxy.test:8080'],
    ['http://user:pw@proxy.test:8080', 'http://proxy.test:8080'],
    ['user:p@w@proxy.test', 'http://proxy.test'],
    ['http://evil.test\\@proxy.test:8080', 'http://evil.test'],
    ['http://user:pw@proxy .test', 'proxy .test'],
    ['socks5h://u@[::1]:1', 'socks5h://[::1]:1'],
  ];
  for (const [proxy, shown] of cases) {
    it(`writes ${proxy} as ${shown}`, () => {
      assert.equal(shownProxy(proxy), shown);
    });
  }
});
