/** What the editor shows of an export is German where it speaks German. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inEnglish } from '../../src/core/say';
import { renderExportReport, type ExportReport } from '../../src/formats/exporters/exportReport';
import { exportChain, exporters } from '../../src/formats/exporters/exporters';
import { readExportFiles } from '../../src/node/files/exportFiles';
import { exported } from '../formats/exporters/exported';
import { conditionalChain, loopedChain } from '../formats/exporters/flowCases';
import { pagedChain } from '../formats/exporters/pages';
import { authCases, bodyCases, oauthCases, placeCases } from '../formats/exporters/requestCases';
import { chainText } from '../formats/exporters/sentRequests';
import { englishSentences, germanBundle, inGerman } from './germanSentences';

/** Workspaces whose chains are exported. */
const WORKSPACES = ['examples/workspace', 'test/fixtures/serverest', 'test/fixtures/authz'];

/** What formats have no word for, one request each. */
const HARD: readonly object[] = [
  { expect: { status: ['2xx'], body: [{ matches: 'a' }, { path: '$..a', equals: 1 }], maxDurationMs: 9 } },
  { expect: { body: [{ schema: {} }, { path: '$.n', type: 'integer' }], contract: true } },
  { retry: { times: 2, delayMs: 5, until: { path: '$..a', equals: 1 } }, timeoutMs: 500 },
  { retry: { times: 2, delayMs: 5 } },
  { extract: [{ variable: 'a', from: 'cookie', name: 'c' }] },
  { extract: [{ variable: 'a', from: 'body', regex: '\\pL+' }] },
  { extract: [{ variable: 'a', from: 'body', path: '$.a[*]', all: true }] },
  { extract: [{ variable: 'a', from: 'body', xpath: '//a' }] },
  { extract: [{ variable: 'a', from: 'url' }] },
  { query: [{ name: 'off', value: '1', disabled: true }] },
  { method: 'PURGE', redirects: 'follow' },
  { url: 'https://api.test/{{$hmac \'sha256\' key "a"}}?{{$datetime rfc1123}}' },
  { url: 'https://api.test/{{id}}?a={{{b}}}', headers: [{ name: 'X-{{a}}', value: ' b' }] },
  { headers: ['X-A', 'X-A', 'Bad Name:'].map((name) => ({ name, value: 'b' })) },
  { method: 'POST', body: { text: '### next\n# comment' } },
  { method: 'POST', body: { text: ' # comment\nGET https://api.test/ ' } },
  { method: 'POST', body: { json: { '{{a}}': 12345678901234567890, b: '{{a}}' } } },
  { method: 'POST', body: { multipart: ['p', 'p', '{{a}}'].map((name) => ({ name, value: '### a' })) } },
  { method: 'LOG', variables: { signed: '1' } },
  { delayMs: 5, when: { value: '{{a}}', matches: 'b' } },
  { disabled: true },
];

/** All that is said of chains, in every format. */
async function reports(): Promise<readonly ExportReport[]> {
  const cases = [...placeCases, ...bodyCases, ...authCases, ...oauthCases];
  const texts = [
    conditionalChain,
    loopedChain,
    pagedChain,
    ...cases.map(({ request, chain }) => chainText([request], chain)),
    ...HARD.map((request) => chainText([request], { tags: ['smoke'] })),
    chainText([{ url: 'https://api.test/{{user}}' }], { data: [{ user: 'a' }, { user: 'b' }] }),
    chainText([{}], { data: 'users.jsonl' }),
    chainText([{}], { variables: { braces: '{{{x}}', lines: ' a\nb\\', circle: '{{circle}}' } }),
  ];
  const all = exporters.flatMap(({ name }) => texts.map(async (text) => (await exported(name, text)).report));
  const ofRequired = exporters.map(async ({ name }) => {
    const text = chainText([{ url: '{{host}}/{{a}}' }], {
      requires: ['login.chain.json'],
      data: 'users.json',
    });
    const login = chainText([{}], { variables: { a: '1' } });
    const around = { required: { 'login.chain.json': login }, columns: ['a'] };
    return (await exported(name, text, around)).report;
  });
  return [...(await Promise.all([...all, ...ofRequired])), ...(await workspaceReports())];
}

async function workspaceReports(): Promise<readonly ExportReport[]> {
  const target = await mkdtemp(path.join(tmpdir(), 'chainwright-export-'));
  try {
    const found = WORKSPACES.map(async (workspace) => {
      const files = (await readdir(workspace, { recursive: true })).filter((one) =>
        one.endsWith('.chain.json'),
      );
      return files.map((file) => ({
        workspace: path.resolve(workspace),
        file: path.resolve(workspace, file),
      }));
    });
    const all = (await Promise.all(found)).flat().flatMap((place) =>
      exporters.map(async (exporter) => {
        const files = await readExportFiles(place, path.join(target, `x.${exporter.extension}`));
        return (await exportChain(files, exporter)).report;
      }),
    );
    return await Promise.all(all);
  } finally {
    await rm(target, { recursive: true });
  }
}

describe('what is said of an export', () => {
  it('is German in every format', async () => {
    const all = await reports();
    const said = all.flatMap(({ remarks, requests }) => [
      ...remarks,
      ...requests.flatMap(({ leftOut, remarks: own }) => (leftOut === undefined ? own : [leftOut])),
    ]);
    assert.ok(new Set(said).size > 150, String(new Set(said).size));
    assert.deepEqual(englishSentences(said), []);
    assert.deepEqual(new Set(said.filter((text) => inGerman(text) === text)), new Set());
  });

  it('is German in the report', async () => {
    const { report } = await exported('arazzo', chainText([{ url: '{{host}}/a' }, { disabled: true }, {}]));
    const say = (text: string, ...values: readonly (string | number)[]) =>
      inEnglish(germanBundle[text] ?? text, ...values);
    assert.equal(
      renderExportReport({ ...report, secrets: ['token'] }, { say, translate: inGerman }),
      [
        'orders.chain.json: Arazzo-Dokument mit OpenAPI, 2 Anfragen, 1 weggelassen',
        '  ! Der Server {{host}} ist hier nicht bekannt: seine Adresse in das OpenAPI-Dokument schreiben.',
        '  Anzugebende Geheimnisse: token',
        '  Anzugebende Variablen: host',
        '  request-1 (request-1)',
        '  request-2 (request-2): weggelassen. Die Anfrage ist ausgeschaltet.',
        '  request-3 (request-3)',
        '',
      ].join('\n'),
    );
  });

  it('has names of formats in German', () => {
    const shown = exporters.map(({ title }) => inGerman(title));
    assert.deepEqual(
      shown.filter((title, at) => title === exporters[at]?.title),
      [],
    );
  });
});
