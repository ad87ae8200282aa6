/**
 * Exported and imported again, chains send what they sent, or the report says what they do not: for generated
 * requests with the texts that break formats, and for what people wrote in other tools.
 */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import type { JsonValue } from '../../../src/core/json/json';
import type { Chain, ChainRequest } from '../../../src/core/model';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { readImport } from '../../../src/formats/importers/importers';
import { corpusFiles, corpusText, hasCorpus } from '../importers/corpus';
import { createDraw, type Draw } from '../importers/mutate';
import { exported } from './exported';
import { chainText, plainValue, sentRequests, soundChain } from './sentRequests';

const FILES = { postman: 'orders.json', http: 'orders.http' } as const;
const formats = ['postman', 'http'] as const;

/** Checks every request of a chain without remarks, and returns their number. */
async function checkRoundTrip(format: (typeof formats)[number], text: string): Promise<number> {
  const { text: file, report } = await exported(format, text);
  const chain = soundChain(text);
  const isOther = report.requests.some(({ remarks }) =>
    remarks.some((one) => /do not know the method/.test(one)),
  );
  if (isOther || hasTokens(chain) || report.requests.every(({ leftOut }) => leftOut !== undefined)) {
    return 0;
  }
  const [again, ...more] = await importedChains(FILES[format], file);
  assert.ok(again !== undefined && more.length === 0, file);
  const written = chain.requests.filter(({ disabled }) => !disabled);
  assert.equal(again.requests.length, written.length, file);
  // What a constant could not keep, any request may lack.
  const isWhole = report.remarks.every((remark) => !/constant|the value of|no arguments/.test(remark));
  const kept = report.requests.filter(({ leftOut }) => leftOut === undefined);
  let checked = 0;
  for (const [index, request] of written.entries()) {
    if (isWhole && kept[index]?.remarks.length === 0) {
      const sent = await sentOf(again, again.requests[index]);
      assert.deepEqual(sent, await sentOf(chain, request), `${JSON.stringify(request)}\n${file}`);
      checked += 1;
    }
  }
  return checked;
}

/** A token that is obtained is a request more in formats that do not obtain any. */
function hasTokens({ auth, requests }: Chain): boolean {
  return [auth, ...requests.map((request) => request.auth)].some((one) => one?.type === 'oauth2');
}

async function importedChains(name: string, file: string): Promise<readonly Chain[]> {
  const collection = await readImport(name, file).catch(() => assert.fail(`not read: ${file}`));
  const { files } = composeImport([{ source: name, collection }], { folders: 'tags' });
  return files.filter(({ path }) => path.endsWith('.chain.json')).map(({ text }) => soundChain(text));
}

/** What a request sends, without meaningless spaces around headers; nothing where nobody could send it. */
async function sentOf(chain: Chain, request: ChainRequest | undefined) {
  try {
    const requests = request === undefined ? [] : [request];
    const sent = await sentRequests({ ...chain, requests }, (name) => plainValue(name.toLowerCase()));
    return sent.map((one) => ({
      ...one,
      headers: one.headers.map((line) => line.replace(/(?<=:)\s+|\s+$/g, '')),
    }));
  } catch (error) {
    assert.match(String(error), /not-sendable|JSON/);
    return undefined;
  }
}

const TEXTS = [
  ...[
    'a',
    '',
    ' ',
    '0',
    'a b',
    'ä日🙂',
    '%41%',
    'a=b&c',
    '+',
    '#x',
    '?',
    '/',
    '//',
    '..',
    ':id',
    "'",
    '"',
    '`',
  ],
  ...['\\', '\\n', '$x', '$(x)', '${x}', '!', '~', '*', '<a>', '-- x', '{', '}', '}}', '{{', '{{ }}'],
  ...[
    '{{shelf}}',
    '{{orderId}}',
    'a{{shelf}}',
    '{{shelf}}}',
    '{{$secret S1}}',
    '{{n}}',
    '@x = 1',
    '# c',
    '< ./f',
  ],
  ...[
    'a\nb',
    'a\r\nb',
    '\t',
    '\u0000',
    '\u0085',
    '\u2028',
    '\ud800',
    '\u202e',
    '###',
    '### x',
    '__proto__',
    'null',
  ],
];

