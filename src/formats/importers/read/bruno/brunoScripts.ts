/**
 * What a request of Bruno extracts from its response and checks: by variables and assertions in a table, and
 * by scripts. The tables are read as equivalent scripts.
 */
import { defined } from '../../../../core/defined';
import type { WrittenExpectation } from '../../../../core/files/writtenChain';
import { inOrder } from '../scripts/alternatives';
import type { ScriptTexts } from '../scripts/postmanApi';
import { beforeRequest, readScript } from '../scripts/readScript';
import type { ScriptReading } from '../scripts/scriptAccount';
import type { ScriptFlow } from '../scripts/scriptFlow';
import type { ScriptedItem } from '../scriptedItems';
import type { BrunoAssertion, BrunoCapture, BrunoRequest } from './brunoTree';
import { lostCheck, type Remark } from '../../shape/remark';

/** What scripts and assertions of a request say. */
type BrunoScriptReading = Omit<ScriptReading, 'constants' | 'flow'> &
  Pick<ScriptedItem, 'before' | 'after'> & { readonly flows: readonly ScriptFlow[] };

/** Reads the tables and scripts of a request together. */
export function readScripts(
  { captures, assertions, scripts }: Pick<BrunoRequest, 'captures' | 'assertions' | 'scripts'>,
  texts: ScriptTexts,
): BrunoScriptReading {
  const enabled = assertions.filter(({ isDisabled }) => !isDisabled);
  const unknown = enabled.filter((assertion) => sentenceOf(assertion) === undefined);
  const title = 'Pre-request script';
  const before = beforeRequest(
    readScript(scripts.before, title, { ...texts, takesHeaders: true, takesCalls: true }),
    title,
  );
  const after = [
    ...captures.filter(({ isDisabled }) => !isDisabled).map((capture) => readCapture(capture, texts)),
    readScript(scripts.after, 'Post-response script', texts),
    ...enabled.flatMap((assertion) => readAssertion(assertion, texts)),
    readScript(scripts.tests, 'Tests', texts),
  ];
  const readings = [before, ...after];
  return {
    extractions: inOrder(readings.flatMap(({ extractions }) => extractions)),
    before: before.constants,
    after: after.flatMap(({ constants }) => constants),
    ...joined(readings.flatMap(({ expect }) => expect ?? [])),
    ...defined({ headers: before.headers, calls: before.calls }),
    flows: readings.flatMap(({ flow = [] }) => flow),
    unknownCode: readings.flatMap(({ unknownCode = [] }) => unknownCode),
    remarks: [...readings.flatMap(({ remarks }) => remarks), ...unknown.map(lostAssertion)],
  };
}

function readCapture({ name, expression }: BrunoCapture, texts: ScriptTexts): ScriptReading {
  const script = `bru.setVar(${JSON.stringify(name)}, ${expression}\n);`;
  return readScript(script, `Variable ${JSON.stringify(name)} after the response`, texts);
}

function readAssertion(assertion: BrunoAssertion, texts: ScriptTexts): readonly ScriptReading[] {
  const sentence = sentenceOf(assertion);
  return sentence === undefined
    ? []
    : [readScript(`expect(${assertion.expression}\n)${sentence};`, 'Assertion', texts)];
}

/** What the assertion says of its expression; absent for operators that a chain has no word for. */
function sentenceOf({ operator, value }: BrunoAssertion): string | undefined {
  const word = WORDS.get(operator);
  return word === undefined ? undefined : word.replace('$', () => literal(value));
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['eq', '.to.eql($)'],
  ['neq', '.to.not.eql($)'],
  ['gt', '.to.be.above($)'],
  ['lt', '.to.be.below($)'],
  ['contains', '.to.include($)'],
  ['isNull', '.to.be.null'],
  ['isNumber', ".to.be.a('number')"],
  ['isString', ".to.be.a('string')"],
  ['isBoolean', ".to.be.a('boolean')"],
  ['isArray', ".to.be.an('array')"],
]);

/** A value of the table as a literal of a script: numbers and words as they are, everything else a text. */
function literal(value: string): string {
  const text = value.trim();
  const isPlain = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false|null)$/.test(text);
  return isPlain ? text : JSON.stringify(text.replace(/^(["'])(.*)\1$/s, '$2'));
}

function lostAssertion({ expression, operator, value }: BrunoAssertion): Remark {
  return lostCheck(`An assertion is not carried over: ${`${expression} ${operator} ${value}`.trim()}.`);
}

function joined(expects: readonly WrittenExpectation[]): { readonly expect?: WrittenExpectation } {
  const headers = expects.flatMap((expect) => expect.headers ?? []);
  const body = expects.flatMap((expect) => expect.body ?? []);
  const all: WrittenExpectation = {
    ...(Object.assign({}, ...expects) as WrittenExpectation),
    ...(headers.length === 0 ? {} : { headers }),
    ...(body.length === 0 ? {} : { body }),
  };
  return Object.keys(all).length === 0 ? {} : { expect: all };
}
