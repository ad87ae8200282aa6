/**
 * The servers of the exfiltration attacks, all on this machine: a shop that people trust with their password, a
 * stranger who keeps all that arrives, and a proxy that replaces the network between names and servers.
 */
import { createServer, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { arrival, keeping, listen, stop, type Arrival, type Reply } from './arrivals';
import { createProxy, pipeTo } from './proxy';
import { shopAnswer, type Loot } from './shop';

/** The servers that run. */
export interface Stage {
  readonly loot: Loot;
  /** Origin of the shop. */
  readonly shop: string;
  /** Origin of the stranger, and its port alone. */
  readonly stranger: string;
  readonly strangerPort: number;
  /** Origin of a TLS server of the stranger; its certificate is for `staging.example.com`. */
  readonly strangerTls: string;
  /** URL of the proxy: `shop.example.test` leads to the shop, every other name to the stranger. */
  readonly proxy: string;
  readonly atShop: readonly Arrival[];
  readonly atStranger: readonly Arrival[];
  /** Forgets what arrived. */
  clear(): void;
  close(): Promise<void>;
}

const TLS = 'test/fixtures/tls';

/** Starts all servers. */
export async function startStage(loot: Loot): Promise<Stage> {
  const atShop: Arrival[] = [];
  const atStranger: Arrival[] = [];
  const stranger = createServer(keeping(atStranger, strangerAnswer));
  const strangerTls = https.createServer(
    { cert: readFileSync(`${TLS}/staging.pem`), key: readFileSync(`${TLS}/staging.key`) },
    keeping(atStranger, strangerAnswer),
  );
  const strangerPort = await listen(stranger);
  const tlsPort = await listen(strangerTls);
  const origin = `http://127.0.0.1:${strangerPort}`;
  // A stranger who is named as a proxy sees where to, and then everything in clear.
  stranger.on('connect', (request: IncomingMessage, socket: Socket) => {
    atStranger.push(arrival(request, ''));
    pipeTo(socket, tlsPort);
  });
  const shop = createServer(keeping(atShop, (seen) => shopAnswer(seen, loot, origin)));
  const shopPort = await listen(shop);
  const proxy = createProxy((name) => (name === 'shop.example.test' ? shopPort : strangerPort), tlsPort);
  const proxyPort = await listen(proxy);
  return {
    loot,
    shop: `http://127.0.0.1:${shopPort}`,
    stranger: origin,
    strangerPort,
    strangerTls: `https://127.0.0.1:${tlsPort}`,
    proxy: `http://127.0.0.1:${proxyPort}`,
    atShop,
    atStranger,
    clear() {
      atShop.length = 0;
      atStranger.length = 0;
    },
    close: async () => {
      await Promise.all([shop, stranger, strangerTls, proxy].map(stop));
    },
  };
}

/** The stranger plays along, so that nothing fails before the loot is there. */
function strangerAnswer({ url, headers }: Arrival): Reply {
  if (url.includes('/digest') && !headers.includes('Digest ')) {
    const challenge = 'Digest realm="shop", nonce="dcd98b7102dd2f0e", qop="auth", algorithm=MD5';
    return { status: 401, headers: { 'WWW-Authenticate': challenge } };
  }
  const session = { access_token: 'stranger-token', token_type: 'Bearer', token: 'stranger-token', id: 7 };
  return { body: JSON.stringify(session) };
}
