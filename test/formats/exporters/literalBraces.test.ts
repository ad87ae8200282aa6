/** Braces that are meant as such: what each reader of an exported file makes of them. */
import assert from 'node:assert/strict';
import { composeImport } from '../../../src/formats/importers/write/composeImport';
import { readImport } from '../../../src/formats/importers/importers';
import { exported } from './exported';
import { chainText, plainValue, sentRequests, soundChain } from './sentRequests';

const FORMATS = { http: 'orders.http', postman: 'orders.json' } as const;

/** What a request sends, when every variable that could be filled in by mistake has a value. */
const sent = (text: string) => sentRequests(soundChain(text), plainValue);

async function importedAgain(format: keyof typeof FORMATS, file: string): Promise<string> {
  const collection = await readImport(FORMATS[format], file);
  const { files } = composeImport([{ source: FORMATS[format], collection }], { folders: 'tags' });
  return files.find(({ path }) => path.endsWith('.chain.json'))?.text ?? '';
}

const variables = { x: 'LEAK', a: 'LEAK', ref: 'value' };

/** Texts of a chain, and what they mean. */
const texts: [template: string, meant: string][] = [
  ['\\{{x}}', '{{x}}'],
  ['a \\{{ x }} b', 'a {{ x }} b'],
  ['\\{{x}} \\{{a}}', '{{x}} {{a}}'],
  ['\\{{{x}}}', '{{{x}}}'],
  ['\\{{\\{{x}}}}', '{{{{x}}}}'],
  ['\\{{x}}{{ref}}', '{{x}}value'],
  ['{{ref}}\\{{x}}', 'value{{x}}'],
  ['\\{{{{ref}}}}', '{{value}}'],
  ['\\{{ {{ref}}', '{{ value'],
  ['{{{ref}}}', '{value}'],
  ['\\{{', '{{'],
  ['\\{{x {{ref}} \\{{', '{{x value {{'],
  ['\\{{a } b}}', '{{a } b}}'],
  ['\\{{x\n}} {{ref}}', '{{x\n}} value'],
  ['x}} {{ref}}', 'x}} value'],
  ['\\{{$guid}}', '{{$guid}}'],
];

