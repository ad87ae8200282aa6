import assert from 'node:assert/strict';
import { checkHost, isForbidden, isLoopbackHost } from '../../../src/node/http/addressGuard';
import { answered, closeTransports, failed, get, send, transport } from '../sending';
import { ok, startWireServer, type WireServer } from '../wireServer';

describe('isForbidden', () => {
  const addresses: readonly (readonly [expected: boolean, list: readonly string[]])[] = [
    [
      true,
      [
        '169.254.169.254',
        '169.254.0.1',
        '0.0.0.0',
        '0.1.2.3',
        '224.0.0.1',
        '255.255.255.255',
        '100.100.100.200',
        '168.63.129.16',
        '::',
        'fe80::1',
        'fe80::1%eth0',
        'febf::1',
        'ff02::1',
        'fd00:ec2::254',
        '::ffff:169.254.169.254',
        '::ffff:a9fe:a9fe',
        '64:ff9b::a9fe:a9fe',
        '64:ff9b:1::a9fe:a9fe',
        '::ffff:0:a9fe:a9fe',
        '2001:0:1:2:3:4:5601:5601',
        '2002:a9fe:a9fe::1',
        '::a9fe:a9fe',
      ],
    ],
    [
      false,
      [
        '127.0.0.1',
        '10.0.0.1',
        '172.16.0.1',
        '192.168.1.1',
        '100.64.0.1',
        '::1',
        'fdff::1',
        '::ffff:127.0.0.1',
        '64:ff9b::7f00:1',
        '8.8.8.8',
        '100.128.0.1',
        '2606:4700::1111',
        '::ffff:808:808',
        '64:ff9b::1:0:0:1',
      ],
    ],
  ];
  for (const [expected, list] of addresses) {
    for (const address of list) {
      it(`says ${expected} of ${address}`, () => {
        assert.equal(isForbidden(address), expected);
      });
    }
  }
});

describe('checkHost', () => {
  for (const host of [
    'localhost',
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    'api.example',
    'metadata.example',
    'my-metadata',
    'instance-data.example.com',
    'ec2.internal',
  ]) {
    it(`lets requests go to ${host}, or have it looked up`, () => {
      assert.equal(checkHost(host), undefined);
    });
  }

  for (const host of [
    'metadata',
    'Metadata.',
    'metadata.google.internal',
    'METADATA.GOOGLE.INTERNAL',
    'metadata.google.internal.',
    'metadata.google.internal..',
    'metadata.goog',
    'metadata.azure.internal',
    'metadata.tencentyun.com',
    'instance-data',
    'instance-data.ec2.internal',
    'instance-data.eu-west-1.compute.internal.',
  ]) {
    it(`knows ${host} for a metadata service, which a proxy would look up`, () => {
      assert.equal(checkHost(host)?.code, 'address-refused');
    });
  }
});

describe('isLoopbackHost', () => {
  const hosts: readonly (readonly [host: string, expected: boolean])[] = [
    ['localhost', true],
    ['api.localhost.', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['::ffff:7f00:1', true],
    ['127.example', false],
    ['10.0.0.1', false],
    ['localhost.example', false],
  ];
  for (const [host, expected] of hosts) {
    it(`says ${expected} of ${host}`, () => {
      assert.equal(isLoopbackHost(host), expected);
    });
  }
});

describe('the addresses that a transport connects to', () => {
  let server: WireServer;
  before(async () => {
    server = await startWireServer(() => ok());
  });
  after(() => server.close());
  afterEach(closeTransports);

  const resolveTo = (...lists: readonly (readonly string[])[]) => {
    let calls = 0;
    return () => {
      const list = lists[Math.min(calls, lists.length - 1)] ?? [];
      calls += 1;
      return Promise.resolve(list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    };
  };

  for (const host of [
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.254.169.254.',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '%31%36%39.254.169.254',
    '0',
    'metadata',
    '%6detadata.Google.internal.',
    'instance-data.ec2.internal',
  ]) {
    it(`are not ${host}, though the user wrote it`, async () => {
      assert.equal(failed(await send(transport(), get(`http://${host}/`))).code, 'address-refused');
    });
  }

  it('are this machine for exactly 0.0.0.0, when who sends makes sure that a person wrote it', async () => {
    const sure = transport({ unspecifiedHost: 'this-machine' });
    const result = await send(sure, get(`http://0.0.0.0:${server.port}/`));
    assert.equal(result.connection?.address, `127.0.0.1:${server.port}`);
    for (const host of ['0', '0x0', '000.0.0.0', '0.0.0.0.', '0.0.0.1', '[::]', '[::ffff:0:0]']) {
      assert.equal(
        failed(await send(sure, get(`http://${host}:${server.port}/`))).code,
        'address-refused',
        host,
      );
    }
    const unsure = await send(transport(), get(`http://0.0.0.0:${server.port}/`));
    assert.equal(failed(unsure).code, 'address-refused');
  });

  it('are not 0.0.0.0 because DNS says so', async () => {
    const through = transport({ unspecifiedHost: 'this-machine', resolveHost: resolveTo(['0.0.0.0']) });
    assert.equal(
      failed(await send(through, get(`http://innocent.test:${server.port}/`))).code,
      'address-refused',
    );
  });

  it('are not link-local because DNS says so', async () => {
    const through = transport({ resolveHost: resolveTo(['169.254.169.254']) });
    assert.deepEqual(failed(await send(through, get('http://innocent.test/'))), {
      code: 'address-refused',
      message:
        'innocent.test (169.254.169.254) is a link-local, metadata or multicast address, to which nothing is sent.',
      todo: 'Correct the address.',
    });
  });

  it('are this machine when DNS says so', async () => {
    const through = transport({ resolveHost: resolveTo(['127.0.0.1']) });
    answered(await send(through, get(`http://orders.test:${server.port}/`)));
  });

  it('are the ones that were judged: a name is looked up once for a connection', async () => {
    let calls = 0;
    const rebinding = resolveTo(['127.0.0.1'], ['169.254.169.254']);
    const through = transport({
      resolveHost: () => {
        calls += 1;
        return rebinding();
      },
    });
    answered(await send(through, get(`http://rebind.test:${server.port}/`)));
    assert.equal(calls, 1);
  });

  it('are the allowed ones of several', async () => {
    const through = transport({ resolveHost: resolveTo(['169.254.169.254', '127.0.0.1']) });
    const result = await send(through, get(`http://mixed.test:${server.port}/`));
    assert.equal(result.connection?.address, `127.0.0.1:${server.port}`);
  });

  it('are none when the name has none', async () => {
    const unknown = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const failure = failed(await send(transport({ resolveHost: unknown }), get('http://nowhere.test/')));
    assert.deepEqual([failure.code, failure.message], ['dns', 'The host nowhere.test is not known.']);
    const none = failed(await send(transport({ resolveHost: resolveTo([]) }), get('http://nowhere.test/')));
    assert.equal(none.code, 'dns');
  });

  it('are waited for no longer than the deadline', async () => {
    const never = () => new Promise<never>(() => undefined);
    const through = transport({ resolveHost: never });
    assert.equal(failed(await send(through, get('http://slow.test/'), { timeoutMs: 50 })).code, 'timeout');
  });
});
