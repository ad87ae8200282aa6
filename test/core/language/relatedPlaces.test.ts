import assert from 'node:assert/strict';
import { relatedPlaces } from '../../../src/core/language/relatedPlaces';
import { chain, linkedFiles, type Texts } from './linkedFiles';

const create = (id: string) =>
  `{ "id": "${id}", "name": "Create ${id}", "method": "POST", "url": "/", "extract": [{ "variable": "orderId", "from": "body" }] }`;
const read = '{ "id": "read", "method": "GET", "url": "/{{orderId}}" }';

/** The related information of problems with a code, as `file: text: message`. */
function related(texts: Texts, code: string): readonly string[] {
  const { chains } = linkedFiles(texts);
  return chains.flatMap((analysis) =>
    analysis.problems
      .filter((problem) => problem.code === code)
      .flatMap((problem) => relatedPlaces(problem, analysis))
      .map(
        ({ file, range, message }) => `${file}: ${texts[file]?.slice(range.start, range.end)}: ${message}`,
      ),
  );
}

describe('relatedPlaces', () => {
  const places: [title: string, texts: Texts, code: string, expected: readonly string[]][] = [
    [
      'the request that extracts a variable too late',
      { 'a.chain.json': chain(`${read}, ${create('b')}`) },
      'used-before-produced',
      ['a.chain.json: orderId: Create b extracts orderId here.'],
    ],
    [
      'the extraction that is overwritten',
      { 'a.chain.json': chain(`${create('b')}, ${create('c')}, ${read}`) },
      'duplicate-extraction',
      ['a.chain.json: orderId: Create b extracts orderId here.'],
    ],
    [
      'the constant that an extraction hides',
      { 'a.chain.json': chain(`${create('b')}, ${read}`, '"variables": { "orderId": 1 },') },
      'shadowing',
      ['a.chain.json: orderId: orderId is a constant of this chain.'],
    ],
    [
      'what a required chain and the environment define',
      {
        'local.environment.json': '{ "name": "local", "variables": { "orderId": "1" } }',
        'b.chain.json': chain(create('b')),
        'a.chain.json': chain(
          read,
          '"environment": "local", "requires": ["b.chain.json"], "variables": { "orderId": 1 },',
        ),
      },
      'shadowing',
      [
        'b.chain.json: orderId: b.chain.json brings orderId along.',
        'local.environment.json: orderId: The environment local defines orderId.',
      ],
    ],
    ['nothing for other problems', { 'a.chain.json': chain(create('b')) }, 'unused', []],
  ];
  for (const [title, texts, code, expected] of places) {
    it(`names ${title}`, () => {
      assert.deepEqual(related(texts, code), expected);
    });
  }
});
