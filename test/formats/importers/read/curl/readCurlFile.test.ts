import assert from 'node:assert/strict';
import { memberOf, textOf } from '../../../../../src/formats/importers/shape/externalJson';
import type { ImportedCollection, KeptRequest } from '../../../../../src/formats/importers/shape/imported';
import { remarkText } from '../../../../../src/formats/importers/shape/remark';
import { readImport } from '../../../../../src/formats/importers/importers';

const read = (text: string): Promise<ImportedCollection> => readImport('calls.sh', text);

const kept = ({ requests }: ImportedCollection): readonly KeptRequest[] =>
  requests.filter((request) => request.kind === 'kept');

const calls = async (text: string): Promise<readonly string[]> =>
  kept(await read(text)).map(
    ({ request }) => `${textOf(request['method']) ?? ''} ${JSON.stringify(request['url'])}`,
  );

async function bodyOf(text: string): Promise<unknown> {
  const [first] = kept(await read(text));
  return first?.request['body'];
}

const URL = 'http://127.0.0.1:4010';
const AS_TEXT = `curl ${URL} -H 'Content-Type: text/plain'`;

describe('a file of cURL commands', () => {
  it('is a request for each command and URL, named by the remark above it', async () => {
    const collection = await read(
      [
        '#!/bin/bash',
        '# Everything about orders.',
        '',
        '# List them',
        `curl ${URL}/orders`,
        '# They can be looked up one by one, see',
        '# https://docs.test/orders',
        `curl ${URL}/orders/1 ${URL}/orders/2 --next -X DELETE ${URL}/orders/3`,
      ].join('\n'),
    );
    assert.equal(collection.name, 'calls');
    assert.equal(collection.description, 'Everything about orders.');
    assert.deepEqual(
      kept(collection).map(({ name, description, request }) => [name, description, request['method']]),
      [
        ['List them', undefined, 'GET'],
        ['get-orders', 'They can be looked up one by one, see\nhttps://docs.test/orders', 'GET'],
        ['get-orders-2', 'They can be looked up one by one, see\nhttps://docs.test/orders', 'GET'],
        ['delete-orders', 'They can be looked up one by one, see\nhttps://docs.test/orders', 'DELETE'],
      ],
    );
    assert.deepEqual(collection.remarks, []);
  });

  it('makes an extraction of a variable that jq fills, and a reference of its use', async () => {
    const { variables, requests, remarks } = await read(
      `BASE=${URL}\nexport TOKEN=$(curl -s -X POST "$BASE/login" -d 'user=alice' | jq -r '.data.tokens[0]["access-token"] // empty')\n` +
        'curl -H "Authorization: Bearer $TOKEN" "${BASE}/orders"\n',
    );
    assert.deepEqual(variables, [{ name: 'BASE', value: URL, isSecret: false }]);
    assert.deepEqual(
      requests.map((request) => (request.kind === 'kept' ? request.request : undefined)),
      [
        {
          method: 'POST',
          url: '{{BASE}}/login',
          body: { form: [{ name: 'user', value: 'alice' }] },
          extract: [{ variable: 'TOKEN', from: 'body', path: "$.data.tokens[0]['access-token']" }],
        },
        { method: 'GET', url: '{{BASE}}/orders', auth: { type: 'bearer', token: '{{TOKEN}}' } },
      ],
    );
    assert.deepEqual(remarks, []);
  });

  it('keeps the whole answer where nothing is extracted', async () => {
    const [first] = kept(await read(`ANSWER=\`curl ${URL}/a\``));
    assert.deepEqual(first?.request['extract'], [{ variable: 'ANSWER', from: 'body' }]);
  });

  it('takes the default of a variable for its value', async () => {
    const { variables, remarks } = await read(
      `A=\${A:-http://x/}\nB="\${B-it's $A}"\nC=\${C=$'a\\'b'}\nD=\${E:-1}\ncurl ${URL}`,
    );
    assert.deepEqual(
      variables.map(({ name, value }) => [name, value]),
      [
        ['A', 'http://x/'],
        ['B', "it's {{A}}"],
        ['C', "a'b"],
      ],
    );
    assert.deepEqual(remarks, ['The variable D is known only when the script runs, and not carried over.']);
  });

  it('says which variables only a running script knows, without their values', async () => {
    const { remarks, variables } = await read(
      `ID=$(curl ${URL}/a | grep -o 'id":[0-9]*' | cut -d: -f2)\nNOW=$(date)\nA=1\nA=2\ncurl ${URL}/b`,
    );
    assert.deepEqual(variables, [{ name: 'A', value: '1', isSecret: false }]);
    assert.deepEqual(remarks, [
      'This command is not run and not carried over: cut -d: -f2',
      'The variable ID is known only when the script runs, and not carried over.',
      'The variable NOW is known only when the script runs, and not carried over.',
      'The variable A is set again, which is not carried over.',
    ]);
  });

  const bodies: [title: string, command: string, body: unknown][] = [
    [
      'a here-document, its variables as references',
      `curl ${URL} -H 'Content-Type: application/json' -d @- <<EOF\n{\n  "id": "$ID"\n}\nEOF\ncurl ${URL}/next`,
      { json: { id: '{{ID}}' } },
    ],
    [
      'a here-document that nothing is replaced in',
      `curl ${URL} -H 'Content-Type: text/plain' --data-binary @- <<-'EOF' | jq .\n\t$ID\n\tEOF\n`,
      { text: '$ID\n', contentType: 'text/plain' },
    ],
    [
      'a here-document up to the line that is exactly its delimiter',
      `${AS_TEXT} --data-binary @- << "END"\nEND \n  END\nEND\n`,
      { text: 'END \n  END\n', contentType: 'text/plain' },
    ],
    [
      'a here-document whose delimiter is indented by mistake',
      `${AS_TEXT} --data-binary @- <<END\na\n  END\ncurl ${URL}/next`,
      { text: 'a\n', contentType: 'text/plain' },
    ],
    [
      'a here-document that cat passes on',
      `cat <<EOF | ${AS_TEXT} --data-binary @-\n$ID\nEOF\n`,
      { text: '{{ID}}\n', contentType: 'text/plain' },
    ],
    [
      'a here-document as an argument, with parentheses and quotes in it',
      `${AS_TEXT} -d "$(cat <<'EOF'\n:) "it's"\n$ID\n\nEOF\n)" -d x`,
      { text: ':) "it\'s"\n$ID&x', contentType: 'text/plain' },
    ],
    [
      'a here-document in a variable',
      `BODY=$(cat <<EOF\n{"id": "$ID"}\nEOF\n)\n${AS_TEXT} -d "$BODY"`,
      { text: '{{BODY}}', contentType: 'text/plain' },
    ],
    [
      'a here-string of several lines',
      `${AS_TEXT} --data-binary @- <<<$'a\\tb\nc'`,
      { text: 'a\tb\nc\n', contentType: 'text/plain' },
    ],
    [
      'the standard input by its path',
      `${AS_TEXT} --data-binary @/dev/stdin <<< a`,
      { text: 'a\n', contentType: 'text/plain' },
    ],
    [
      'the output of printf',
      `printf '%s\\n' 'a=1' | curl ${URL} -d @-`,
      { form: [{ name: 'a', value: '1' }] },
    ],
    ['a text of printf', `printf 'a=1' | curl ${URL} -d @-`, { form: [{ name: 'a', value: '1' }] }],
    ['a here-string', `curl ${URL} --json @- <<< '[1]'`, { json: [1] }],
    ['the output of echo', `echo -n 'a=1' | curl ${URL} -d @-`, { form: [{ name: 'a', value: '1' }] }],
    [
      'the output of cat',
      `cat order.json | curl ${URL} --json @-`,
      { file: 'order.json', contentType: 'application/json' },
    ],
    [
      'a redirected file',
      `curl ${URL} -H 'Content-Type: text/csv' --data-binary @- < rows.csv`,
      { file: 'rows.csv', contentType: 'text/csv' },
    ],
    [
      'data of a file without encoding it, together with other data',
      `curl ${URL} --data-urlencode note@a.txt -d x=1`,
      { form: [{ name: 'x', value: '1' }] },
    ],
    [
      'nothing in place of a file that curl would encode',
      `curl ${URL} --data-urlencode note@a.txt`,
      { text: '', contentType: 'application/x-www-form-urlencoded' },
    ],
    ['a file that is put', `curl ${URL}/a -T big.bin`, { file: 'big.bin' }],
    [
      'JSON around a variable without quotes',
      `curl ${URL} --json '{"id": '$ID', "name": "'"$NAME"'"}'`,
      { json: { id: '{{ID}}', name: '{{NAME}}' } },
    ],
    [
      "Chrome's escapes between $'",
      `curl ${URL} -H 'Content-Type: text/plain' --data-raw $'a\\u0021\\n\\'b\\''`,
      { text: "a!\n'b'", contentType: 'text/plain' },
    ],
  ];
  for (const [title, command, body] of bodies) {
    it(`sends ${title}`, async () => {
      assert.deepEqual(await bodyOf(command), body);
    });
  }

  it('says what is not known about its input', async () => {
    const [first] = kept(await read(`make-order --big | curl ${URL} -d @-`));
    assert.deepEqual(first?.remarks, [
      'Its data is the output of make-order --big, which is not known: --data @-.',
    ]);
    assert.equal(first?.request['body'], undefined);
  });

  it('says what only a shell that runs puts into a command, and leaves literals alone', async () => {
    const [first] = kept(
      await read(
        `curl "${URL}/e?at=$(date +%s)&q=\\$(x)" -H 'X: $(y)' -H "Y: it's \`id -u\`" -H Z:\${N:-k3y}$'$(z)'`,
      ),
    );
    assert.deepEqual(
      first?.remarks,
      ['$(date …)', '`id …`', '${N:-…}'].map(
        (part) => `What a shell would put in place of this is not known, so it stays unchanged: ${part}`,
      ),
    );
    assert.equal(first?.request['url'], `${URL}/e?at=$(date +%s)&q=$(x)`);
  });

  it('says that curl encodes a file, and that it sends the content of one without a name', async () => {
    const collection = await read(
      `curl ${URL}/a --data-urlencode note@a.txt\ncurl ${URL}/b -F 'note=<a.txt' -F 'file=@b.txt'`,
    );
    assert.deepEqual(
      kept(collection).map(({ remarks }) => remarks[0]),
      [
        'Not carried over: --data-urlencode note@a.txt',
        'The content of the part "note" is sent as a file, with its name; curl sends it without.',
      ],
    );
  });

  const uploads: [url: string, expected: string][] = [
    [`${URL}/up/`, `${URL}/up/b%20c.bin`],
    [`${URL}/up/?a=1`, `${URL}/up/b%20c.bin`],
    [URL, `${URL}/b%20c.bin`],
    [`${URL}/up`, `${URL}/up`],
  ];
  for (const [url, expected] of uploads) {
    it(`puts a file to the address that curl puts it to: ${url}`, async () => {
      assert.deepEqual(await calls(`curl -T 'a/b c.bin' '${url}'`), [`PUT ${JSON.stringify(expected)}`]);
    });
  }

  it('reads the blocks of code in notes, whatever quotes are around them', async () => {
    const collection = await read(
      `# Don't panic\n\nFirst it's:\n\n\`\`\`bash\n# Log in\ncurl ${URL}/a -d 'x\n~~~\ny'\n\`\`\`\n\nThat isn't all.\n~~~\ncurl ${URL}/b\n~~~\n`,
    );
    assert.deepEqual(
      kept(collection).map(({ name, request }) => [name, request['url']]),
      [
        ['Log in', `${URL}/a`],
        ['get-b', `${URL}/b`],
      ],
    );
    assert.deepEqual(collection.remarks, []);
  });

  it('says what is done with responses, and what else the script does', async () => {
    const collection = await read(`mkdir -p out && curl -o out/a.json ${URL}/a | tee log; rm -rf out`);
    assert.deepEqual(collection.remarks, [
      'This command is not run and not carried over: mkdir -p out',
      'This command is not run and not carried over: rm -rf out',
    ]);
    assert.deepEqual(kept(collection)[0]?.remarks, [
      'What is done with its response is not carried over: tee log',
    ]);
  });

  it('puts no password of an option into the report', async () => {
    const [first] = kept(
      await read(`curl ${URL} --proxy http://me:hunter2@p.test -U me:hunter2 --ntlm -u me:hunter2`),
    );
    assert.doesNotMatch(JSON.stringify(first), /hunter2/);
    assert.deepEqual(first?.remarks, [
      'Not carried over: --proxy http://p.test',
      'Not carried over: -U',
      'Not carried over: --ntlm --user',
    ]);
  });

  it('reads prompts, keywords of a shell and paths of the program', async () => {
    assert.deepEqual(
      await calls(
        `$ curl ${URL}/a\nif true; then sudo /usr/bin/curl ${URL}/b; fi\nfor i in 1; do\n  time curl.exe ${URL}/c\ndone`,
      ),
      [`GET "${URL}/a"`, `GET "${URL}/b"`, `GET "${URL}/c"`],
    );
  });

  it('reads all commands that a browser copies at once, for bash and for cmd', async () => {
    const forBash = `curl '${URL}/a' \\\n  -H 'A: 1' \\\n  --compressed ;\ncurl '${URL}/b?x=1&y=2' --compressed`;
    const forCmd = `curl ^"${URL}/a^" ^\n  -H ^"A: 1^" ^\n  --compressed &\ncurl ^"${URL}/b?x=1^&y=2^" --compressed > out.txt`;
    const both = await Promise.all([read(forBash), read(forCmd.replaceAll('\n', '\r\n'))]);
    assert.deepEqual(both[1].requests, both[0].requests);
    assert.deepEqual(
      kept(both[0]).map(({ request }) => [request['url'], request['query'] ?? request['headers']]),
      [
        [`${URL}/a`, [{ name: 'A', value: '1' }]],
        [
          `${URL}/b`,
          [
            { name: 'x', value: '1' },
            { name: 'y', value: '2' },
          ],
        ],
      ],
    );
  });

  it('reads a batch file: what is set, what is remarked, lines in data', async () => {
    const collection = await read(
      `@echo off\nREM Orders\nset HOST=${URL}\nREM Create\ncurl -X POST %HOST%/orders%20x ^\n -H ^"Content-Type: text/plain^" --data-raw ^"a^\n\nb^"\n`,
    );
    assert.deepEqual(collection.variables, [{ name: 'HOST', value: URL, isSecret: false }]);
    assert.deepEqual(
      kept(collection).map(({ name, request }) => [name, request['url'], request['body']]),
      [['Create', '{{HOST}}/orders%20x', { text: 'a\nb', contentType: 'text/plain' }]],
    );
    assert.deepEqual(collection.remarks, ['This command is not run and not carried over: @echo off']);
  });

  it('reads PowerShell: backticks, doubled quotes, escaped ones, variables', async () => {
    const collection = await read(
      [
        `$base = '${URL}'`,
        '$body = @"',
        '{"id": 1}',
        '"@',
        '# Create',
        'curl.exe -X POST "$base/orders" `',
        "  -H 'X-Note: it''s' `",
        '  -H "X-Quote: `"$env:USER`"" `',
        '  --json \'{\\"a\\": [1]}\'',
        'curl.exe "${base}/b" --json $body | ConvertFrom-Json',
      ].join('\n'),
    );
    assert.deepEqual(collection.variables, [
      { name: 'base', value: URL, isSecret: false },
      { name: 'body', value: '{"id": 1}', isSecret: false },
    ]);
    const [first, second] = kept(collection);
    assert.equal(first?.name, 'Create');
    assert.deepEqual(first.request, {
      method: 'POST',
      url: '{{base}}/orders',
      headers: [
        { name: 'X-Note', value: "it's" },
        { name: 'X-Quote', value: '"{{USER}}"' },
        { name: 'Accept', value: 'application/json' },
      ],
      body: { json: { a: [1] } },
    });
    assert.deepEqual(memberOf(second?.request['body'], 'json'), '{{body}}');
    assert.deepEqual(second?.remarks, [
      'What is done with its response is not carried over: ConvertFrom-Json',
    ]);
  });

  it('signs with AWS, takes options back, joins data, names ranges of URLs', async () => {
    const [first, second, third] = kept(
      await read(
        `curl ${URL}/s3 --aws-sigv4 aws:amz:eu-west-1:s3 -u key:secret\n` +
          `curl ${URL}/a --digest --no-digest -u a:b -did=1234 -XPATCH --json '{"a"' --json ':1}'\n` +
          `curl ${URL}/pages/[1-3]`,
      ),
    );
    assert.deepEqual(first?.request['auth'], {
      type: 'awsSigV4',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      region: 'eu-west-1',
      service: 's3',
    });
    assert.deepEqual(second?.request['auth'], { type: 'basic', username: 'a', password: 'b' });
    assert.equal(second?.request['method'], 'PATCH');
    assert.deepEqual(third?.remarks, [
      'Its URL holds [ ] or { }, of which curl makes a request for each choice. They are kept as they are.',
    ]);
  });

  it('follows redirects unless a command says that it does not', async () => {
    const { requests } = await read(`curl ${URL}/a\ncurl -L ${URL}/a\ncurl --no-location ${URL}/a`);
    assert.deepEqual(
      requests.map((request) => request.kind === 'kept' && request.request['redirects']),
      [undefined, undefined, 'manual'],
    );
  });

  it('leaves out a command that names no URL', async () => {
    assert.deepEqual((await read('curl --version')).requests, [
      { kind: 'left-out', name: 'curl', folders: [], reason: 'It names no URL.' },
    ]);
  });

  const refused: [title: string, text: string, message: RegExp][] = [
    [
      'a quote that is not closed, with its line',
      `curl ${URL}\n\ncurl "${URL}`,
      /not closed: line 3, "\\"http/,
    ],
    ['a text that only mentions cURL', 'We use cURL and curl.', /in no format/],
  ];
  for (const [title, text, message] of refused) {
    it(`refuses ${title}`, async () => {
      await assert.rejects(read(text), { name: 'UserError', message });
    });
  }

  it('has the text of a here-document as the value of a variable', async () => {
    const { variables, remarks } = await read(
      `BODY=$(cat <<EOF\n{"id": "$ID"}\nEOF\n)\ncurl ${URL} -d "$BODY"`,
    );
    assert.deepEqual(variables, [{ name: 'BODY', value: '{"id": "{{ID}}"}', isSecret: false }]);
    assert.deepEqual(remarks, []);
  });

  it('says that the output of another printf is not known', async () => {
    const [first] = kept(await read(`printf '%s=%s' a 1 | curl ${URL} -d @-`));
    assert.match(
      first?.remarks.map(remarkText).join('\n') ?? '',
      /^Its data is the output of printf .*, which is not known/,
    );
  });

  it('answers a hostile file in bounded time', async () => {
    for (const piece of [
      '\n',
      '#',
      '<<A\n',
      '<<A\n A\n',
      '"$(cat <<A\n',
      '"$(cat <<A\nA\n)',
      '$(cat <<A\nB\n)',
      '$(',
      '`',
      '"$(',
      "a='",
      '| ',
      '&& ',
      'A=$(curl ',
      ' ^"',
      '`\n',
    ]) {
      await read(`curl ${URL}\n${piece.repeat(20_000)}`).catch((error: unknown) => {
        assert.equal((error as Error).name, 'UserError');
      });
    }
  });
});
