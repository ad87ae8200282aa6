import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { RecordedBody, RequestResult } from '../../../src/core/result/result';
import { createBodySpool, type SpooledBodies } from '../../../src/node/results/bodySpool';
import { exchange, requestResult } from '../../formats/reporters/sampleReport';

/** A request whose response body is kept under a key. */
function answeredWith(stored: string): RequestResult {
  const recorded = exchange('GET', '/', 200, { received: 'its beginning' });
  const { response = assert.fail() } = recorded;
  return requestResult({
    name: 'Read',
    exchange: { ...recorded, response: { ...response, body: { ...response.body, stored } } },
  });
}

function bodyFrom(bodies: SpooledBodies, key: string): RecordedBody | undefined {
  return bodies.whole(answeredWith(key), (body) => body).exchange?.response?.body;
}

describe('body spool', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('gives each body of each run back', async () => {
    const spool = createBodySpool(folder);
    const [one, other] = [spool.begin(), spool.begin()];
    await one.keep('0-response', 'Grüße, 世界');
    await other.keep('0-response', '\ufeffx'.repeat(100_000));
    await one.keep('1-response', '');
    assert.deepEqual(
      [bodyFrom(one, '0-response')?.content, bodyFrom(one, '1-response')?.content],
      ['Grüße, 世界', ''],
    );
    assert.equal(bodyFrom(other, '0-response')?.content === '\ufeffx'.repeat(100_000), true);
    spool.dispose();
  });

  it('says no longer that a body is stored elsewhere, and changes it as asked', async () => {
    const spool = createBodySpool(folder);
    const bodies = spool.begin();
    await bodies.keep('0-response', 'whole');
    const { exchange: read } = bodies.whole(answeredWith('0-response'), (body) => ({
      ...body,
      content: body.content.toUpperCase(),
    }));
    assert.equal(read?.response?.body.content, 'WHOLE');
    assert.equal(read.response.body.stored, undefined);
    spool.dispose();
  });

  it('leaves a body alone that is longer than wanted', async () => {
    const spool = createBodySpool(folder);
    const bodies = spool.begin();
    await bodies.keep('0-response', 'whole');
    const request = answeredWith('0-response');
    const { size = 0 } = request.exchange?.response?.body ?? {};
    const contents = [size - 1, size].map(
      (longest) => bodies.whole(request, (body) => body, longest).exchange?.response?.body.content,
    );
    assert.deepEqual(contents, ['its beginning', 'whole']);
    spool.dispose();
  });

  it('has no name on the disk, so that nobody else opens it and a killed run leaves nothing', async () => {
    const spool = createBodySpool(folder);
    await spool.begin().keep('0-response', 'x');
    assert.deepEqual(await readdir(folder), []);
    spool.dispose();
  });

  it('keeps bodies in memory where no file can be written', async () => {
    const spool = createBodySpool(path.join(folder, 'missing'));
    const bodies = spool.begin();
    await bodies.keep('0-response', 'whole');
    assert.equal(bodyFrom(bodies, '0-response')?.content, 'whole');
    spool.dispose();
  });

  it('leaves a request alone that has no exchange', () => {
    const request = requestResult({ name: 'Blocked' });
    assert.equal(
      createBodySpool(folder)
        .begin()
        .whole(request, (body) => body),
      request,
    );
  });
});
