/** Chains as scripts of cURL commands: bash runs them, and what it hands to cURL is read back. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readCurl } from '../../../src/formats/importers/read/curl/readCurl';
import { exported } from './exported';
import { authCases, bodyCases, placeCases } from './requestCases';
import { chainText, plainValue, sentRequests, soundChain } from './sentRequests';

const hasBash = spawnSync('bash', ['-c', 'exit 0']).status === 0;

const VARIABLES = {
  VAR_ORDER_ID: plainValue('orderId'),
  VAR_TOKEN: plainValue('token'),
  VAR_BASE_URL: plainValue('baseUrl'),
  VAR_USER: plainValue('user'),
  ...Object.fromEntries(
    ['PASSWORD', 'KEY', 'AWS_ID', 'AWS_KEY', 'CLIENT'].map((name) => [`SECRET_${name}`, plainValue(name)]),
  ),
};

/** The commands that bash carries out, word by word, and everything else that the script writes. */
function run(
  script: string,
  input = '',
): { readonly commands: readonly (readonly string[])[]; readonly errors: string } {
  const shim = "curl() { printf '%s\\0' curl \"$@\"; printf '\\0'; }\n";
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', shim + script], {
    input,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...VARIABLES },
  });
  const commands = stdout.toString().split('\0\0').slice(0, -1);
  return { commands: commands.map((words) => words.split('\0')), errors: stderr.toString() };
}

/** The chain that the commands make. */
function chainOf(commands: readonly (readonly string[])[]): string {
  const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  const requests = commands.map(
    (words) =>
      readCurl(
        words
          .map(quote)
          .join(' ')
          .replace(/^'curl'/, 'curl'),
      ).request,
  );
  return JSON.stringify({
    formatVersion: 2,
    name: 'Orders',
    requests: requests.map((request, index) => ({ ...request, id: `request-${index + 1}` })),
  });
}

/** The authentication that cURL does itself and headers that it adds are compared as words of the command. */
const OF_CURL: ReadonlySet<string> = new Set([
  'digest',
  'a signature of AWS',
  'parts',
  'a file',
  'an API key in a cookie',
]);

