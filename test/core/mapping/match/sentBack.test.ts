import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const ids = ['b46676b3-e3b2-4a30-a295-6340fca59065', 'f7a4a3af-a98d-4179-89f7-e02bf7461449'];
const commands = [
  { id: ids[0], type: 'macro', title: 'Lights', script: 'echo Lights on' },
  { id: ids[1], type: 'macro', title: 'Clean', script: 'echo Clean' },
];
const list: StepSpec = { line: 'GET /commands', answer: { records: commands } };
const read: StepSpec = { line: `GET /commands/${ids[1]}`, answer: commands[1] };
const write: StepSpec = {
  line: `PUT /commands/${ids[1]}`,
  sent: { type: 'macro', title: 'Clean', script: 'ls' },
};

/** Where a session's last request takes values from: `0 body $.id -> path 1`. */
function sourcesOfLast(...steps: readonly StepSpec[]): readonly string[] {
  const last = steps.length - 1;
  return suggestionLines(sessionOf(...steps)).flatMap((line) => {
    const [, source = '', taker = ''] = /^\S+: (.*) -> (.*)$/.exec(line) ?? [];
    return taker.startsWith(`${last} `) ? [`${source} -> ${taker.slice(String(last).length + 1)}`] : [];
  });
}

describe('members of a record that are sent back', () => {
  it('come from the latest response about the record, although they are words', () => {
    assert.deepEqual(sourcesOfLast(list, list, write), [
      "0 body $.records[?@.title == 'Clean'].id -> path 1",
      '1 body $.records[1].title -> body $.title',
    ]);
  });

  it('come from the record that was read in between, and so does its id', () => {
    assert.deepEqual(sourcesOfLast(list, read, write), [
      '1 body $.id -> path 1',
      '1 body $.title -> body $.title',
    ]);
  });

  it('come from a response that has the id only in its address', () => {
    const { id: _id, ...rest } = commands[1] ?? {};
    const bare = { ...read, answer: { command: rest } };
    assert.ok(sourcesOfLast(list, bare, write).includes('1 body $.command.title -> body $.title'));
  });

  it('are recognised by the id next to them, where the address has none', () => {
    const save = { line: 'POST /save', sent: { id: ids[1], title: 'Clean', script: 'ls' } };
    assert.ok(sourcesOfLast(list, read, save).includes('1 body $.title -> body $.title'));
  });

  it('come from the record that a query read, although a list was loaded again after it', () => {
    const call = (query: string, variables: object, answer: unknown): StepSpec => ({
      line: 'POST /graphql',
      sent: { query, variables },
      answer: { data: answer },
    });
    const posts = [
      { id: '15', title: 'Lichens', teaser: 'On stones' },
      { id: '16', title: 'Ferns', teaser: 'In the shade' },
    ];
    const users = [{ id: '4', name: 'Emil', posts: [{ id: '15' }, { id: '16' }] }];
    const postList = call('{ posts { id title teaser } }', {}, { posts });
    assert.deepEqual(
      sourcesOfLast(
        call('{ users { id name posts { id } } }', {}, { users }),
        postList,
        call('query Post($id: ID!) { post(id: $id) { id title } }', { id: '16' }, { post: posts[1] }),
        postList,
        call(
          'mutation savePost($id: ID!, $title: String, $teaser: String) { savePost(id: $id, title: $title, teaser: $teaser) { id } }',
          { id: '16', title: 'Ferns in June', teaser: 'In the shade' },
          { savePost: posts[1] },
        ),
      ),
      [
        '2 body $.data.post.id -> body $.variables.id',
        '2 body $.data.post.teaser -> body $.variables.teaser',
      ],
    );
  });

  it('are found in the JSON that the page of the record carries, however their words are joined', () => {
    const state = JSON.stringify({ product: { metaTitle: 'Dibber' } });
    const page = { line: `GET /products/edit/${ids[1]}`, answer: `<script>state = ${state};</script>` };
    const save = { line: `PATCH /products/${ids[1]}`, sent: { meta_title: 'Dibber' } };
    assert.ok(sourcesOfLast(page, save).some((line) => line.endsWith('$.meta_title')));
  });

  it('are left to the person where they are words', () => {
    const [taken] = suggestMappings(sessionOf(list, read, write)).flatMap(({ consumers }) =>
      consumers.filter(({ slot }) => slot.key === '$.title'),
    );
    assert.equal(taken?.autoApply, false);
  });

  const others: readonly [string, readonly StepSpec[]][] = [
    ['of another record', [list, { ...write, line: `PUT /commands/${ids[0]}` }]],
    ['of the record around a new one', [list, { ...write, line: `POST /commands/${ids[1]}/runs` }]],
    ['that the user typed before', [{ line: 'POST /commands', sent: { title: 'Clean' } }, list, read, write]],
  ];
  for (const [what, steps] of others) {
    it(`are not found in words ${what}`, () => {
      assert.ok(!sourcesOfLast(...steps).some((line) => line.endsWith('$.title')), what);
    });
  }

  it('are no kinds, which are words of the application', () => {
    assert.ok(!sourcesOfLast(list, read, write).some((line) => line.endsWith('$.type')));
  });
});

describe('the id of a record that is written', () => {
  it('stays that of its creation, which reading it only repeats', () => {
    const create = { line: 'POST /commands', sent: { script: 'ls' }, answer: { id: ids[1] } };
    const [source] = sourcesOfLast(create, read, write);
    assert.equal(source, '0 body $.id -> path 1');
  });

  it('stays that of the list for a request that only reads', () => {
    assert.deepEqual(sourcesOfLast(list, read, { line: `GET /commands/${ids[1]}/runs` }), [
      "0 body $.records[?@.title == 'Clean'].id -> path 1",
    ]);
  });
});
