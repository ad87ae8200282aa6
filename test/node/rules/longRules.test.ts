/** The process that applies rules: it answers as the engine does, and ends in time whatever it is asked. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { preparedRule, sentCheck, sentExtraction, type SentRule } from '../../../src/core/run/longRule';
import type { HttpResponse } from '../../../src/core/model';
import type { LongRuleAnswer } from '../../../src/core/run/longRules';
import { viewResponse } from '../../../src/core/run/responseView';
import { createLongRules, type ClosableLongRules } from '../../../src/node/rules/longRules';
import { until } from '../../until';
import { createWorkspace, type Workspace } from '../workspace';

const url = 'http://127.0.0.1/';

function answerOf(text: string): HttpResponse {
  const body = new TextEncoder().encode(text);
  return { status: 200, statusText: '', httpVersion: '1.1', headers: [], body, wireSize: body.length };
}

const xpath = (expression: string): SentRule =>
  sentExtraction(
    {
      variable: 'v',
      from: 'body',
      select: { kind: 'xpath', xpath: expression },
      all: false,
      optional: false,
    },
    undefined,
  );
const schema = (value: object): SentRule => {
  const check = { path: '$', operators: [{ operator: 'schema', value: value as never } as const] };
  return sentCheck({ check, shown: check });
};

/** Takes seconds, until its steps are used up: each element looks through the text of all. */
const BOMB = xpath("count(//b[translate(string(/),'x','y')='q'])");
const bombed = answerOf(`<a>${'<b>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</b>'.repeat(50_000)}</a>`);

/** A process that sends itself the signal that its rule names. */
const SIGNALLED = `
  process.on('message', ({ rule }) => {
    require('node:fs').writeFileSync(__dirname + '/pid', String(process.pid));
    process.kill(process.pid, rule.extraction.select.xpath);
  });
  process.send({ kind: 'ready' });
`;

describe('the process of long rules', () => {
  let rules: ClosableLongRules;
  const running = new AbortController().signal;

  beforeEach(() => {
    rules = createLongRules();
  });
  afterEach(() => {
    rules.close();
  });

  const apply = (
    rule: SentRule,
    response: HttpResponse,
    timeoutMs = 60_000,
    signal: AbortSignal = running,
  ): Promise<LongRuleAnswer> => rules.apply({ rule, response, url }, { timeoutMs, signal });

  const same: [title: string, rule: SentRule, body: string][] = [
    ['an XPath', xpath('//id'), '<a><id>7</id></a>'],
    ['an XPath that finds nothing', xpath('//x'), '<a><id>7</id></a>'],
    ['an XPath that is none', xpath('//['), '<a/>'],
    ['a schema that holds', schema({ type: 'object', required: ['id'] }), '{"id":9007199254740993}'],
    ['a schema that does not hold', schema({ properties: { id: { type: 'string' } } }), '{"id":7}'],
  ];
  for (const [title, rule, body] of same) {
    it(`gives the same as the engine: ${title}`, async () => {
      const response = answerOf(body);
      const outcome = (await preparedRule(rule))(viewResponse(response, url));
      const plain: unknown = JSON.parse(JSON.stringify({ kind: 'applied', outcome }));
      const { waitedMs: _waited, ...answer } = { waitedMs: 0, ...(await apply(rule, response)) };
      assert.deepEqual(JSON.parse(JSON.stringify(answer)), plain);
    });
  }

  it('applies several rules to one answer, and to the next one, in turn', async () => {
    const [first, second] = [answerOf('<a><id>7</id></a>'), answerOf('<a><id>8</id></a>')];
    const answers = await Promise.all([
      apply(xpath('//id'), first),
      apply(xpath('count(//id)'), first),
      apply(xpath('//id'), second),
    ]);
    const values = answers.map((answer) =>
      answer.kind === 'applied' && answer.outcome.kind === 'found' ? answer.outcome.value : answer.kind,
    );
    assert.deepEqual(values, ['"7"', '"1"', '"8"']);
  });

  it('takes a time with a fraction of a millisecond', async () => {
    assert.equal((await apply(xpath('//id'), answerOf('<id>7</id>'), 5000.5)).kind, 'applied');
  });

  it('ends a rule that takes too long, and applies the next one', async () => {
    assert.deepEqual(await apply(BOMB, bombed, 300), { kind: 'timeout' });
    assert.equal((await apply(xpath('//id'), answerOf('<id>7</id>'))).kind, 'applied');
  });

  it('ends a rule when the run is cancelled, and starts none after that', async () => {
    const cancelling = new AbortController();
    await apply(xpath('//id'), answerOf('<id>7</id>'));
    const waiting = apply(BOMB, bombed, 60_000, cancelling.signal);
    const next = apply(BOMB, bombed, 60_000, cancelling.signal);
    setImmediate(() => {
      cancelling.abort();
    });
    assert.deepEqual(await Promise.all([waiting, next]), [{ kind: 'cancelled' }, { kind: 'cancelled' }]);
  });

  it('ends a rule when the run is closed', async () => {
    const waiting = apply(BOMB, bombed);
    setImmediate(() => {
      rules.close();
    });
    assert.deepEqual(await waiting, { kind: 'cancelled' });
  });

  it('survives a rule that needs too much memory', async () => {
    const whole = 'string(/)';
    const greedy = `string-length(translate(concat(${Array(90).fill(whole).join(',')}),'x','y'))`;
    const large = answerOf(`<a>${'ä'.repeat(2_400_000)}</a>`);
    assert.deepEqual(await apply(xpath(greedy), large), { kind: 'memory' });
    assert.equal((await apply(xpath('//id'), answerOf('<id>7</id>'))).kind, 'applied');
  });

  describe('that a signal ended', () => {
    let workspace: Workspace;
    let pidFile: string;

    /** Applies a rule in a process that gets the signal while it works. */
    const applySignalled = (signal: NodeJS.Signals, running: AbortSignal): Promise<LongRuleAnswer> => {
      rules = createLongRules(path.join(workspace.folder, 'signalled.js'));
      return apply(xpath(signal), answerOf('<id>7</id>'), 60_000, running);
    };
    const hasEnded = async (): Promise<boolean> => {
      const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
      try {
        return pid > 0 && !process.kill(pid, 0);
      } catch {
        return true;
      }
    };

    beforeEach(async () => {
      workspace = await createWorkspace();
      pidFile = path.join(workspace.folder, 'pid');
      await workspace.write({ 'signalled.js': SIGNALLED });
    });
    afterEach(() => workspace.dispose());

    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      it(`is not there for a rule while the run continues: ${signal}`, async () => {
        assert.deepEqual(await applySignalled(signal, running), { kind: 'unavailable' });
      });
    }

    it('cancels a rule when the program gets the signal right after it', async () => {
      const cancelling = new AbortController();
      const answer = applySignalled('SIGTERM', cancelling.signal);
      await until(hasEnded);
      cancelling.abort();
      assert.deepEqual(await answer, { kind: 'cancelled' });
    });
  });

  it('says when there is no process', async () => {
    rules = createLongRules(path.join(import.meta.dirname, 'missing.js'));
    assert.deepEqual(await apply(xpath('//id'), answerOf('<id>7</id>')), { kind: 'unavailable' });
  });

  it('says when the system refuses to start a process', async () => {
    rules = createLongRules('refused\0.js');
    assert.deepEqual(await apply(xpath('//id'), answerOf('<id>7</id>')), { kind: 'unavailable' });
  });
});
