import assert from 'node:assert/strict';
import type { Cell } from '../../../../src/core/authz/model/cell';
import { judgementOf } from '../../../../src/core/authz/model/verdict';
import { renderAuthzSarif } from '../../../../src/formats/reporters/authz/sarifReport';
import { hostileTexts } from '../sampleReport';
import { authzWith, emptyAuthz, sampleAuthz, sampleBaseline, sampleContext } from './sampleAuthz';

/** Members of SARIF that the tests look at. */
interface Run {
  readonly automationDetails: { readonly id: string };
  readonly tool: { readonly driver: { readonly rules: readonly Rule[] } };
  readonly taxonomies: readonly {
    readonly name: string;
    readonly taxa: readonly { readonly id: string }[];
  }[];
  readonly invocations: readonly Invocation[];
  readonly results: readonly Result[];
  readonly webRequests: readonly { readonly headers: object }[];
  readonly webResponses: readonly { readonly body: { readonly text: string } }[];
}
interface Rule {
  readonly id: string;
  readonly properties: { readonly tags: readonly string[] };
  readonly relationships: readonly { readonly target: { readonly id: string } }[];
}
interface Invocation {
  readonly executionSuccessful: boolean;
  readonly startTimeUtc: string;
  readonly endTimeUtc: string;
  readonly toolExecutionNotifications: readonly Notification[];
  readonly toolConfigurationNotifications: readonly Notification[];
}
interface Notification {
  readonly descriptor: { readonly id: string };
  readonly level: string;
  readonly message: { readonly text: string };
}
interface Result {
  readonly [name: string]: unknown;
  readonly ruleId: string;
  readonly kind: string;
  readonly message: { readonly text: string };
  readonly baselineState?: string;
}

function runOf(...parameters: Parameters<typeof renderAuthzSarif>): Run {
  const { runs } = JSON.parse(renderAuthzSarif(...parameters)) as { readonly runs: readonly Run[] };
  return runs[0] ?? assert.fail();
}

const run = runOf(sampleAuthz, sampleContext());
const [first = assert.fail()] = run.results;

