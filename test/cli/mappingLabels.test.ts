/**
 * The labels of recorded applications, checked against the recordings: what is said to come from an answer is
 * there, and was answered before it was sent. Members of JSON and headers are looked up; pages and XML are not.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Label {
  readonly step: number;
  readonly kind: string;
  readonly value: string;
  readonly class?: string;
  readonly producer?: {
    readonly step: number;
    readonly source: string;
    readonly path: string;
    readonly decode?: { readonly as: string; readonly path?: string };
  };
}

interface Entry {
  readonly response: {
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly content: { readonly text: string };
  };
}

const FOLDER = path.resolve('bench/mapping/applications');
const READER = pathToFileURL(path.resolve('bench/mapping/carriedText.mjs')).href;
const TRUTH = pathToFileURL(path.resolve('bench/mapping/record/browser/truth.mjs')).href;

let carriedText: (text: string, as: string) => string;

function read(application: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, application, file), 'utf8'));
}

function memberAt(text: string, expression: string): string {
  const keys = [...expression.matchAll(/\.(\w+)|\[(\d+)\]|\['([^']*)'\]/g)].map(
    ([, member, index, quoted]) => member ?? index ?? quoted ?? '',
  );
  const inside = (value: unknown, key: string) =>
    (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return String(keys.reduce(inside, JSON.parse(text) as unknown));
}

/** The value at the place of the label, or nothing when it is in a page or in XML. */
function answered(entries: readonly Entry[], { producer }: Label): string | undefined {
  const response = entries[producer?.step ?? -1]?.response;
  if (producer === undefined || response === undefined) return undefined;
  if (producer.source === 'header')
    return response.headers.find(({ name }) => name.toLowerCase() === producer.path.toLowerCase())?.value;
  if (producer.source !== 'body' || !producer.path.startsWith('$')) return undefined;
  const text = memberAt(response.content.text, producer.path);
  if (producer.decode === undefined) return text;
  const { as, path: place } = producer.decode;
  const inside = carriedText(text, as);
  return place === undefined ? inside : memberAt(inside, place);
}

/** An address is followed literally, and a header can contain more: there the value is a part. */
function isSaid(label: Label, text: string): boolean {
  const isPart = label.class === 'link' || label.producer?.source === 'header';
  return isPart
    ? [text, decodeURIComponent(text)].some((one) => one.includes(label.value))
    : text === label.value;
}

describe('Labels of recorded applications', () => {
  before(async () => {
    ({ carriedText } = (await import(READER)) as { carriedText: typeof carriedText });
  });

  const applications = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));
  for (const application of applications) {
    for (const session of ['a', 'b']) {
      it(`are true of session ${session} of ${application}`, () => {
        const { log } = read(application, `${session}.har`) as { log: { entries: readonly Entry[] } };
        const labels = read(application, `${session}.labels.json`) as readonly Label[];
        const taken = labels.filter(({ kind }) => kind === 'response');
        const wrong = taken.filter((label) => {
          const text = answered(log.entries, label);
          return label.step <= (label.producer?.step ?? 0) || (text !== undefined && !isSaid(label, text));
        });
        assert.ok(taken.length > 0);
        assert.deepEqual(wrong, []);
      });
    }
  }
});

describe('Labels of a session at a browser', () => {
  it('are made for each value of a field that is sent several times', async () => {
    const { labelsOf } = (await import(TRUTH)) as { labelsOf: (session: object) => readonly Label[] };
    const url = 'http://127.0.0.1/books/7';
    const options = '<option value="4">Boats</option><option value="9">Wood</option>';
    const mimeType = 'application/x-www-form-urlencoded';
    const entries = [
      { method: 'GET', url, headers: [], answer: { status: 200, headers: [], text: options } },
      { method: 'POST', url, headers: [], body: { mimeType, text: 'tag=9&tag=4&tag=new' } },
    ];
    const option = { answer: 'GET /books/{id}', page: /value="(\d+)"/, as: 'list-pick' };
    const truth = [['POST /books/{id}', 'body tag', option, { optional: true }]];
    const labels = labelsOf({ entries, typed: ['new'], truth });
    assert.deepEqual(
      labels.map(({ value, kind }) => [value, kind]),
      [
        ['9', 'response'],
        ['4', 'response'],
        ['new', 'user'],
      ],
    );
  });
});
