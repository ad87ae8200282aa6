/**
 * The pairs of docs/instead-of-scripts.md: each has a script and the chain text that replaces it. All chains are run,
 * each against a server of its own that records what arrives, or against the sample API, which refuses what is wrong.
 */
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { blocksOf, chainOfRequests, fileNameOf, type Block } from './docBlocks';
import { ended, secrets, start } from './program';

/** A request as it arrived. */
interface Arrived {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What a pair has to do. */
interface Expected {
  /** Answers of the recording server, the last one repeated; `{}` by default. */
  readonly answers?: readonly object[];
  readonly status?: number;
  /** Throws when something else arrived; absent for the sample API. */
  readonly check?: (arrived: readonly Arrived[]) => void;
}

const SIGNING_KEY = 'a key of the documentation';
const API_PASSWORD = 'a password of the documentation';
const SAMPLE: Expected = {};
const DAY_MS = 86_400_000;
let startedAt: number;
let endedAt: number;

const EXPECTED: Readonly<Record<string, Expected>> = {
  'Sign the body': {
    check: only(({ headers, body }) => {
      assert.equal(body, '{"sku":"A-1","quantity":5}');
      assert.equal(headers['x-signature'], createHmac('sha256', SIGNING_KEY).update(body).digest('hex'));
    }),
  },
  'Sign method, path, time and body': SAMPLE,
  'Send a one-time code': SAMPLE,
  'Sign a token (JWT)': SAMPLE,
  'Build a Basic header': {
    check: (arrived) => {
      const basic = `Basic ${Buffer.from(`warehouse:${API_PASSWORD}`).toString('base64')}`;
      assert.deepEqual(
        arrived.map(({ headers }) => [headers.authorization, headers['x-upstream-authorization']]),
        [
          [basic, undefined],
          [undefined, basic],
        ],
      );
    },
  },
  'Use a token from an earlier response': SAMPLE,
  'Fetch and renew an access token': SAMPLE,
  'Send a digest of the body': {
    check: only(({ headers, body }) => {
      assert.equal(body, 'Grüße');
      const digest = createHash('sha256').update('Grüße').digest('base64');
      assert.equal(headers['content-digest'], `sha-256=:${digest}:`);
    }),
  },
  'Hash an email address in small letters': {
    check: only(({ line }) => {
      assert.equal(line, `GET /avatar/${createHash('md5').update('alice@example.com').digest('hex')}`);
    }),
  },
  'Encode a URL inside a text': {
    check: onlyBody({ link: 'https://shop.example/login?next=%2Forders%3Fstate%3Dopen%26page%3D2' }),
  },
  'Read a claim of a token': SAMPLE,
  'Send a time and a nonce': {
    check: only(({ headers, body }) => {
      const { nonce, sentAt } = JSON.parse(body) as { readonly nonce: string; readonly sentAt: number };
      assert.match(nonce, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.ok(isDuring(sentAt * 1000, { within: 1000 }), String(sentAt));
      assert.deepEqual([headers['x-nonce'], headers['x-timestamp']], [nonce, String(sentAt)]);
    }),
  },
  'Send a date some days from now': {
    check: only(({ body }) => {
      const { from, until } = JSON.parse(body) as Readonly<Record<'from' | 'until', string>>;
      assert.match(from, /^\d{4}-\d\d-\d\d$/);
      assert.ok(isDuring(Date.parse(from) - DAY_MS, { within: DAY_MS }), from);
      assert.ok(isDuring(Date.parse(until) - 14 * DAY_MS, { within: 1 }), until);
    }),
  },
  'Create random data and use it again': {
    check: ([created, found]) => {
      const { email } = JSON.parse(created?.body ?? '') as { readonly email: string };
      assert.match(email, /^user-[1-9]\d{3}@example\.com$/);
      assert.equal(found?.line, `GET /users?email=${encodeURIComponent(email)}`);
    },
  },
  'Build a JSON body from variables': {
    check: onlyBody({ customer: 'Zoë "Z" Smith', quantity: 3, tags: ['new', 'gift'] }),
  },
  'Send JSON inside a form field': {
    check: only(({ body }) => {
      assert.equal(new URLSearchParams(body).get('filter'), '{"state":"open","customer":"Zoë"}');
    }),
  },
  'Join texts, in capitals': {
    check: only(({ line }) => {
      assert.equal(line, 'GET /parcels/EU-A-1-42');
    }),
  },
  'Collect the values of a list, and count them': {
    answers: [[{ sku: 'A-1' }, { sku: 'B-2' }], {}],
    check: ([, reserved]) => {
      assert.equal(reserved?.body, '{"skus":["A-1","B-2"]}');
      assert.equal(reserved.headers['x-count'], '2');
    },
  },
  'Check a response': {
    answers: [{ id: 'ord-1', state: 'open' }],
    status: 201,
    check: ({ length }) => {
      assert.equal(length, 1);
    },
  },
  'Ask again until it is done': {
    answers: [{ state: 'new' }, { state: 'working' }, { state: 'ready' }],
    check: ({ length }) => {
      assert.equal(length, 3);
    },
  },
  'Send a request only if something holds': {
    answers: [{ plan: 'pro' }, {}],
    check: (arrived) => {
      assert.deepEqual(linesOf(arrived), ['GET /account', 'POST /support']);
    },
  },
  'Send a request for each item of a list': {
    answers: [[{ id: 'a' }, { id: 'b' }], {}],
    check: (arrived) => {
      assert.deepEqual(linesOf(arrived), ['GET /orders', 'GET /orders/a', 'GET /orders/b']);
    },
  },
  'Follow a list from page to page': {
    answers: [{ items: [1, 2], next: 'x' }, { items: [3] }, {}],
    check: (arrived) => {
      assert.deepEqual(linesOf(arrived), ['GET /items', 'GET /items?cursor=x', 'POST /all']);
      assert.equal(arrived[2]?.body, '[1,2,3]');
    },
  },
  'Run the requests of another file': {
    answers: [{ id: 'ord-1' }, { id: 'pay-1' }, {}],
    check: (arrived) => {
      assert.deepEqual(linesOf(arrived), ['POST /orders', 'POST /payments', 'GET /payments/pay-1']);
      assert.equal(arrived[1]?.body, '{"orderId":"ord-1","currency":"EUR"}');
    },
  },
};

function linesOf(arrived: readonly Arrived[]): readonly string[] {
  return arrived.map(({ line }) => line);
}

/** A script and what replaces it, under its heading. */
interface Pair {
  readonly title: string;
  readonly blocks: readonly Block[];
}

describe('instead of scripts', function () {
  this.timeout(120_000);

  const pairs = readFileSync('docs/instead-of-scripts.md', 'utf8')
    .split(/^### /m)
    .slice(1)
    .map((text): Pair => ({ title: text.split('\n', 1)[0] ?? '', blocks: blocksOf(text) }));
  const arrived = new Map<string, readonly Arrived[]>();
  let passed: ReadonlySet<string>;
  let output: string;

  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chainwright-pairs-'));
    const api = await startOrdersApi();
    const servers = await Promise.all(pairs.map((pair) => serve(pair, api)));
    try {
      for (const [index, pair] of pairs.entries()) {
        await writePair(folder, index, pair, servers[index]?.origin ?? '');
      }
      startedAt = Date.now();
      const environment = {
        ...secrets,
        CHAINWRIGHT_SECRET_SIGNING_KEY: SIGNING_KEY,
        CHAINWRIGHT_SECRET_API_PASSWORD: API_PASSWORD,
      };
      const { stdout, stderr } = await ended(start(['run', '.', '--json'], folder, environment));
      endedAt = Date.now();
      output = stdout + stderr;
      passed = passedIn(stdout);
      for (const [index, { title }] of pairs.entries()) {
        arrived.set(title, servers[index]?.arrived ?? []);
      }
    } finally {
      await Promise.all([api.close(), ...servers.map(({ close }) => close())]);
      await rm(folder, { recursive: true });
    }
  });

  it('has pairs of a script and a chain', () => {
    assert.deepEqual(
      pairs.map(({ title }) => title),
      Object.keys(EXPECTED),
    );
    assert.equal(pairs.length, 24);
    for (const { title, blocks } of pairs) {
      const [script, ...chains] = blocks.map(({ language }) => language);
      assert.equal(script, 'js', title);
      assert.deepEqual(new Set(chains), new Set(['jsonc']), title);
    }
  });

  for (const { title } of pairs) {
    it(`works for: ${title}`, () => {
      assert.ok(passed.has(title), output);
      EXPECTED[title]?.check?.(arrived.get(title) ?? []);
    });
  }
});

/** A server for one pair. */
interface PairServer {
  readonly origin: string;
  readonly arrived: readonly Arrived[];
  readonly close: () => Promise<void>;
}

async function serve({ title }: Pair, api: OrdersApi): Promise<PairServer> {
  const { answers = [{}], status = 200, check } = EXPECTED[title] ?? SAMPLE;
  if (check === undefined) {
    return { origin: api.origin, arrived: [], close: () => Promise.resolve() };
  }
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = answers[Math.min(arrived.length, answers.length - 1)];
      const { method = '', url = '', headers } = request;
      arrived.push({ line: `${method} ${url}`, headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, arrived, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

/** Writes the chain of a pair, named by its title, with an environment of its own, and the files that it names. */
async function writePair(
  folder: string,
  index: number,
  { title, blocks }: Pair,
  baseUrl: string,
): Promise<void> {
  const text = blocks.at(-1)?.text ?? '';
  const chain = parseJsonc(fileNameOf(text) === undefined ? chainOfRequests(text) : text) as object;
  const environment = `pair-${index}`;
  const named = { ...chain, name: title, status: 'active', environment };
  await writeFile(path.join(folder, `${index}.chain.json`), JSON.stringify(named));
  for (const { text: other } of blocks.slice(1, -1)) {
    await writeFile(path.join(folder, fileNameOf(other) ?? ''), other);
  }
  await writeFile(
    path.join(folder, `${index}.environment.json`),
    JSON.stringify({ formatVersion: 1, name: environment, variables: { baseUrl } }),
  );
}

/** Names of the chains that passed. */
function passedIn(report: string): ReadonlySet<string> {
  const { results } = JSON.parse(report) as {
    readonly results: readonly { readonly chain: { readonly name: string }; readonly outcome: string }[];
  };
  return new Set(results.filter(({ outcome }) => outcome === 'passed').map(({ chain }) => chain.name));
}

/** A check of the one request that arrived. */
function only(check: (arrived: Arrived) => void): (arrived: readonly Arrived[]) => void {
  return (arrived) => {
    const [one] = arrived;
    assert.ok(one !== undefined && arrived.length === 1, `${arrived.length} requests`);
    check(one);
  };
}

function onlyBody(expected: object): (arrived: readonly Arrived[]) => void {
  return only(({ body }) => {
    assert.deepEqual(JSON.parse(body), expected);
  });
}

/** Whether a time that was rounded down lies in the run. */
function isDuring(time: number, { within }: { readonly within: number }): boolean {
  return time > startedAt - within && time <= endedAt;
}
