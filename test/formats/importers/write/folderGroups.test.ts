/** Which requests of a file go into a chain together. */
import assert from 'node:assert/strict';
import { groupRequests, type FolderStyle } from '../../../../src/formats/importers/write/folderGroups';

/** Folders, outermost first, and how many requests are in each. */
type Counts = readonly (readonly [folders: string, count: number])[];

function groups(counts: Counts, style: FolderStyle): Counts {
  const requests = counts.flatMap(([folders, count]) =>
    Array.from({ length: count }, () => ({ folders: folders === '' ? [] : folders.split('/') })),
  );
  return groupRequests(requests, style).map((one) => [one.folders.join('/'), one.requests.length]);
}

describe('the requests that make a chain', () => {
  const cases: [title: string, counts: Counts, groups: Counts][] = [
    [
      'are all of up to 100',
      [
        ['A', 60],
        ['B', 40],
      ],
      [['', 100]],
    ],
    [
      'are those of each outer folder where there are more',
      [
        ['A', 60],
        ['B/One', 20],
        ['B/Two', 21],
      ],
      [
        ['A', 60],
        ['B', 41],
      ],
    ],
    [
      'are those of inner folders where an outer one has too many',
      [
        ['A/One', 60],
        ['A', 2],
        ['A/Two/Deep', 50],
      ],
      [
        ['A', 2],
        ['A/One', 60],
        ['A/Two', 50],
      ],
    ],
    [
      'are too many where a folder has nothing to be divided by',
      [
        ['A', 300],
        ['B', 2],
      ],
      [
        ['', 2],
        ['A', 300],
      ],
    ],
    ['are those of one folder where that has all', [['A', 300]], [['', 300]]],
    [
      'stay together where each folder has one or two',
      Array.from({ length: 80 }, (_item, index) => [`${index}`, 2] as const),
      [['', 160]],
    ],
  ];
  for (const [title, counts, expected] of cases) {
    it(title, () => assert.deepEqual(groups(counts, 'size'), expected));
  }

  it('are those of each folder, or all, where the user says so', () => {
    const counts = [
      ['A', 1],
      ['A/B', 200],
    ] as const;
    assert.deepEqual(groups(counts, 'chains'), counts);
    assert.deepEqual(groups(counts, 'tags'), [['', 201]]);
  });
});
