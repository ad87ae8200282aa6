import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { SendFailure } from '../../src/core/ports';
import { answered, closeTransports, failed, get, send, text, transport } from './sending';

const fixture = (name: string): Buffer => readFileSync(`test/fixtures/tls/${name}`);
const ca = fixture('ca.pem');
const servers: https.Server[] = [];

/** Starts a server with that certificate and gives its port; it answers with the peer's name. */
async function listen(certificate: string, options: https.ServerOptions = {}): Promise<number> {
  const server = https.createServer(
    { cert: fixture(`${certificate}.pem`), key: fixture(`${certificate}.key`), ...options },
    (request, response) => {
      const peer = (request.socket as TLSSocket).getPeerCertificate() as { subject?: { CN?: string } };
      response.end(peer.subject?.CN ?? 'nobody');
    },
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

describe('createTransport, over TLS', () => {
  afterEach(() => {
    closeTransports();
    servers.splice(0).forEach((server) => {
      server.closeAllConnections();
      server.close();
    });
  });

  it('trusts the authority of the environment besides the built-in ones', async () => {
    const port = await listen('server');
    const through = transport({ tls: { ca, verify: true } });
    const first = await send(through, get(`https://127.0.0.1:${port}/`));
    assert.equal(text(answered(first)), 'nobody');
    assert.deepEqual(Object.keys(first.timings), [
      'connectMs',
      'tlsMs',
      'firstByteMs',
      'downloadMs',
      'totalMs',
    ]);
    assert.equal(first.connection?.tlsVerified, undefined);
    const second = await send(through, get(`https://127.0.0.1:${port}/`));
    assert.equal(second.connection?.reused, true);
  });

  it('repeats a GET once when the kept connection turns out to be dead', async () => {
    const port = await listen('server');
    const through = transport({ tls: { ca, verify: true } });
    answered(await send(through, get(`https://127.0.0.1:${port}/`)));
    servers[0]?.prependOnceListener('request', (request: IncomingMessage) => request.socket.end());
    const result = await send(through, get(`https://127.0.0.1:${port}/`));
    assert.deepEqual([text(answered(result)), result.connection?.reused], ['nobody', false]);
  });

  const refused: readonly (readonly [certificate: string, authority: boolean, what: string, todo: string])[] =
    [
      ['selfSigned', false, 'is self-signed.', 'If you trust it, name it as tls.ca in the environment.'],
      [
        'server',
        false,
        'comes from an unknown authority.',
        'Name the certificate of its authority as tls.ca in the environment.',
      ],
      ['expired', true, 'has expired.', 'Renew it, and check the clock of this machine.'],
      ['other', true, 'is for another host name.', 'Use a name that the certificate lists, or renew it.'],
    ];
  for (const [certificate, authority, what, todo] of refused) {
    it(`says of the certificate "${certificate}" that it ${what}`, async () => {
      const port = await listen(certificate);
      const through = transport({ tls: { verify: true, ...(authority ? { ca } : {}) } });
      const expected: SendFailure = {
        code: 'tls',
        message: `The certificate of 127.0.0.1:${port} ${what}`,
        todo,
      };
      assert.deepEqual(failed(await send(through, get(`https://127.0.0.1:${port}/`))), expected);
    });
  }

  it('compares the certificate with the address, not with the Host header', async () => {
    const port = await listen('other');
    const request = get(`https://127.0.0.1:${port}/`);
    const headers = [{ name: 'Host', value: 'other.example' }];
    const through = transport({ tls: { ca, verify: true } });
    assert.equal(failed(await send(through, { ...request, headers })).code, 'tls');
  });

  it('says when the user switched verification off', async () => {
    const port = await listen('expired');
    const result = await send(transport({ tls: { verify: false } }), get(`https://127.0.0.1:${port}/`));
    assert.equal(answered(result).status, 200);
    assert.equal(result.connection?.tlsVerified, false);
  });

  const client = { cert: fixture('client.pem'), key: fixture('client.key') };
  for (const [title, material] of [
    ['PEM files', client],
    ['a PFX file', { pfx: fixture('client.pfx'), passphrase: 'orange' }],
  ] as const) {
    it(`presents a client certificate from ${title}`, async () => {
      const port = await listen('server', { ca, requestCert: true, rejectUnauthorized: true });
      const through = transport({ tls: { ca, verify: true, ...material } });
      assert.equal(text(answered(await send(through, get(`https://127.0.0.1:${port}/`)))), 'tester');
    });
  }

  it('says that a client certificate may be wanted', async () => {
    const port = await listen('server', { ca, requestCert: true, rejectUnauthorized: true });
    const failure = failed(
      await send(transport({ tls: { ca, verify: true } }), get(`https://127.0.0.1:${port}/`)),
    );
    assert.deepEqual(
      [failure.code, failure.todo],
      ['tls', 'Name one that it accepts as tls.clientCertificate in the environment.'],
    );
  });

  it('says that certificate files cannot be read, and not what is in them', async () => {
    const pfx = fixture('client.pfx');
    for (const material of [
      { pfx, passphrase: 'lemon' },
      { cert: Buffer.from('lemon'), key: client.key },
    ]) {
      const through = transport({ tls: { verify: true, ...material } });
      const failure = failed(await send(through, get('https://127.0.0.1:9/')));
      assert.equal(failure.message, 'The certificates or the key of the environment cannot be read.');
      assert.doesNotMatch(JSON.stringify(failure), /lemon/);
    }
  });

  it('says that a server without TLS has none', async () => {
    const plain = net.createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const failure = failed(await send(transport(), get(`https://127.0.0.1:${port}/`)));
    assert.deepEqual(
      [failure.code, failure.message],
      ['tls', `127.0.0.1:${port} does not speak TLS as expected.`],
    );
    plain.close();
  });

  it('does not speak TLS 1.1', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const;
    const port = await listen('server', old);
    const failure = failed(
      await send(transport({ tls: { ca, verify: true } }), get(`https://127.0.0.1:${port}/`)),
    );
    assert.equal(failure.code, 'tls');
  });
});
