/** Files of other tools as large as people have them: made, so that everybody measures the same. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Writes a Postman collection of about that many bytes: bodies, authentication, and scripts that differ. */
export async function writePostmanCollection(file, bytes) {
  const items = [];
  for (let size = 0; size < bytes;) {
    const item = JSON.stringify(postmanItem(items.length));
    items.push(item);
    size += item.length + 1;
  }
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  await writeFile(file, `{"info":{"name":"Bench","schema":"${schema}"},"item":[${items.join(',')}]}`);
  return items.length;
}

/** Writes a HAR recording of about that many bytes: answers of 20 KB of JSON to calls of an API. */
export async function writeRecording(file, bytes) {
  let entries = 0;
  const texts = function* () {
    yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[';
    for (let size = 0; size < bytes; entries += 1) {
      const text = `${entries === 0 ? '' : ',\n'}${JSON.stringify(harEntry(entries))}`;
      size += text.length;
      yield text;
    }
    yield ']}}';
  };
  await pipeline(texts, createWriteStream(file));
  return entries;
}

function postmanItem(index) {
  return {
    name: `Order ${index}`,
    event: [
      {
        listen: 'test',
        script: {
          exec: [
            `pm.test('answers ${index}', function () {`,
            '  pm.response.to.have.status(201);',
            `  const order = pm.response.json();`,
            `  pm.expect(order.items[${index % 7}].sku).to.eql('A-${index}');`,
            `  pm.environment.set('order${index}', order.id);`,
            '});',
          ],
        },
      },
    ],
    request: {
      method: 'POST',
      header: [{ key: 'Accept', value: 'application/json' }],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
      url: {
        raw: '{{baseUrl}}/orders/:id?page=1',
        host: ['{{baseUrl}}'],
        path: ['orders', ':id'],
        query: [{ key: 'page', value: String(index) }],
        variable: [{ key: 'id', value: `{{order${Math.max(index - 1, 0)}}}` }],
      },
      body: {
        mode: 'raw',
        raw: JSON.stringify({ sku: `A-${index}`, lines: linesOf(6) }),
        options: { raw: { language: 'json' } },
      },
    },
  };
}

function harEntry(index) {
  const text = JSON.stringify(linesOf(120));
  return {
    startedDateTime: '2026-01-05T09:00:00.000Z',
    time: 34,
    request: {
      method: 'GET',
      url: `http://127.0.0.1:4010/orders/${index}`,
      httpVersion: 'HTTP/1.1',
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'Authorization', value: `Bearer bench-token-${index % 5}` },
      ],
      queryString: [],
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { size: text.length, mimeType: 'application/json', text },
    },
    timings: { send: 0, wait: 33, receive: 1 },
  };
}

function linesOf(length) {
  return Array.from({ length }, (_line, index) => ({
    id: index,
    name: `Article ${index}`,
    price: index * 1.25,
    tags: ['new', 'sale'],
    city: 'Berlin',
  }));
}
