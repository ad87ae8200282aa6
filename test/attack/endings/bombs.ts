/** Checks and extractions of a chain that would take ages on an answer that is made for it. */
import { createServer } from 'node:http';
import { chainOf, createWorkspace } from '../../node/workspace';
import { listen, stop } from '../exfiltration/arrivals';
import { faultsOfEnding, measure } from '../measured';
import type { Part, Trial } from '../part';

/** A request and the answer that it gets. */
interface Bomb {
  readonly name: string;
  readonly type: string;
  readonly answer: () => string;
  readonly request: object;
}

const MILLION = 10 ** 6;
const extract = (rule: object): object => ({
  extract: [{ variable: 'x', from: 'body', optional: true, ...rule }],
});
const check = (rule: object): object => ({ expect: { body: [rule] } });
const letters = (count: number): string => 'a'.repeat(count);
const elements = (count: number): string =>
  `<r>${Array.from({ length: count }, (_, at) => `<a k="${at}"/><b k="${count - at}"/>`).join('')}</r>`;
const deep = (open: string, close: string, depth: number): string =>
  `${open.repeat(depth)}${close.repeat(depth)}`;

const xml: readonly Bomb[] = [
  ['string work in a predicate', 'count(//b[translate(string(/),"x","y")="q"])', () => elements(150_000)],
  ['a join', '//a[@k=//b/@k]/@k', () => elements(20_000)],
  ['a product of three', 'count(//a[//a[//a/@k="none"]])', () => elements(1000)],
  ['preceding of everything', 'count(//a[count(preceding::*)=count(following::*)])', () => elements(20_000)],
  [
    'ancestors of everything',
    'count(//a[count(ancestor::*)>1]/ancestor::*)',
    () => deep('<a>', '</a>', 5000),
  ],
].map(([name, xpath, answer]) => ({
  name: `XPath with ${name as string}`,
  type: 'application/xml',
  answer: answer as () => string,
  request: extract({ xpath }),
}));

const html: readonly Bomb[] = [
  {
    name: 'CSS with many ancestors',
    type: 'text/html',
    answer: () => deep('<div class="a">', '</div>', 3000),
    request: extract({ css: `${'.a '.repeat(12)}.none`, all: true }),
  },
  {
    name: 'CSS with siblings of siblings',
    type: 'text/html',
    answer: () => `<p>${'<i></i>'.repeat(20_000)}</p>`,
    request: extract({ css: 'i ~ i ~ i ~ b', all: true }),
  },
];

const regexes: readonly Bomb[] = ['(a+)+$', '(a|aa)+b', '(.*a){20}b', '^(([a-z])+.)+[A-Z]$'].flatMap(
  (pattern) => [
    {
      name: `regular expression ${pattern}`,
      type: 'text/plain',
      answer: () => `${letters(2 * MILLION)}!`,
      request: extract({ regex: `(${pattern})` }),
    },
    {
      name: `check that matches ${pattern}`,
      type: 'application/json',
      answer: () => `{"a":"${letters(100_000)}!"}`,
      request: check({ path: '$.a', matches: pattern }),
    },
  ],
);

const json: readonly Bomb[] = [
  ['descendants of descendants', '$..*..*..*', () => deep('[', ']', 300)],
  ['filters in filters', '$..[?@..[?@..[?@.none]]]', () => deep('{"a":', '1}', 150).replace(/:1/, ':{}')],
  ['a filter over a product', '$.a[?count($.a[*])>@]', () => `{"a":[${'1,'.repeat(20_000)}1]}`],
  ['a catastrophic match', '$.a[?match(@,"(a+)+b")]', () => `{"a":["${letters(50_000)}"]}`],
  ['a depth of 100,000', '$..id', () => deep('[', ']', 100_000)],
].map(([name, path, answer]) => ({
  name: `JSONPath with ${name as string}`,
  type: 'application/json',
  answer: answer as () => string,
  request: extract({ path, all: true }),
}));

const items = (count: number): string =>
  `[${Array.from({ length: count }, (_, at) => `{"id":${at},"a":"b"}`).join(',')}]`;
const branches = Array.from({ length: 2000 }, (_, at) => ({ items: { not: { const: `none-${at}` } } }));

const schemas: readonly Bomb[] = [
  {
    name: 'schema with 2,000 parts in allOf on 19 MB',
    type: 'application/json',
    answer: () => items(700_000),
    request: check({ path: '$', schema: { allOf: branches } }),
  },
  {
    name: 'schema with unique items',
    type: 'application/json',
    answer: () => items(30_000),
    request: check({ path: '$', schema: { uniqueItems: true } }),
  },
  {
    name: 'schema with a catastrophic pattern',
    type: 'application/json',
    answer: () => `["${letters(100)}!"]`,
    request: check({ path: '$', schema: { items: { pattern: '^(a+)+$' } } }),
  },
  {
    name: 'schema that refers to itself',
    type: 'application/json',
    answer: () => '{"a":1}',
    request: check({ path: '$', schema: { $ref: '#' } }),
  },
];

/** For a request, milliseconds; its extractions and checks may take as long again, at most. */
const TIMEOUT_MS = 3000;

/** All of them. */
export const bombs: Part = {
  name: 'bombs',
  seconds: 300,
  step: 6,
  trials: [...xml, ...html, ...regexes, ...json, ...schemas].map(trialOf),
};

function trialOf({ name, type, answer, request }: Bomb): Trial {
  return {
    name,
    run: async () => {
      const body = answer();
      const server = createServer(({ url }, response) => {
        response.setHeader('Content-Type', url === '/bomb' ? type : 'application/json');
        response.end(url === '/bomb' ? body : '{"ok":true}');
      });
      const origin = `http://127.0.0.1:${await listen(server)}`;
      const workspace = await createWorkspace();
      try {
        const requests = [
          { id: 'bomb', method: 'GET', url: `${origin}/bomb`, timeoutMs: TIMEOUT_MS, ...request },
          { id: 'after', method: 'GET', url: `${origin}/ok`, expect: { status: 200 } },
        ];
        await workspace.write({ 'main.chain.json': chainOf(requests) });
        const args = ['run', 'main.chain.json', '--include-drafts', '--reporter', 'junit=report.xml'];
        const end = await measure([...args, '--reporter', 'console'], workspace.folder).end;
        const faults = [
          ...faultsOfEnding(end),
          ...(end.code === 0 || end.code === 1
            ? []
            : [`the exit code is ${end.code}: ${end.stderr.slice(-300)}`]),
          ...(/✓ .*after|after .*✓/.test(end.stdout)
            ? []
            : [`the next request did not pass: ${end.stdout.slice(-300)}`]),
        ];
        return { faults, ends: [end] };
      } finally {
        await workspace.dispose();
        await stop(server);
      }
    },
  };
}
