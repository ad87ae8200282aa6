/** Examples that are saved in `.bru` files: which counts, and as what all are kept. */
import assert from 'node:assert/strict';
import type { KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { examplesOf } from '../../examplesOf';

const REQUEST = `meta {
  name: Order
  type: http
}

put {
  url: {{baseUrl}}/orders/:id
  body: none
  auth: none
}
`;

/** Imports a file with these examples, each a block as Bruno writes it. */
async function imported(...examples: readonly string[]): Promise<KeptRequest> {
  const { requests } = await readImport('order.bru', [REQUEST, ...examples].join('\n'));
  return requests[0]?.kind === 'kept' ? requests[0] : assert.fail('the request is kept');
}

const example = (status: number | string, body = ''): string => `example {
  name: One
  description: What it answers

  request: {
    url: {{baseUrl}}/orders/7
    method: put
    mode: json
    headers: {
      X-Trace: 1
      ~X-Off: 1
    }

    body:json: {
      {
        "sku": "A"
      }
    }
  }

  response: {
    headers: {
      "x-a:b": c
    }

    status: {
      code: ${status}
      text: Whatever
    }

    body: {
      type: json
      content: '''
${body.replace(/^/gm, '        ')}
      '''
    }
  }
}
`;

const contentOf = ({ recorded }: KeptRequest): string | undefined =>
  recorded?.exchange.response?.body.content;

describe('an example of Bruno', () => {
  it('is kept with the request that it belongs to', async () => {
    const { recorded, remarks } = await imported(example(201, '{\n  "id": 7\n}'));
    const type = { encoding: 'utf8', mediaType: 'application/json' };
    assert.deepEqual(recorded, {
      name: 'One',
      exchange: {
        request: {
          method: 'PUT',
          url: '{{baseUrl}}/orders/7',
          headers: [{ name: 'X-Trace', value: '1' }],
          body: { ...type, content: '{\n  "sku": "A"\n}', size: 16 },
        },
        response: {
          status: 201,
          statusText: 'Created',
          httpVersion: '1.1',
          headers: [
            { name: 'x-a:b', value: 'c' },
            { name: 'Content-Type', value: 'application/json' },
          ],
          body: { ...type, content: '{\n  "id": 7\n}', size: 13 },
          wireSize: 13,
          notes: [],
        },
        redirects: [],
        timings: { totalMs: 0 },
      },
    });
    assert.deepEqual(remarks, []);
  });

  const chosen: readonly [
    title: string,
    statuses: readonly (number | string)[],
    examples: readonly string[],
  ][] = [
    ['the first success, and the others in their order', [404, 204, 200], ['204 One', '404 One', '200 One']],
    ['failures alone', [500], ['-', '500 One']],
    ['what has no status', ['', 'x'], ['-', 'No status One', 'No status One']],
    ['nothing where there is none', [], ['-']],
  ];
  for (const [title, statuses, examples] of chosen) {
    it(`gives ${title}`, async () => {
      const request = await imported(...statuses.map((one) => example(one)));
      assert.deepEqual(examplesOf(request), examples);
      assert.deepEqual(request.remarks, []);
    });
  }

  it('has no name where only a field of its request is called so', async () => {
    const form = 'request: {\n    body:form-urlencoded: {\n      name: Alice\n    }\n  }';
    const request = await imported(`example {\n  ${form}\n}`);
    assert.deepEqual(examplesOf(request), ['-', 'No status']);
  });

  it('has the address of its request when it names none, and its body as the block', async () => {
    const request = await imported(
      'example {\n  response: {\n    status: {\n      code: 200\n    }\n\n    body: {\n      <a>\n        1\n      </a>\n    }\n  }\n}',
    );
    assert.deepEqual(request.recorded?.exchange.request, {
      method: 'PUT',
      url: '{{baseUrl}}/orders/:id',
      headers: [],
    });
    assert.equal(contentOf(request), '<a>\n  1\n</a>');
  });

  it('is read alike with the line ends of Windows', async () => {
    const text = `${REQUEST}\n${example(200, '{"id": 7}')}`;
    const crlf = await readImport('order.bru', text.replaceAll('\n', '\r\n'));
    assert.deepEqual(crlf, await readImport('order.bru', text));
  });

  it('may be long, and its blocks without end', async () => {
    const long = `[\n${'  1,\n'.repeat(300_000)}  1\n]`;
    assert.equal(contentOf(await imported(example(200, long))), long);
    const open = `example {\n${'  response: {\n'.repeat(300_000)}}\n`;
    assert.equal((await imported(open)).recorded, undefined);
  });
});
