/** What is previewed is what is sent: the prepared request, written out by hand, equals the bytes on the wire. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readChain } from '../../src/core/files/chainFile';
import { ExactNumber, type JsonValue } from '../../src/core/json/json';
import type { Chain, HttpRequest } from '../../src/core/model';
import { nothingSensitive } from '../../src/core/permission/sensitive';
import { prepareRequest } from '../../src/core/prepare/prepare';
import type { RequestScope } from '../../src/core/prepare/scope';
import { requestTarget } from '../../src/core/prepare/url';
import { systemRandom } from '../../src/node/run/nodePorts';
import { createFiles } from '../../src/node/files/workspaceFiles';
import { answered, closeTransports, send, transport } from './sending';
import { ok, startWireServer, type WireServer } from './wireServer';
import { chainOf } from './workspace';

const sample = path.resolve('examples/workspace');
let server: WireServer;

const VALUES: Readonly<Record<string, JsonValue>> = {
  text: 'ü & {{token}} "quoted" \\ 100% +/=?#',
  object: { list: [1, null, { deep: new ExactNumber('12345678901234567890') }] },
  nothing: null,
};

/** Every name has a value: one of the table, or its own name. */
function scopeFor(origin: string): RequestScope {
  const values: Readonly<Record<string, JsonValue>> = { ...VALUES, baseUrl: origin };
  return {
    lookup: ({ name }) => ({
      ok: true,
      found: {
        value: values[name] ?? (name in values ? null : name),
        source: 'chain',
        sensitive: nothingSensitive,
      },
    }),
    facts: {},
    again: () => scopeFor(origin),
  };
}

/** Prepares every request of a chain, sends it, and compares. Returns how many there were. */
async function comparePreviews(chain: Chain, chainFile: string, folder: string): Promise<number> {
  const through = transport();
  const requests = chain.requests.filter(({ call }) => call === undefined);
  for (const request of requests) {
    const preparation = await prepareRequest(request, {
      chain,
      chainFile,
      scope: scopeFor(server.origin),
      cookies: { header: () => 'session=abc' },
      files: createFiles(folder),
      random: systemRandom,
      userAgent: 'chainwright/test',
    });
    assert.ok(preparation.kind === 'ready', `${chainFile} ${request.id}: ${JSON.stringify(preparation)}`);
    answered(await send(through, preparation.prepared.request));
    const wire = server.requests.at(-1);
    assert.equal(`${wire?.head ?? ''}${wire?.body ?? ''}`, written(preparation.prepared.request), request.id);
  }
  return requests.length;
}

/** The request as RFC 9112 §3 writes it, each byte as one character. */
function written({ method, url, headers, body }: HttpRequest): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  const head = [`${method} ${requestTarget(url)} HTTP/1.1`, ...lines].join('\r\n');
  return `${head}\r\n\r\n${Buffer.from(body ?? []).toString('latin1')}`;
}

describe('a preview', () => {
  before(async () => {
    server = await startWireServer(() => ok('{}'));
  });
  afterEach(closeTransports);
  after(() => server.close());

  it('equals what is sent, byte for byte, for every request of the sample', async () => {
    const files = (await readdir(sample, { recursive: true })).filter((file) => file.endsWith('.chain.json'));
    let count = 0;
    for (const file of files) {
      const { chain } = readChain(await readFile(path.join(sample, file), 'utf8'), file);
      assert.ok(chain, file);
      count += await comparePreviews(chain, file, sample);
    }
    assert.ok(count > 40, `${count} requests were compared`);
  });

  it('equals what is sent for every kind of body, authentication and odd character', async () => {
    const post = (id: string, more: object) => ({
      id,
      method: 'POST',
      url: '{{baseUrl}}/{{text}}?q={{text}}',
      ...more,
    });
    const requests = [
      post('json', {
        body: {
          json: {
            text: '{{text}}',
            object: '{{object}}',
            nothing: '{{nothing}}',
            '{{text}}': 'a {{object}}',
          },
        },
      }),
      post('text', { body: { text: '{{text}}\r\n{{object}}' } }),
      post('form', { body: { form: [{ name: '{{text}}', value: '{{text}}' }] } }),
      post('multipart', {
        body: {
          multipart: [
            { name: '{{text}}', value: '{{text}}' },
            { name: 'f', file: 'files/delivery-note.txt' },
          ],
        },
      }),
      post('file', { body: { file: 'files/delivery-note.txt', contentType: 'text/plain' } }),
      post('graphql', {
        body: { graphql: { query: '{ order(id: "{{object}}") { id } }', variables: { o: '{{object}}' } } },
      }),
      post('empty', {}),
      post('basic', { auth: { type: 'basic', username: '{{text}}', password: '{{text}}' } }),
      post('key', { auth: { type: 'apiKey', in: 'query', name: '{{text}}', value: '{{text}}' } }),
      { id: 'raw', method: 'PROPFIND', url: '{{baseUrl}}/a/../b;x//%2e%2e/{y}|^~?a[]=1&&b#gone' },
      {
        id: 'headers',
        method: 'GET',
        url: '{{baseUrl}}',
        headers: [
          { name: 'x-A', value: '1' },
          { name: 'X-a', value: ' é ' },
          { name: 'Accept', value: '' },
        ],
      },
    ];
    const { chain, problems } = readChain(JSON.stringify(chainOf(requests)), 'main.chain.json');
    assert.ok(chain, JSON.stringify(problems));
    await comparePreviews(chain, 'main.chain.json', sample);
  });
});
