/**
 * Keys that can be recognized by their shape anywhere: JSON Web Tokens, private keys,
 * and the tokens of services whose makers gave them a recognisable beginning.
 *
 * Every search here takes time in proportion to the text: no expression can begin over and over in
 * the same characters.
 */
import type { SecretSpan } from './secretForms';

/** The places of such keys in `text`, in no particular order. */
export function findKeys(text: string): readonly SecretSpan[] {
  return text.length < MIN_KEY ? [] : [...findTokens(text), ...findWebTokens(text), ...findPrivateKeys(text)];
}

/** Characters of the shortest key: `xoxb-` and ten more. */
const MIN_KEY = 15;

const TOKENS = new RegExp(
  [
    'A(?:KIA|SIA)[0-9A-Z]{16}',
    'gh[opsur]_[A-Za-z0-9]{36,255}',
    'github_pat_[A-Za-z0-9_]{22,255}',
    'glpat-[A-Za-z0-9_-]{20,255}',
    'xox[abeoprs]-[A-Za-z0-9-]{10,255}',
    'AIza[0-9A-Za-z_-]{35}',
    '[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}',
    'npm_[A-Za-z0-9]{36}',
    'hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,255}',
  ].join('|'),
  'g',
);

/** What each expression needs, so that most texts are passed over without trying them. */
const MARK = /A(?:KIA|SIA|Iza)|gh[opsur]_|github_pat_|glpat-|xox|k_(?:live|test)_|npm_|hooks\.slack/;

function findTokens(text: string): readonly SecretSpan[] {
  if (!MARK.test(text)) {
    return [];
  }
  return [...text.matchAll(TOKENS)].map(({ 0: value, index }) => spanOf(index, value));
}

/** RFC 7519 and RFC 7516: `eyJ…` (a base64 `{"`), then two or more parts between dots. */
function findWebTokens(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  let start = text.indexOf('eyJ');
  while (start !== -1) {
    const head = runEnd(text, start, PART);
    const payload = text[head] === '.' ? runEnd(text, head + 1, PART) : head;
    if (head - start >= 10 && payload - head >= 5 && text[payload] === '.') {
      const end = withoutDots(text, runEnd(text, payload, PARTS));
      spans.push(spanOf(start, text.slice(start, end)));
      start = text.indexOf('eyJ', end);
    } else {
      start = text.indexOf('eyJ', head);
    }
  }
  return spans;
}

const PART = /[A-Za-z0-9_-]*/y;
const PARTS = /[A-Za-z0-9_.-]*/y;

function runEnd(text: string, start: number, run: RegExp): number {
  run.lastIndex = start;
  run.test(text);
  return run.lastIndex;
}

/** The end without the full stops of the sentence that a token may close. */
function withoutDots(text: string, end: number): number {
  let last = end;
  while (text[last - 1] === '.') {
    last -= 1;
  }
  return last;
}

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;
const KEY_END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;

/** RFC 7468; a key whose end is missing extends to the end of the text. */
function findPrivateKeys(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  KEY_BEGIN.lastIndex = 0;
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    KEY_END.lastIndex = KEY_BEGIN.lastIndex;
    const end = KEY_END.exec(text) === null ? text.length : KEY_END.lastIndex;
    spans.push(spanOf(begin.index, text.slice(begin.index, end)));
    KEY_BEGIN.lastIndex = end;
  }
  return spans;
}

function spanOf(start: number, value: string): SecretSpan {
  return { start, end: start + value.length, value };
}
