import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readChain } from '../../../src/core/files/chainFile';
import type { PreviewJob, PreviewSettings } from '../../../src/node/preview/previewContext';
import { previewRequest } from '../../../src/node/preview/previewRequest';
import { previewSegments, type SegmentedPreview } from '../../../src/node/preview/previewSegments';
import { ok, startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../workspace';

let server: WireServer;
let workspace: Workspace;

function jobOf(more: Partial<PreviewJob> = {}): PreviewJob {
  return {
    file: path.join(workspace.folder, 'main.chain.json'),
    workspace: workspace.folder,
    requestId: 'read',
    shown: new Map(),
    trusted: true,
    ...more,
  };
}

/** Writes a chain whose second request has these members, and previews that. */
async function previewOf(
  members: object,
  more: Partial<PreviewJob> & { readonly settings?: Partial<PreviewSettings>; readonly isRun?: boolean } = {},
): Promise<SegmentedPreview> {
  const create = {
    id: 'create',
    method: 'POST',
    url: `${server.origin}/orders`,
    extract: ['id', 'token', 'all'].map((name) => ({ variable: name, from: 'body', path: `$.${name}` })),
  };
  await workspace.write({
    'main.chain.json': chainOf([create, { id: 'read', method: 'GET', url: '{{base}}/x', ...members }], {
      variables: { base: server.origin },
    }),
  });
  const { isRun = true, settings, ...job } = more;
  const known = isRun ? { known: (await workspace.run('main.chain.json')).memory } : {};
  return previewSegments(jobOf({ ...known, ...job }), { ...defaultSettings, ...settings });
}

const inWords = (segments: SegmentedPreview['url'] | undefined): string =>
  (segments ?? []).map(({ kind, text }) => (kind === 'written' ? text : `[${kind} ${text}]`)).join('');

const header = ({ headers }: SegmentedPreview, name: string): string =>
  inWords(headers.find((line) => line.name === name)?.value);

describe('a preview in pieces', () => {
  before(async () => {
    server = await startWireServer(() => ok('{"id":9007199254740993,"token":"tok-12345678","all":{"n":1}}'));
    workspace = await createWorkspace();
  });
  after(async () => {
    await server.close();
    await workspace.dispose();
  });

  it('shows the request for the first item of a loop', async () => {
    const loop = { in: [{ id: '{{id}}' }, { id: 2 }], as: 'order' };
    const preview = await previewOf({ url: '{{base}}/{{$index}}/{{order.id}}', forEach: loop });
    assert.equal(inWords(preview.url), `[value ${server.origin}]/[value 0]/[value 9007199254740993]`);
    assert.deepEqual(preview.remarks, []);
  });

  it('leaves the item of a loop open while its list has no value', async () => {
    const preview = await previewOf({ url: '{{base}}/{{order}}', forEach: { in: '{{lost}}', as: 'order' } });
    assert.equal(inWords(preview.url), `[value ${server.origin}]/[missing {{order}}]`);
  });

  it('tells what came from variables, digit for digit', async () => {
    const preview = await previewOf({
      method: 'PUT',
      url: '{{base}}/orders/{{id}}?again={{id}}',
      query: [{ name: 'q', value: 'a {{all}}' }],
      headers: [{ name: 'X-Id', value: 'no {{id}}' }],
      body: { json: { id: '{{id}}', all: '{{all}}', text: 'id {{id}}', none: null } },
    });
    assert.equal(
      inWords(preview.url),
      `[value ${server.origin}]/orders/[value 9007199254740993]?again=[value 9007199254740993]&q=a%20[value %7B%22n%22%3A1%7D]`,
    );
    assert.equal(header(preview, 'X-Id'), 'no [value 9007199254740993]');
    assert.equal(
      inWords(preview.body?.text),
      '{\n  "id": [value 9007199254740993],\n  "all": [value {\n    "n": 1\n  }],\n  "text": "id [value 9007199254740993]",\n  "none": null\n}',
    );
    assert.deepEqual(preview.remarks, []);
  });

  it('shows what a chain that is a step is given, and nothing that is sent', async () => {
    await workspace.write({
      'called.chain.json': chainOf([{ id: 'x', method: 'GET', url: `${server.origin}/x` }]),
    });
    const given = { order: '{{id}}', all: '{{all}}', note: 'of {{lost}}', amount: 12.5 };
    const step = { id: 'read', method: undefined, url: undefined, chain: 'called.chain.json', with: given };
    const preview = await previewOf(step, { isRun: false, shown: new Map([['id', '7']]) });
    assert.deepEqual(
      [preview.method, inWords(preview.url), preview.headers, preview.body],
      ['CALL', 'called.chain.json', [], undefined],
    );
    assert.deepEqual(
      preview.given?.map(({ name, value }) => `${name} = ${inWords(value)}`),
      ['order = [value 7]', 'all = [missing {{all}}]', 'note = of [missing {{lost}}]', 'amount = 12.5'],
    );
    assert.equal(preview.remarks.length, 2);
  });

  it('says the same as the preview in the text editor', async () => {
    const members = {
      method: 'POST',
      headers: [{ name: 'X-A', value: '{{token}} {{missing}}' }],
      body: {
        multipart: [
          { name: 'a', value: '{{id}}' },
          { name: 'b', value: 'x' },
        ],
      },
    };
    const preview = await previewOf(members);
    const known = { known: (await workspace.run('main.chain.json')).memory };
    const whole = await previewRequest(jobOf(known), defaultSettings);
    const joined = (segments: SegmentedPreview['url']): string => segments.map(({ text }) => text).join('');
    assert.equal(joined(preview.url), whole.request?.url);
    const lines = preview.headers.map(({ name, value }) => `${name}: ${joined(value)}`);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('Content-Type')),
      whole.request?.headers
        .map(({ name, value }) => `${name}: ${value}`)
        .filter((line) => !line.startsWith('Content-Type')),
    );
    assert.deepEqual(preview.remarks, whole.remarks);
    assert.match(inWords(preview.body?.text), /name="a"\r\n\r\n\[value 9007199254740993\]\r\n--/);
  });

  it('counts the bytes that are sent', async () => {
    const { body } = await previewOf({ method: 'POST', body: { json: { id: '{{id}}' } } });
    assert.deepEqual(
      [body?.size, body?.mediaType, body?.shortened],
      ['{"id":9007199254740993}'.length, 'application/json', false],
    );
  });

  it('shows references without a value in place, with the reason, even in the address', async () => {
    const preview = await previewOf({ url: '{{nowhere}}/a/{{id}}', body: { json: { a: '{{$secret NO}}' } } });
    assert.equal(inWords(preview.url), '[missing {{nowhere}}]/a/[value 9007199254740993]');
    assert.match(inWords(preview.body?.text), /"a": "\[missing \{\{\$secret NO\}\}\]"/);
    assert.equal(preview.body?.size, undefined);
    assert.equal(preview.remarks.length, 2);
  });

  it('marks values generated for each request', async () => {
    const preview = await previewOf({ headers: [{ name: 'X-Id', value: 'a-{{$guid}}' }] });
    assert.equal(header(preview, 'X-Id'), 'a-[generated {{$guid}}]');
  });

  it('masks secrets at every place', async () => {
    const secrets = { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_KEY: 's3cret-value' } };
    const preview = await previewOf(
      {
        method: 'POST',
        headers: [
          { name: 'X-Copy', value: 'a {{$secret KEY}}' },
          { name: 'X-Literal', value: 'tok-12345678' },
        ],
        auth: { type: 'basic', username: 'me', password: '{{token}}' },
        body: { json: { password: 'hunter2-hunter2', note: 'x {{token}}' } },
      },
      { settings: { secrets } },
    );
    const text = JSON.stringify(preview);
    assert.ok(!/s3cret|tok-1234|hunter2/.test(text) && !text.includes(btoa('me:tok-12345678')), text);
    const mask = String.raw`\[secret ‹secret:[0-9a-f]{4}›\]`;
    assert.match(header(preview, 'X-Copy'), new RegExp(`^a ${mask}$`));
    assert.match(header(preview, 'X-Literal'), new RegExp(`^${mask}$`));
    assert.match(header(preview, 'Authorization'), new RegExp(`^Basic ${mask}$`));
    assert.match(inWords(preview.body?.text), new RegExp(`"password": "${mask}",\\n  "note": "x ${mask}"`));
  });

  it('names each secret without a value once, however the request refers to it', async () => {
    await workspace.write({
      'main.chain.json': chainOf(
        [
          {
            id: 'read',
            method: 'GET',
            url: `${server.origin}/x`,
            headers: [
              { name: 'X-A', value: '{{$secret "QUOTED"}} {{$secret QUOTED}}' },
              { name: 'X-B', value: '{{byConstant}}' },
            ],
          },
        ],
        { variables: { byConstant: '{{$secret CONSTANT}}' } },
      ),
    });
    const preview = await previewSegments(jobOf(), defaultSettings);
    assert.deepEqual(preview.missingSecrets, ['QUOTED', 'CONSTANT']);
  });

  it('reads neither secrets nor files in a workspace that is not trusted', async () => {
    const secrets = { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_KEY: 's3cret-value' } };
    await workspace.write({ 'note.txt': 'private' });
    const preview = await previewOf(
      { method: 'POST', headers: [{ name: 'X-A', value: '{{$secret KEY}}' }], body: { file: 'note.txt' } },
      { trusted: false, settings: { secrets } },
    );
    assert.equal(header(preview, 'X-A'), '[missing {{$secret KEY}}]');
    assert.equal(inWords(preview.body?.text), '[missing ‹contents of note.txt›]');
    assert.deepEqual(preview.missingSecrets, []);
  });

  it('shows the contents of files, and says which cannot be read', async () => {
    await workspace.write({ 'note.txt': 'a note' });
    const parts = [
      { name: 'f', file: 'note.txt' },
      { name: 'g', file: 'gone.txt' },
    ];
    const preview = await previewOf({ method: 'POST', body: { multipart: parts } });
    assert.match(inWords(preview.body?.text), /\r\n\r\na note\r\n--/);
    assert.match(inWords(preview.body?.text), /\[missing ‹contents of gone\.txt›\]/);
    assert.match(preview.remarks.join(' '), /gone\.txt/);
  });

  it('shows what it can of a request that cannot be sent, with the reason', async () => {
    const preview = await previewOf({ url: 'ftp://a.test/{{id}}' });
    assert.equal(inWords(preview.url), 'ftp://a.test/[value 9007199254740993]');
    assert.match(preview.remarks.join(' '), /is not a URL that requests can go to/);
  });

  it('shows the beginning of a long body', async () => {
    const { body } = await previewOf({ method: 'POST', body: { text: 'x'.repeat(300_000) } });
    assert.deepEqual([body?.shortened, body?.size, inWords(body?.text).length], [true, 300_000, 200_000]);
  });

  it('shows nothing of bytes that are no text', async () => {
    await writeFile(path.join(workspace.folder, 'raw.bin'), Buffer.from([0, 255, 1]));
    const { body } = await previewOf({ method: 'POST', body: { file: 'raw.bin' } });
    assert.deepEqual([body?.text, body?.size], [[], 3]);
  });

  it('takes the chain that it is given, saved or not', async () => {
    await previewOf({});
    const text = JSON.stringify(chainOf([{ id: 'read', method: 'GET', url: 'http://127.0.0.1/new' }]));
    const { chain } = readChain(text, 'main.chain.json');
    assert.ok(chain !== undefined);
    assert.equal(
      inWords((await previewSegments(jobOf({ chain }), defaultSettings)).url),
      'http://127.0.0.1/new',
    );
  });
});