describe('literal braces in an .http file', () => {
  for (const [template, meant] of texts) {
    const text = chainText(
      [
        {
          method: 'POST',
          headers: [{ name: 'X', value: `<${template.replace('\n', '')}>` }],
          body: { text: `<${template}>` },
        },
      ],
      { variables },
    );

    for (const [reader, read] of [
      ['REST Client', asRestClient],
      ['httpYac', asHttpYac],
    ] as const) {
      it(`are sent by ${reader}, or are reported: ${template}`, async () => {
        const { text: file, report } = await exported('http', text);
        if (report.remarks.some((remark) => remark.startsWith(`${reader} has no way`))) {
          assert.ok(['\\{{\\{{x}}}}', '\\{{a } b}}'].includes(template));
        } else {
          assert.equal(read(file).split(`<${meant}>`).length - 1, meant.includes('\n') ? 1 : 2, read(file));
        }
      });
    }
  }

  it('stay apart from a reference in JSON when they are read again', async () => {
    const json = { a: '{{{ref}}', b: '\\{{{{ref}}}}' };
    const text = chainText([{ method: 'POST', body: { json } }], { variables });
    const { text: file } = await exported('http', text);
    assert.deepEqual(await sent(await importedAgain('http', file)), await sent(text));
  });

  it('are escaped in JSON, which every reader sends as they are meant', async () => {
    const json = { '\\{{x}}': '\\{{x}} {{{ref}}}' };
    const { text: file, report } = await exported('http', chainText([{ method: 'POST', body: { json } }]));
    assert.match(file, /\n {2}"\\u007b\\u007bx\}\}": "\\u007b\\u007bx\}\} \\u007b\{\{ref\}\}\}"\n/);
    assert.deepEqual(report.remarks, []);
  });

  it('are reported, because other readers may send backslashes', async () => {
    const { report } = await exported('http', chainText([{ headers: [{ name: 'X', value: '\\{{x}}' }] }]));
    assert.deepEqual(report.remarks, [
      'Braces that are no reference are written for REST Client and httpYac; other readers may send them with backslashes.',
    ]);
  });

  it('are reported in a constant, which httpYac fills in twice', async () => {
    const text = chainText([{ url: 'http://h/{{c}}' }], { variables: { c: '\\{{x}}' } });
    const { report } = await exported('http', text);
    assert.ok(report.remarks.includes('httpYac takes the braces in the value of c for a reference.'));
  });

  it('get names that nothing else has', async () => {
    const text = chainText(
      [{ headers: [{ name: 'X', value: '\\{{x}} {{openBraces}} {{$secret closeBraces}}' }] }],
      { variables: { openBraces: 'mine' } },
    );
    const { text: file } = await exported('http', text);
    assert.match(file, /^@openBraces2 = \\\{\\\{$/m);
    assert.match(
      file,
      /^X: \{\{openBraces2\}\}x\{\{closeBraces\}\} \{\{openBraces\}\} \{\{closeBraces_secret\}\}$/m,
    );
  });
});

describe('literal braces in a script of cURL commands', () => {
  it('are text like any other', async () => {
    const body = { text: '\\{{x}} {{x}}' };
    const { text: file } = await exported('curl', chainText([{ method: 'POST', body }], { variables }));
    assert.match(file, /--data-raw '\{\{x\}\} '"\$\{?VAR_X\}?"/);
  });
});

describe('literal braces, exported and imported again', () => {
  for (const format of ['http', 'postman'] as const) {
    for (const [template] of texts) {
      const bodies = [
        { text: `<${template}>` },
        { json: { a: `<${template}>` } },
        { form: [{ name: 'a', value: template }] },
      ];
      for (const body of bodies) {
        it(`are the same on the wire, or are reported: ${format}, ${JSON.stringify(body)}`, async () => {
          const text = chainText(
            [
              {
                method: 'POST',
                url: 'http://127.0.0.1:4010/x',
                query: [{ name: 'q', value: template }],
                headers: [{ name: 'X', value: `<${template.replace('\n', '')}>` }],
                body,
              },
            ],
            { variables },
          );
          const { text: file, report } = await exported(format, text);
          if (report.requests[0]?.remarks.length === 0) {
            assert.deepEqual(await sent(await importedAgain(format, file)), await sent(text), file);
          } else {
            assert.equal(format, 'postman', JSON.stringify(report));
          }
        });
      }
    }
  }
});

/** `@name = value` lines, the last of a name. */
function fileVariables(file: string, valueOf: (written: string) => string): ReadonlyMap<string, string> {
  return new Map(
    [...file.matchAll(/^@(\S+) = (.*)$/gm)].map(([, name = '', value = '']) => [name, valueOf(value)]),
  );
}

/** Backslashes in values are taken away, and each reference is filled in once. */
function asRestClient(file: string): string {
  const known = fileVariables(file, (value) => value.replace(/\\(.)/g, '$1'));
  return file.replace(/\{{2}(.+?)\}{2}/g, (mark, name: string) => known.get(name.trim()) ?? mark);
}

/** References are filled in until nothing changes, and `\{\{x\}\}` is braces in the end. */
function asHttpYac(file: string): string {
  const known = fileVariables(file, (value) => value);
  const requests = file.replace(/^@.*$/gm, '');
  let filled = requests;
  for (let before = ''; before !== filled;) {
    before = filled;
    filled = before.replace(/\{{2}(.+?)\}{2}/g, (mark, name: string) => known.get(name.trim()) ?? mark);
  }
  return filled.replace(/(?:\\\{){2}([^}]+?)(?:\\\}){2}/g, '{{$1}}');
}
