/** Secrets that are too short or too common to be recognised are masked where a request puts them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { previewRequest } from '../../../src/node/preview/previewRequest';
import { startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, defaultSettings, type Executed, type Workspace } from '../workspace';

const PIN = '{{$secret PIN}}';
const settings = {
  secrets: { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_PIN: '123' } },
};

let workspace: Workspace;
let server: WireServer;

async function write(request: object, variables: object = {}): Promise<void> {
  const environment = { formatVersion: 1, name: 'local', variables: { base: server.origin } };
  await workspace.write({
    'local.environment.json': environment,
    'main.chain.json': chainOf([{ id: 'r', method: 'POST', url: '{{base}}/x', ...request }], {
      environment: 'local',
      variables,
    }),
  });
}

async function run(request: object, variables: object = {}): Promise<Executed> {
  await write(request, variables);
  return workspace.run('main.chain.json', {}, settings);
}

describe('a secret that is too weak to be recognised', () => {
  beforeEach(async () => {
    workspace = await createWorkspace();
    server = await startWireServer(() => 'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"id":12345}');
  });
  afterEach(() => Promise.all([workspace.dispose(), server.close()]));

  const places: [place: string, request: object, sent: RegExp][] = [
    ['a path', { url: `{{base}}/pin/${PIN}/x` }, /^POST \/pin\/123\/x /],
    ['a query', { query: [{ name: 'p', value: PIN }] }, /^POST \/x\?p=123 /],
    ['a header', { headers: [{ name: 'X-Mine', value: `a ${PIN} b` }] }, /X-Mine: a 123 b\r\n/],
    ['basic authentication', { auth: { type: 'basic', username: 'u', password: PIN } }, /Basic dToxMjM=/],
    [
      'a body',
      { body: { json: { deep: [{ pin: PIN }], text: `a${PIN}` } } },
      /\{"deep":\[\{"pin":"123"\}\],"text":"a123"\}/,
    ],
    ['the name of a member', { body: { json: { [PIN]: 1 } } }, /\{"123":1\}/],
    ['a form', { body: { form: [{ name: 'p', value: PIN }] } }, /p=123$/],
  ];
  for (const [place, request, sent] of places) {
    it(`is sent and masked in ${place}`, async () => {
      const { result } = await run(request);
      const [seen] = server.requests;
      assert.match(`${seen?.head}\r\n\r\n${seen?.body}`, sent);
      const exchange = result.requests[0]?.exchange;
      const shown = JSON.stringify([
        exchange?.request.url,
        exchange?.request.headers,
        exchange?.request.body?.content,
      ]);
      // The port may contain the secret.
      const withoutHost = (text: string): string => text.replaceAll(new URL(server.origin).host, '');
      assert.match(shown, /‹secret:[0-9a-f]{4}›/);
      assert.doesNotMatch(withoutHost(shown.replace(/Content-Length[^}]*/, '')), /123|dToxMjM/);
      assert.deepEqual(
        result.requests[0]?.substitutions.filter(({ value }) => withoutHost(value).includes('123')),
        [],
      );
    });
  }

  it('is masked behind constants, with generated values as they were sent', async () => {
    const { result } = await run(
      { body: { json: { of: '{{both}}', id: '{{$guid}}', at: '{{$timestamp}}' } } },
      { both: `${PIN}-{{$guid}}` },
    );
    const { of, id, at } = JSON.parse(server.requests[0]?.body ?? '') as Record<string, string>;
    const recorded = result.requests[0]?.exchange?.request.body?.content ?? '';
    assert.match(recorded, /^\{"of":"‹secret:[0-9a-f]{4}›-/);
    assert.ok(recorded.endsWith(`${of?.slice(3)}","id":"${id}","at":${at}}`), recorded);
  });

  it('is masked where a step gives it to a chain, with the same generated values as were sent', async () => {
    await write({});
    const request = {
      id: 'r',
      method: 'POST',
      url: '{{base}}/x',
      headers: [{ name: 'X-Mine', value: '{{pin}}' }],
    };
    await workspace.write({
      'main.chain.json': chainOf(
        [{ id: 'step', chain: 'step.chain.json', with: { pin: `${PIN}-{{$guid}}` } }],
        { environment: 'local' },
      ),
      'step.chain.json': chainOf([request, { ...request, id: 'again' }]),
    });
    const { result } = await workspace.run('main.chain.json', {}, settings);
    const sent = server.requests.map(({ head }) => /X-Mine: 123(-[0-9a-f-]+)/.exec(head)?.[1]);
    assert.ok(sent[0] !== undefined && sent[0] === sent[1], String(sent));
    const [step] = result.requests;
    const recorded = step?.parts?.map(
      ({ exchange }) => exchange?.request.headers.find(({ name }) => name === 'X-Mine')?.value,
    );
    for (const value of recorded ?? []) {
      assert.match(value ?? '', /^‹secret:[0-9a-f]{4}›-/);
      assert.ok(value?.endsWith(sent[0]), value);
    }
    assert.equal(recorded?.length, 2);
    assert.doesNotMatch(JSON.stringify(step?.substitutions), /"123/);
  });

  const refused: [member: string, request: object][] = [
    ['when', { when: { value: PIN, equals: 'x' } }],
    ['forEach', { forEach: { in: [`a${PIN}`], as: 'one' } }],
    ['delayMs', { delayMs: PIN }],
    ['when, and another value lacks', { when: { value: `${PIN}{{lost}}`, equals: 'x' } }],
  ];
  for (const [member, request] of refused) {
    it(`is masked where it is refused: in ${member}`, async () => {
      const { result } = await run(request);
      assert.deepEqual(server.requests, []);
      const { substitutions = [] } = result.requests[0] ?? {};
      assert.equal(substitutions.length, 1);
      assert.match(substitutions[0]?.value ?? '', /‹secret:[0-9a-f]{4}›/);
      assert.doesNotMatch(substitutions[0]?.value ?? '', /123/);
    });
  }

  it('is masked in what was expected', async () => {
    const expectation = { body: [{ path: '$.id', equals: PIN }] };
    const { request } = await run({ expect: expectation });
    assert.match(
      request('r').reasons[0]?.message ?? '',
      /^Expected \$\.id equals "?‹secret:[0-9a-f]{4}›"?, but it was 12345\.$/,
    );
  });

  it('has the same mark in every request, and is reported at the end', async () => {
    const { result } = await run({ url: `{{base}}/${PIN}/${PIN}` });
    const marks = result.requests[0]?.exchange?.request.url.match(/‹secret:[0-9a-f]{4}›/g) ?? [];
    assert.equal(new Set(marks).size, 1);
    assert.equal(marks.length, 2);
    assert.deepEqual(result.notes, [
      'The secret PIN is too short or too common to be recognised in other texts. It is masked only where a request puts it; use a longer one.',
    ]);
  });

  it('is masked in previews', async () => {
    await write({ headers: [{ name: 'X-Mine', value: PIN }] });
    const file = path.join(workspace.folder, 'main.chain.json');
    const job = {
      file,
      workspace: workspace.folder,
      requestId: 'r',
      shown: new Map<string, string>(),
      trusted: true,
    };
    const { request } = await previewRequest(job, { ...defaultSettings, ...settings });
    assert.match(
      request?.headers.find(({ name }) => name === 'X-Mine')?.value ?? '',
      /^‹secret:[0-9a-f]{4}›$/,
    );
  });
});
