/** Auto Mapping of an import: what saved examples have to do with it. */
import assert from 'node:assert/strict';
import { readImport } from '../../../src/formats/importers/importers';
import { mapImport, type MappedImport } from '../../../src/formats/importers/mapImport';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { countResponses } from '../../../src/formats/importers/write/recordedResult';
import { rulesHere } from './rulesHere';

const success = (code: number, body: object): object => ({
  ...{ name: 'Success', code, header: [{ key: 'Content-Type', value: 'application/json' }] },
  body: JSON.stringify(body),
});

/** Two requests of which the second sends what the first one was answered. */
async function mapped(create: readonly object[], read: readonly object[]): Promise<MappedImport> {
  const url = 'http://a.test/orders';
  return mappedItems([
    { name: 'Create', request: { method: 'POST', url }, response: create },
    { name: 'Read', request: { method: 'GET', url: `${url}/ord-83fk29xq` }, response: read },
  ]);
}

async function mappedItems(item: readonly object[]): Promise<MappedImport> {
  const collection = await readImport('x.json', JSON.stringify({ info: { name: 'Shop' }, item }));
  const sources = [{ source: 'x.json', collection }];
  return mapImport(composeImport(sources, { folders: 'tags', responses: true }), rulesHere);
}

describe('Auto Mapping of an import', () => {
  const created = success(201, { id: 'ord-83fk29xq' });
  const found = success(200, { id: 'ord-83fk29xq' });

  it('gives the same with further examples as without', async () => {
    const misleading = { ...success(422, { wrong: 'ord-83fk29xq' }), name: 'Refused' };
    const alone = await mapped([created], [found]);
    const among = await mapped([misleading, created, found], [misleading, found]);
    assert.deepEqual(among.composed.files, alone.composed.files);
    assert.deepEqual(among.mapped, alone.mapped);
    assert.equal(alone.mapped[0]?.places, 1);
    assert.deepEqual(
      [alone, among].map(({ composed }) => countResponses(composed.recordings)),
      [2, 5],
    );
  });

  it('has nothing to go by where only failures are saved', async () => {
    const { mapped: chains, composed } = await mapped([success(404, {})], []);
    assert.deepEqual(chains, []);
    assert.equal(countResponses(composed.recordings), 1);
  });

  it('asks nobody for a password that is read and sent back, and writes it nowhere', async () => {
    const password = '$2a$10$NVhw2N0z8Bi7V41WWdltbuMffxE1lqz4r';
    const door = { address: '127.0.0.1:8384', owner: 'Ada Byron', mode: 'static', password };
    const url = 'http://a.test/door';
    const body = { mode: 'raw', raw: JSON.stringify(door), options: { raw: { language: 'json' } } };
    const { composed } = await mappedItems([
      { name: 'Read', request: { method: 'GET', url }, response: [success(200, door)] },
      { name: 'Write', request: { method: 'PUT', url, body }, response: [success(200, {})] },
    ]);
    const chain = composed.files.map(({ text }) => text).join('');
    assert.match(chain, /"password": "\{\{password\}\}"/);
    assert.doesNotMatch(chain, /NVhw2N0z|\$secret/);
    assert.deepEqual(composed.run.secrets, []);
  });
});
