/** Commands of other people against what a real curl sent for them. */
import assert from 'node:assert/strict';
import { readChain } from '../../../../../src/core/files/chainFile';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '../../../../../src/core/json/json';
import { composeImport } from '../../../../../src/formats/importers/write/composeImport';
import {
  itemsOf,
  memberOf,
  textOf,
  type Foreign,
} from '../../../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { readImport } from '../../../../../src/formats/importers/importers';
import { corpusText, hasCorpus } from '../../corpus';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly auth?: string;
  readonly body?: string;
  readonly multipart?: readonly {
    readonly name: string;
    readonly value: string;
    readonly filename: string | null;
  }[];
}

interface Case {
  readonly id: string;
  readonly command: string;
  /** Absent where curl itself refused the command, or could not be asked. */
  readonly requests: readonly Sent[] | null;
}

interface Difference {
  readonly id: string;
  readonly why: string;
  /** What is read; absent where the report only says what is missing. */
  readonly url?: string;
}

/** What the importer reads in another way than a shell and curl do. */
const DIFFERENCES: readonly Difference[] = [
  {
    id: 'bruno-url-handling-should-parse-urls-with-query-parameters',
    why: 'the & of a URL without quotes ends the command for a shell, and for nobody else',
    url: 'https://api.example.com/users?page=1&limit=10&sort=asc',
  },
  {
    id: 'bruno-handling-urls-without-protocols-should-parse-url-without-protocol-with',
    why: 'the & of a URL without quotes ends the command for a shell, and for nobody else',
    url: 'http://api.example.com/users?page=1&limit=10',
  },
  {
    id: 'curlconverter-redirect_command_url_query',
    why: 'what a file adds to the query is not known',
    url: 'http://localhost:28139/',
  },
  { id: 'curlconverter-url_query_reads_file', why: 'what a file adds to the query is not known' },
];

/** Headers that the engine writes itself; the report names them. */
const WRITTEN_ANYWAY = new Set(['accept-encoding', 'connection', 'content-length']);

/** Commands that no shell takes: a quote in them is not closed. */
const UNCLOSED = new Set([
  'bruno-shell-quote-handling-should-handle-complex-escaped-quotes',
  'bruno-handling-urls-without-protocols-should-parse-a-complex-curl-command-wi',
  'bruno-complex-examples-should-parse-a-complex-curl-command-with-multiple-fea',
  'bruno-curl-command-with-complex-escape-characters-should-parse-a-curl-comman',
  'bruno-json-flag-should-handle-json-with-escaped-quotes',
]);

const cases: readonly Case[] = hasCorpus
  ? corpusText('curl', 'cases.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Case)
  : [];

const read = (id: string): Promise<ImportedCollection> =>
  readImport(`${id}.sh`, corpusText('curl', `${id}.sh`));

describe('the cURL corpus', () => {
  before(function () {
    if (!hasCorpus) {
      this.skip();
    }
  });

  for (const { id, requests } of cases.filter((one) => !UNCLOSED.has(one.id))) {
    describe(id, () => {
      it('becomes a chain that is valid, and the same one again', async () => {
        const collection = await read(id);
        const once = composeImport([{ source: id, collection }], { folders: 'tags' });
        assert.deepEqual(
          composeImport([{ source: id, collection: await read(id) }], { folders: 'tags' }),
          once,
        );
        for (const { path, text } of once.files) {
          assert.deepEqual(readChain(text, path).problems, []);
        }
      });

      it('reads the same with Windows line breaks and a byte order mark', async () => {
        const text = corpusText('curl', `${id}.sh`);
        assert.deepEqual(
          await readImport(`${id}.sh`, `\ufeff${text.replaceAll('\n', '\r\n')}`),
          await read(id),
        );
      });

      if (requests !== null) {
        it('is what curl sent', async () => {
          const { requests: read_ } = await read(id);
          const kept = read_.filter((request) => request.kind === 'kept');
          assert.equal(kept.length, requests.length);
          for (const [index, sent] of requests.entries()) {
            compare(kept[index] ?? assert.fail(), sent, id);
          }
        });
      }
    });
  }

  for (const id of UNCLOSED) {
    it(`refuses ${id}, which no shell takes`, async () => {
      await assert.rejects(read(id), { name: 'UserError', message: /not closed: line 1/ });
    });
  }
});

function compare(request: KeptRequest, sent: Sent, id: string): void {
  const { request: members, remarks } = request;
  assert.equal(members['method'], sent.method);
  const difference = DIFFERENCES.find((one) => one.id === id);
  if (difference === undefined) {
    assert.equal(urlOf(members), comparable(sent.url));
  } else {
    assert.notEqual(urlOf(members), comparable(sent.url));
    assert.ok(
      remarks.some((remark) => /&|--url-query/.test(remarkText(remark))),
      difference.why,
    );
    assert.ok(difference.url === undefined || urlOf(members) === comparable(difference.url), difference.why);
  }
  const isNtlm = sent.auth === 'ntlm';
  assert.deepEqual(headersOf(members), sentHeaders(sent, remarks.map(remarkText)), id);
  assert.equal(textOf(memberOf(members['auth'], 'type')) ?? '', isNtlm ? '' : (sent.auth ?? bearerOf(sent)));
  compareBody(members['body'], sent, remarks.map(remarkText));
}

function urlOf(request: JsonObject): string {
  const query = itemsOf(request['query'])
    .map(
      (row) =>
        `${encodeURIComponent(textOf(memberOf(row, 'name')) ?? '')}=${encodeURIComponent(textOf(memberOf(row, 'value')) ?? '')}`,
    )
    .join('&');
  return comparable(`${textOf(request['url']) ?? ''}${query === '' ? '' : `?${query}`}`);
}

/** What a server reads; curl leaves out a & at the end when it adds to a query. */
function comparable(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + decodeURIComponent(search.replaceAll('+', ' '));
}

type Header = readonly [name: string, value: string];

function headersOf(request: JsonObject): readonly string[] {
  const rows = itemsOf(request['headers']).map((row): Header => [
    textOf(memberOf(row, 'name')) ?? '',
    textOf(memberOf(row, 'value')) ?? '',
  ]);
  const token = textOf(memberOf(request['auth'], 'token'));
  const isTyped = rows.some(([name]) => name.toLowerCase() === 'content-type');
  const type = isTyped ? undefined : typeOf(request['body']);
  return normalised([
    ...rows,
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as const]),
  ]);
}