describe('export as cURL commands', function () {
  before(function () {
    if (!hasBash) {
      process.stderr.write('There is no bash, so scripts of cURL commands are not tried.\n');
      this.skip();
    }
  });

  for (const { title, request, chain } of [...placeCases, ...bodyCases, ...authCases]) {
    if (OF_CURL.has(title) || title.includes('in the URL and rows')) {
      continue;
    }
    it(`comes back as it was: ${title}`, async () => {
      const text = chainText([request], chain);
      const { text: script } = await exported('curl', text);
      const { commands, errors } = run(script);
      assert.equal(errors, '');
      const sent = await sentRequests(soundChain(chainOf(commands)), plainValue);
      const wanted = await sentRequests(soundChain(text), plainValue);
      assert.deepEqual(sent, wanted);
    });
  }

  const words: [title: string, request: object, wanted: readonly string[]][] = [
    [
      'digest',
      { auth: { type: 'digest', username: 'alice', password: '{{$secret PASSWORD}}' } },
      ['--digest', '-u', 'alice:value-of-PASSWORD'],
    ],
    [
      'a signature of AWS',
      {
        auth: {
          type: 'awsSigV4',
          accessKeyId: '{{$secret AWS_ID}}',
          secretAccessKey: '{{$secret AWS_KEY}}',
          region: 'r',
          service: 's',
        },
      },
      ['--aws-sigv4', 'aws:amz:r:s', '-u', 'value-of-AWS_ID:value-of-AWS_KEY'],
    ],
    [
      'parts',
      {
        method: 'POST',
        body: {
          multipart: [
            { name: 'a', value: '@x;<{{token}}' },
            { name: 'b', value: 'c"d', contentType: 'text/x' },
            { name: 'f', file: 'n;1.txt', contentType: 'text/plain', fileName: 'o"k' },
            { name: 'g', value: 'd', contentType: 'text/{{token}}' },
          ],
        },
      },
      [
        '--form-string',
        'a=@x;<value-of-token',
        '-F',
        'b="c\\"d";type=text/x',
        '-F',
        'f=@"n;1.txt";filename="o\\"k";type=text/plain',
        '-F',
        'g="d";type=text/value-of-token',
      ],
    ],
    ['a file', { method: 'PUT', body: { file: 'a b.bin' } }, ['--data-binary', '@a b.bin']],
    ['a file that is not an input', { method: 'PUT', body: { file: '-' } }, ['--data-binary', '@./-']],
    ['a POST that has to become a GET', { method: 'POST' }, ['-L', '--data-raw']],
    ['a POST that follows nothing', { method: 'POST', redirects: 'manual' }, ['-X', 'POST', '--no-location']],
    ['a value in the query', { query: [{ name: 'a', value: '{{token}}' }] }, ['-g']],
  ];
  for (const [title, request, wanted] of words) {
    it(`hands over ${title}`, async () => {
      const { text } = await exported('curl', chainText([request]));
      const [command = []] = run(text).commands;
      const found = wanted.filter((word) => command.includes(word));
      assert.deepEqual(found, wanted, command.join('\n'));
    });
  }

  it('asks for what a later command needs, and never runs an answer as a command', async () => {
    const text = chainText([
      {
        name: 'Create $(touch x)\nrm -rf',
        extract: [{ variable: 'id', from: 'body', path: "$['a$(touch y)']" }],
      },
      { headers: [{ name: 'X-Id', value: '{{id}}' }] },
    ]);
    const { text: script } = await exported('curl', text);
    const { commands, errors } = run(script, '$(touch z)\n');
    assert.match(script, /^read -r -p 'VAR_ID \(body \$\['\\''a\$\(touch y\)'\\''\]\): ' VAR_ID$/m);
    assert.equal(errors, '');
    assert.ok(commands[1]?.includes('X-Id: $(touch z)'));
  });

  it('sets constants with values that it asks for as soon as it has all of them', async () => {
    const extract = (variable: string) => [{ variable, from: 'body', path: '$.id' }];
    const text = chainText(
      [
        { extract: extract('id') },
        { extract: extract('part') },
        { headers: [{ name: 'X', value: '{{whole}}' }], extract: extract('part') },
        { headers: [{ name: 'X', value: '{{whole}}' }] },
      ],
      { variables: { whole: '{{order}}/{{part}}', order: 'order-{{id}} of {{shop}}', shop: 'a' } },
    );
    const { text: script } = await exported('curl', text);
    const { commands, errors } = run(script, '7\none\ntwo\n');
    assert.equal(errors, '');
    assert.ok(commands[2]?.includes('X: order-7 of a/one'));
    assert.ok(commands[3]?.includes('X: order-7 of a/two'));
  });

  it('says which constants would have to be encoded', async () => {
    const variables = {
      base: 'http://a.test:81/v1?x={{y z}}',
      who: 'Ann Lee',
      mark: 'a"b',
      and: 'a&b',
      n: 5,
    };
    const { report } = await exported('curl', chainText([{}], { variables }));
    assert.deepEqual(report.remarks, [
      'Values are inserted unchanged: encode these where they are in a URL, a form or JSON: who, mark, and.',
    ]);
  });

  it('keeps constants that are set, in the order in which they refer to each other', async () => {
    const text = chainText([{ headers: [{ name: 'X', value: '{{greeting}}' }] }], {
      variables: { greeting: "it's {{user}} in {{PATH}}", PATH: '/nowhere' },
    });
    const { text: script } = await exported('curl', text);
    assert.match(script, /^VAR_PATH=\$\{VAR_PATH-'\/nowhere'\}$/m);
    const { commands, errors } = run(script);
    assert.equal(errors, '');
    assert.ok(commands[0]?.includes("X: it's value-of-user in /nowhere"), String(commands[0]));
  });

  it('hands over a body that is too long for a word', async () => {
    const long = `${'é'.repeat(70_000)}'$(touch x)`;
    const { text } = await exported('curl', chainText([{ method: 'POST', body: { text: long } }]));
    const shim = 'curl() { cat "${!##@}"; }\n';
    const { stdout, stderr } = spawnSync('bash', ['--norc'], { input: shim + text });
    assert.equal(stderr.toString(), '');
    assert.equal(stdout.toString(), long);
  });

  it('makes values without the tools that a machine may lack', async () => {
    const { text, report } = await exported(
      'curl',
      chainText([
        { headers: [{ name: 'X', value: '{{$uuid}} {{$randomInt 5 5}} {{$timestamp}} {{$timestamp 2 h}}' }] },
      ]),
    );
    const { commands, errors } = run(`VAR_TIMESTAMP_2_H=later\n${text}`);
    assert.equal(errors, '');
    assert.match(commands[0]?.at(-1) ?? '', /^X: [0-9a-fA-F-]{36} 5 \d{10} later$/);
    assert.deepEqual(report.remarks, [
      'Values that a chain generates for each request, such as {{$uuid}}, are generated once for all commands.',
      'Bash has nothing like {{$timestamp 2 h}}: set VAR_TIMESTAMP_2_H before.',
    ]);
  });

  it('tells that cURL repeats a method', async () => {
    const { report } = await exported('curl', chainText([{ method: 'DELETE' }]));
    assert.match(report.remarks[0] ?? '', /\(303\), cURL repeats the method/);
  });

  it('stops where a value is missing', async () => {
    const { text } = await exported('curl', chainText([{ headers: [{ name: 'X', value: '{{shelf}}' }] }]));
    const { commands, errors } = run(text);
    assert.deepEqual(commands, []);
    assert.match(errors, /VAR_SHELF: unbound variable/);
  });

  const lost: [title: string, request: object, remark: RegExp][] = [
    ['expectations', { expect: { status: 200 } }, /does not check/],
    [
      'OAuth 1.0',
      { auth: { type: 'oauth1', consumerKey: 'a', consumerSecret: '{{$secret P}}' } },
      /does not sign for OAuth 1\.0/,
    ],
    ['retries', { retry: { times: 1 } }, /Retries and time limits/],
    ['what is switched off', { headers: [{ name: 'A', value: '1', disabled: true }] }, /left out: A/],
    ['a header with a line break', { headers: [{ name: 'A', value: 'a\r\nb' }] }, /left out: "A"/],
    [
      'a header that is named by a value',
      { headers: [{ name: '{{n}}', value: 'a' }] },
      /left out: "\{\{n\}\}"/,
    ],
  ];
  for (const [title, request, remark] of lost) {
    it(`says that it has no place for ${title}`, async () => {
      const { report } = await exported('curl', chainText([request]));
      assert.equal(report.requests[0]?.remarks.length, 1);
      assert.match(report.requests[0]?.remarks[0] ?? '', remark);
    });
  }
});
