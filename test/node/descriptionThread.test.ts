/** Descriptions of APIs that the editor reads in a thread of its own. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { readChainOnly } from '../../src/core/files/chainFile';
import type { ChainRequest } from '../../src/core/model';
import { DescriptionThread } from '../../src/host/openapi/descriptionThread';
import { loadDescription } from '../../src/node/files/loadDescription';
import { createWorkspace, type Workspace } from './workspace';

const SCRIPT = path.resolve(import.meta.dirname, '../../src/host/openapi/descriptionWorker.js');

const orders = `openapi: 3.0.3
info: { title: Orders }
paths:
  /orders:
    get:
      responses: { '200': { description: Orders } }
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: { properties: { amount: { type: integer, enum: [12345678901234567890] }, note: { type: string } } }
      responses:
        '201':
          description: An order
          content:
            application/json:
              schema:
                properties:
                  id: { type: integer }
`;

/** A description with operations that are alike. */
function largeDescription(operations: number): string {
  const answer =
    '          content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }';
  const operation = (index: number): string =>
    [
      `  /things/${index}:`,
      '    get:',
      '      parameters: [{ name: limit, in: query, schema: { type: integer } }]',
      '      responses:',
      "        '200':",
      '          description: A thing',
      answer,
    ].join('\n');
  return [
    'openapi: 3.0.3',
    'info: { title: Things }',
    'paths:',
    ...Array.from({ length: operations }, (_, index) => operation(index)),
    '',
  ].join('\n');
}

describe('descriptions in a thread of their own', () => {
  let workspace: Workspace;
  const named = { name: 'api.yaml', from: 'a.chain.json' };
  const thread = new DescriptionThread(SCRIPT);
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.write({ 'api.yaml': orders });
  });
  afterEach(() => workspace.dispose());

  function requests(): readonly ChainRequest[] {
    const body = '{ "json": { "amount": 12345678901234567890 } }';
    const text = `{ "formatVersion": 1, "name": "A", "requests": [
      { "id": "a", "method": "POST", "url": "http://a.test/orders", "body": ${body} },
      { "id": "b", "method": "POST", "url": "http://a.test/orders" },
      { "id": "c", "method": "GET", "url": "http://a.test/customers" },
      { "id": "d", "method": "GET", "url": "{{url}}" }] }`;
    return readChainOnly(text, 'a.chain.json').chain?.requests ?? [];
  }

  it('say what they say in this thread', async () => {
    const answers = [];
    for (const describe of [thread.describe, loadDescription]) {
      const description = await describe(named, workspace.folder);
      const call = { method: 'POST', url: 'http://a.test/orders' };
      const answered = { status: 201, mediaType: 'application/json', hasBody: true };
      answers.push([
        description.file,
        description.files,
        description.remarks,
        await description.compare(requests()),
        await description.responseTo(call, answered),
        await description.placeOf(call, answered, '/$ref/properties/id/type'),
        await description.wordsFor(call, []),
      ]);
    }
    assert.deepEqual(answers[0], answers[1]);
    const [, , , compared, , place, words] = answers[0] ?? [];
    assert.deepEqual(
      (compared as readonly { readonly kind: string }[]).map(({ kind }) => kind),
      ['described', 'described', 'no-operation', 'unclear'],
    );
    assert.deepEqual(
      [place, words],
      ['api.yaml:20', { paths: ['/orders'], query: [], headers: [], body: ['amount', 'note'] }],
    );
  });

  it('list their operations', async () => {
    const { operations } = await thread.list({ named, workspace: workspace.folder });
    assert.deepEqual(
      operations.map(({ method, path: template, place }) => `${method} ${template} ${place.line}`),
      ['GET /orders 5', 'POST /orders 7'],
    );
  });

  it('name the file that names one which is missing', async () => {
    const gone = { name: 'gone.yaml', from: 'local.environment.json' };
    await assert.rejects(thread.describe(gone, workspace.folder), {
      name: 'UserError',
      place: { file: 'local.environment.json' },
      what: 'The file "gone.yaml" does not exist.',
    });
  });

  it('are read again when they were written', async () => {
    const description = await thread.describe(named, workspace.folder);
    await workspace.write({ 'api.yaml': orders.replace('/orders:', '/customers:') });
    const compared = await description.compare(requests());
    assert.deepEqual(
      compared.map(({ kind }) => kind),
      ['no-operation', 'no-operation', 'described', 'unclear'],
    );
  });

  it('leave this thread free while a large one is read', async () => {
    await workspace.write({ 'api.yaml': largeDescription(4_000) });
    const before = performance.eventLoopUtilization();
    const description = await thread.describe(named, workspace.folder);
    const { active, idle } = performance.eventLoopUtilization(before);
    assert.deepEqual(description.remarks, []);
    assert.ok(active < (active + idle) / 4, `${active} of ${active + idle} ms`);
  });

  it('end the thread for one that takes too long, and are read in another one afterwards', async () => {
    const impatient = new DescriptionThread(SCRIPT, 1_000);
    await workspace.write({ 'api.yaml': largeDescription(40_000), 'small.yaml': orders });
    const large = impatient.describe(named, workspace.folder);
    await assert.rejects(large, {
      name: 'UserError',
      message:
        'a.chain.json: The description api.yaml is too large to be read in the editor. Name a smaller one.',
    });
    const patient = await impatient.describe({ ...named, name: 'small.yaml' }, workspace.folder);
    assert.equal(patient.file, 'small.yaml');
  });
});