describe('renderAuthzSarif', () => {
  it('names the matrix and the environment, and its rules', () => {
    assert.equal(run.automationDetails.id, 'authz/security/orders.authz.json/local/');
    assert.equal(run.tool.driver.rules.length, 20);
    assert.deepEqual(run.tool.driver.rules[0]?.properties.tags, [
      'security',
      'external/cwe/cwe-639',
      'owasp/api1-2023',
      'asvs/v5-8.2.2',
      'wstg/athz-04',
    ]);
    assert.equal(
      run.tool.driver.rules.every(({ properties: { tags } }) => tags.length <= 10),
      true,
    );
    assert.deepEqual(
      run.taxonomies.map(({ name }) => name),
      ['CWE', 'OWASP API Security Top 10', 'ASVS'],
    );
  });

  it('has an entry for everything that its rules refer to', () => {
    const known = run.taxonomies.flatMap(({ taxa }) => taxa.map(({ id }) => id));
    const named = run.tool.driver.rules.flatMap(({ relationships }) =>
      relationships.map(({ target }) => target.id),
    );
    assert.deepEqual(
      named.filter((id) => !known.includes(id)),
      [],
    );
  });

  it('has a result for each finding, waived ones included, and for nothing else', () => {
    const found = sampleAuthz.cells.filter(({ class: outcome, waived }) =>
      ['flaw', 'restricted', 'denied'].includes(judgementOf(waived?.class ?? outcome)),
    );
    assert.equal(run.results.length, found.length);
    assert.deepEqual(new Set(run.results.map(({ kind }) => kind)), new Set(['fail']));
    assert.deepEqual(new Set(run.results.map(({ ruleId }) => ruleId)).size, 13);
  });

  it('points at the line of the matrix and at those of the chain', () => {
    assert.deepEqual(first['locations'], [
      {
        physicalLocation: {
          artifactLocation: { uri: 'security/orders.authz.json', uriBaseId: '%SRCROOT%' },
          region: { startLine: 20, startColumn: 5, endLine: 20, endColumn: 17 },
        },
        logicalLocations: [
          {
            name: 'order.read',
            fullyQualifiedName: 'bob←alice GET /api/orders/{orderId} [path]',
            kind: 'function',
          },
        ],
      },
    ]);
    const related = first['relatedLocations'] as readonly { id: number; message: { text: string } }[];
    assert.deepEqual(
      related.map(({ id, message: { text } }) => [id, text]),
      [
        [1, 'Create.'],
        [2, 'Attack.'],
      ],
    );
  });

  it('prefers the rule of the policy, and names the waiver', () => {
    const lineOf = (result: Result | undefined): number | undefined =>
      (result?.['locations'] as { physicalLocation: { region: { startLine: number } } }[])[0]
        ?.physicalLocation.region.startLine;
    assert.equal(lineOf(run.results.find(({ ruleId }) => ruleId === 'authz/bfla')), 124);
    const waived = run.results.at(-1);
    assert.deepEqual(waived?.['suppressions'], [
      {
        kind: 'external',
        status: 'accepted',
        justification: 'fixed in May (until 2027-03-31)',
        location: {
          physicalLocation: {
            artifactLocation: { uri: 'security/orders.authz.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 251, startColumn: 5, endLine: 251, endColumn: 17 },
          },
        },
      },
    ]);
  });

  it('tells the steps in their order, with what was sent and received', () => {
    const [flow] = first['codeFlows'] as {
      threadFlows: { locations: { executionOrder: number; location: { message: { text: string } } }[] }[];
    }[];
    assert.deepEqual(
      flow?.threadFlows[0]?.locations.map(({ executionOrder, location }) => [
        executionOrder,
        location.message.text,
      ]),
      [
        [1, 'Create: bob sends create-order, answer 201.'],
        [2, 'Owner reads: bob sends get-order, answer 200.'],
        [3, 'Owner does it: bob sends get-order, answer 200.'],
        [4, 'Own object: alice sends get-order, answer 200.'],
        [5, 'Attack: alice sends get-order, answer 200.'],
      ],
    );
    const { index } = first['webRequest'] as { index: number };
    assert.deepEqual(run.webRequests[index], {
      index,
      protocol: 'HTTP',
      version: '1.1',
      target: 'http://127.0.0.1:4010/api/orders/731',
      method: 'GET',
      headers: { Host: '127.0.0.1:4010', Accept: 'application/json', Authorization: 'Bearer ‹token:alice›' },
    });
    const answer = first['webResponse'] as { index: number };
    assert.equal(run.webResponses[answer.index]?.body.text, '{"note":"CNRY-5d1f"}');
  });

  it('has each message once', () => {
    for (const messages of [run.webRequests, run.webResponses]) {
      const texts = messages.map((message) => JSON.stringify({ ...message, index: 0 }));
      assert.equal(new Set(texts).size, texts.length);
    }
  });

  it('has fingerprints that survive moved lines, other servers and other users', () => {
    const [cell = assert.fail()] = sampleAuthz.cells;
    assert.deepEqual(first['partialFingerprints'], {
      'authzCell/v1': cell.fingerprint,
      primaryLocationLineHash: `${cell.fingerprint}:1`,
    });
    assert.deepEqual(first['fingerprints'], { 'authzFinding/v1': `${cell.fingerprint}/FLAW_READ` });
  });

  it('names the weakness that this result shows', () => {
    const weaknesses = run.results
      .filter(({ ruleId }) => ruleId === 'authz/bfla')
      .map(({ taxa }) => (taxa as { id: string }[]).map(({ id }) => id));
    assert.deepEqual(weaknesses, [['863'], ['862']]);
  });

  it('names the requirement that a finding across tenants violates', () => {
    const [flaw = assert.fail()] = sampleAuthz.cells;
    const cell: Cell = { ...flaw.cell, relation: { tenant: 'other' } };
    const [result = assert.fail()] = runOf(
      { ...sampleAuthz, cells: [{ ...flaw, cell }] },
      sampleContext(),
    ).results;
    const { relation, tags } = result['properties'] as Record<string, unknown>;
    assert.deepEqual([relation, tags], [{ tenant: 'other' }, ['asvs/v5-8.4.1']]);
    assert.deepEqual(
      (result['taxa'] as { id: string }[]).map(({ id }) => id),
      ['639', '8.4.1'],
    );
    assert.equal((first['properties'] as Record<string, unknown>)['tags'], undefined);
  });

  it('makes what is inconclusive a notification of a run that did not succeed', () => {
    const [invocation = assert.fail()] = run.invocations;
    const ids = (list: readonly Notification[]): readonly string[] =>
      list.map(({ descriptor, level }) => `${descriptor.id} ${level}`);
    assert.equal(invocation.executionSuccessful, false);
    assert.deepEqual(
      [invocation.startTimeUtc, invocation.endTimeUtc],
      ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:13.400Z'],
    );
    assert.deepEqual(ids(invocation.toolExecutionNotifications), [
      'authz/inconclusive-control error',
      'authz/inconclusive-auth error',
      'authz/inconclusive-rate-limit error',
      'authz/inconclusive-server-error error',
      'authz/inconclusive-network error',
      'authz/inconclusive-state error',
      'authz/leftover warning',
      'authz/note note',
    ]);
    assert.deepEqual(ids(invocation.toolConfigurationNotifications), ['authz/undeclared warning']);
  });

  it('says that a run of nothing succeeded, and that a cancelled one did not', () => {
    const nothing = runOf(emptyAuthz, sampleContext());
    assert.deepEqual(nothing.results, []);
    assert.equal(nothing.invocations[0]?.executionSuccessful, true);
    const cancelled = runOf({ ...emptyAuthz, outcome: 'cancelled' }, sampleContext());
    assert.equal(cancelled.invocations[0]?.executionSuccessful, false);
  });

  it('says how findings compare with a baseline', () => {
    const { results } = runOf(sampleAuthz, sampleContext({ baseline: sampleBaseline }));
    assert.deepEqual(
      results.slice(0, 5).map(({ ruleId, baselineState }) => [ruleId, baselineState]),
      [
        ['authz/bola-read', 'new'],
        ['authz/denied-but-leaks', 'new'],
        ['authz/bola-write', 'new'],
        ['authz/bola-delete', 'updated'],
        ['authz/bfla', 'unchanged'],
      ],
    );
    assert.equal(results.length, run.results.length);
  });

  it('has what passed and what is gone only in a full file', () => {
    const { results } = runOf(sampleAuthz, sampleContext({ baseline: sampleBaseline, sarifFull: true }));
    const further = results.filter(({ kind }) => kind !== 'fail');
    assert.deepEqual(
      further.map(({ kind, ruleId, baselineState }) => [kind, ruleId, baselineState]),
      [
        ['pass', 'authz/bola-read', 'unchanged'],
        ['pass', 'authz/bola-read', 'unchanged'],
        ['pass', 'authz/bola-read', 'updated'],
        ['pass', 'authz/anonymous', 'updated'],
        ['pass', 'authz/list-leak', 'unchanged'],
        ['pass', 'authz/bola-read', 'unchanged'],
        ['pass', 'authz/bola-read', 'unchanged'],
        ['informational', 'authz/bola-read', 'absent'],
      ],
    );
  });

  it('writes paths as URIs', () => {
    const { automationDetails } = runOf(
      { ...emptyAuthz, matrix: { file: 'a b/ü#.authz.json', name: '' } },
      sampleContext(),
    );
    assert.equal(automationDetails.id, 'authz/a%20b/%C3%BC%23.authz.json/local/');
  });

  it('makes no links and no placeholders of texts from outside', () => {
    const { results } = runOf(authzWith('[click](http://evil.example) {0} \\'), sampleContext());
    assert.match(results[0]?.message.text ?? '', /\\\[click\\\]\(http:\/\/evil\.example\) \{\{0\}\} \\\\/);
  });

  it('joins headers of one name, whatever the name', () => {
    const [exchange = assert.fail()] = authzWith('__proto__').exchanges;
    const recorded = exchange.exchange ?? assert.fail();
    const headers = [
      { name: '__proto__', value: 'a' },
      { name: '__proto__', value: 'b' },
    ];
    const { results, webRequests } = runOf(
      {
        ...authzWith('__proto__'),
        exchanges: [{ ...exchange, exchange: { ...recorded, request: { ...recorded.request, headers } } }],
      },
      sampleContext(),
    );
    const { index } = results[0]?.['webRequest'] as { index: number };
    assert.deepEqual(Object.entries(webRequests[index]?.headers ?? {}), [['__proto__', 'a, b']]);
  });

  for (const text of hostileTexts) {
    it(`is the same document with ${JSON.stringify(text)} in it`, () => {
      const hostile = runOf(authzWith(text), sampleContext({ baseline: sampleBaseline }));
      const plain = runOf(authzWith('plain'), sampleContext({ baseline: sampleBaseline }));
      assert.deepEqual(
        hostile.results.map(({ ruleId, kind }) => [ruleId, kind]),
        plain.results.map(({ ruleId, kind }) => [ruleId, kind]),
      );
      assert.doesNotMatch(hostile.results[0]?.message.text ?? '', /[\p{Cc}\u202e]/u);
    });
  }
});