function typeOf(body: Foreign): string | undefined {
  const kinds: ReadonlyMap<string, string> = new Map([
    ['json', 'application/json'],
    ['form', 'application/x-www-form-urlencoded'],
    ['multipart', 'multipart/form-data'],
  ]);
  return (
    textOf(memberOf(body, 'contentType')) ??
    [...kinds].find(([kind]) => memberOf(body, kind) !== undefined)?.[1]
  );
}

function sentHeaders({ headers, auth }: Sent, remarks: readonly string[]): readonly string[] {
  return normalised(
    headers.filter(([name, value]) => {
      const lower = name.toLowerCase();
      const isAnyway = WRITTEN_ANYWAY.has(lower);
      assert.ok(!isAnyway || remarks.some((remark) => remark.toLowerCase().includes(`${lower}:`)));
      const isOfFile = lower === 'cookie' && value === 'jarname=jarvalue';
      assert.ok(!isOfFile || remarks.some((remark) => remark.includes('--cookie')));
      return !isAnyway && !isOfFile && !(lower === 'authorization' && auth !== undefined);
    }),
  );
}

/** What the variable of one command was set to when curl was asked. */
const TOKEN = ['{{DO_API_TOKEN}}', 'TOKENVALUE'] as const;

/** Several `-b` are joined by curl without the space that RFC 6265 §4.2.1 asks for. */
function withoutAccidents(value: string): string {
  return value
    .replace(/; boundary=.*/, '')
    .replace(...TOKEN)
    .replace(/^(session=\w+);(user=\w+)$/, '$1; $2');
}

function normalised(headers: readonly Header[]): readonly string[] {
  return headers.map(([name, value]) => `${name.toLowerCase()}: ${withoutAccidents(value)}`).sort();
}

function bearerOf({ headers }: Sent): string {
  return headers.some(([name, value]) => name === 'Authorization' && value.startsWith('Bearer '))
    ? 'bearer'
    : '';
}

function compareBody(body: Foreign, { body: text = '', multipart }: Sent, remarks: readonly string[]): void {
  if (multipart !== undefined) {
    assert.deepEqual(
      itemsOf(memberOf(body, 'multipart')).map((part) => [
        textOf(memberOf(part, 'name')),
        textOf(memberOf(part, 'value')),
      ]),
      multipart.map(({ name, value, filename }) => [name, filename === null ? value : undefined]),
    );
  } else if (memberOf(body, 'file') !== undefined) {
    assert.ok(remarks.some((remark) => remark.includes('is not imported. Put it')));
  } else if (memberOf(body, 'json') !== undefined) {
    assert.deepEqual(memberOf(body, 'json'), parseJson(text));
  } else if (memberOf(body, 'form') !== undefined) {
    assert.deepEqual(itemsOf(memberOf(body, 'form')).map(pairOf), [...new URLSearchParams(text)]);
  } else {
    assert.equal(textOf(memberOf(body, 'text')) ?? '', text, stringifyJson(body ?? null));
  }
}

function pairOf(field: JsonValue): readonly (string | undefined)[] {
  return [textOf(memberOf(field, 'name')), textOf(memberOf(field, 'value'))];
}