function anyText(draw: Draw): string {
  return Array.from({ length: 1 + draw(3) }, () => TEXTS[draw(TEXTS.length)] ?? '').join('');
}

/** Without braces that are meant as such: importers read encoded ones as a reference. */
function anyRowText(draw: Draw): string {
  return anyText(draw).replaceAll('\\{{', '{{');
}

function anyRows(draw: Draw): readonly object[] {
  return Array.from({ length: draw(3) }, () => ({
    name: anyRowText(draw) || 'q',
    value: anyRowText(draw),
    ...(draw(5) === 0 ? { disabled: true } : {}),
  }));
}

function anyJson(draw: Draw, depth = 0): JsonValue {
  const kinds: readonly (() => JsonValue)[] = [
    () => anyText(draw),
    () => draw(1000) - 500,
    () => null,
    () => draw(2) === 0,
    () => Array.from({ length: draw(3) }, () => anyJson(draw, depth + 1)),
    () =>
      Object.fromEntries(Array.from({ length: draw(3) }, () => [anyText(draw), anyJson(draw, depth + 1)])),
  ];
  return kinds[draw(depth > 2 ? 4 : kinds.length)]?.() ?? null;
}

function anyBody(draw: Draw): object {
  const parts = (): readonly object[] => [
    { name: 'first', value: anyRowText(draw) },
    ...anyRows(draw).map((row) => ({ ...row, name: `p${draw(9)}` })),
  ];
  const kinds: readonly (() => object)[] = [
    () => ({ json: anyJson(draw) }),
    () => ({ text: anyText(draw) || 'x' }),
    () => ({ text: anyText(draw) || 'x', contentType: 'application/xml' }),
    () => ({ form: [{ name: 'first', value: anyRowText(draw) }, ...anyRows(draw)] }),
    () => ({ multipart: parts() }),
    () => ({ graphql: { query: anyText(draw), variables: { a: anyJson(draw) } } }),
  ];
  return { body: kinds[draw(kinds.length)]?.() };
}

function anyRequest(draw: Draw): object {
  return {
    method: ['GET', 'POST', 'PUT', 'DELETE'][draw(4)],
    name: `x ${anyText(draw)}`,
    description: anyText(draw),
    url: `${draw(2) === 0 ? '{{baseUrl}}' : 'http://127.0.0.1:4010'}/${anyRowText(draw).replace(/[?#]/g, '')}`,
    query: anyRows(draw),
    headers: [
      { name: 'X-Text', value: anyText(draw) },
      { name: 'X-Text', value: anyText(draw) },
    ],
    ...(draw(3) === 0 ? {} : anyBody(draw)),
  };
}

describe('a chain that was exported and imported again', () => {
  for (const format of formats) {
    it(`sends what it sent, or has a remark: ${format}`, async () => {
      let checked = 0;
      for (let seed = 1; seed <= 200; seed += 1) {
        const text = chainText([anyRequest(createDraw(seed))], { variables: { n: 3 } });
        const isSound = readChain(text, 'orders.chain.json').chain !== undefined;
        checked += isSound ? await checkRoundTrip(format, text) : 0;
      }
      assert.ok(checked > 20, `only ${checked} requests were without a remark`);
    });

    for (const folder of ['postman', 'http', 'insomnia'] as const) {
      it(`sends what people wrote in other tools: ${folder} as ${format}`, async function () {
        if (!hasCorpus) {
          this.skip();
        }
        let checked = 0;
        for (const name of corpusFiles(folder)) {
          const collection = await readImport(name, corpusText(folder, name));
          const { files } = composeImport([{ source: name, collection }], { folders: 'tags' });
          for (const { path, text } of files) {
            checked += path.endsWith('.chain.json') ? await checkRoundTrip(format, text) : 0;
          }
        }
        assert.ok(checked > 0);
      });
    }
  }
});
