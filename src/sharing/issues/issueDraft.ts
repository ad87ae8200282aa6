/**
 * The draft of an issue: what a person reads, edits and sends. Made of a request that did not pass or of a cell
 * of an authorization matrix; both come masked, and nothing else is looked up here.
 */
import { hex } from '../../core/hex';
import type { Hash } from '../../core/ports';
import { oneLine, shorten } from '../../core/shownText';
import { codeBlock } from '../../formats/exporters/markdown/codeBlock';
import { codeSpan } from './issueText';

/** An issue before it is raised. */
export interface IssueDraft {
  /** One line. */
  readonly title: string;
  /** Markdown; the fingerprint is in it. */
  readonly body: string;
  readonly labels: readonly string[];
  /** The same for the same fault in every run: `chainwright:fp-` and 16 hexadecimal digits. */
  readonly fingerprint: string;
}

/** What an issue says of a fault, in the order in which it says it. */
export interface IssueContent {
  readonly title: string;
  /** What happened, in a sentence in Markdown. */
  readonly happened: string;
  /** The meaning and the fix, in Markdown; absent if unknown. */
  readonly meaning?: string;
  /** Names and texts from outside; those without a text are left out. */
  readonly facts: readonly (readonly [name: string, text: string | undefined])[];
  readonly sections: readonly IssueSection[];
  readonly labels: readonly string[];
  /** What makes the fault this one; nothing that another run would change. */
  readonly identity: readonly string[];
}

/** A heading and the listing below it. */
export interface IssueSection {
  readonly title: string;
  /** A sentence before the listing, in Markdown. */
  readonly words?: string;
  readonly language: string;
  readonly text: string;
}

/** Who makes the draft. */
export interface DraftContext {
  readonly tool: { readonly name: string; readonly version: string };
  readonly hash: Pick<Hash, 'digest'>;
}

/** UTF-16 code units; GitLab and Jira take 255. */
const MAX_TITLE = 160;

/** Puts a draft together. */
export function draftOf(content: IssueContent, { tool, hash }: DraftContext): IssueDraft {
  const { title, happened, meaning, facts, sections, labels, identity } = content;
  const fingerprint = fingerprintOf(identity, hash);
  const blocks = [
    meaning === undefined ? happened : `${happened} ${meaning}`,
    factList(facts),
    ...sections
      .filter(({ text }) => text !== '')
      .flatMap(({ title: heading, words, language, text }) => [
        `## ${heading}`,
        ...(words === undefined ? [] : [words]),
        codeBlock(text, language),
      ]),
    `Raised with ${tool.name} ${tool.version}; credentials are masked. ${codeSpan(fingerprint)}`,
  ];
  return { title: issueTitle(title), body: `${blocks.join('\n\n')}\n`, labels, fingerprint };
}

/** UTF-16 code units of a fact. */
const MAX_FACT = 300;

/** Facts as a list in Markdown. */
export function factList(facts: IssueContent['facts']): string {
  return facts
    .flatMap(([name, text]) =>
      text === undefined || text === '' ? [] : [`- ${name}: ${codeSpan(shorten(text, MAX_FACT))}`],
    )
    .join('\n');
}

/** Titles are plain text, but GitHub and GitLab look for mentions and references in them, too. */
function issueTitle(text: string): string {
  return shorten(oneLine(text).trim(), MAX_TITLE)
    .replace(/@(?=\w)/g, '@\u200b')
    .replace(/([#!&~%$])(?=\w)/g, '$1\u200b');
}

const FINGERPRINT_DIGITS = 16;

function fingerprintOf(identity: readonly string[], hash: Pick<Hash, 'digest'>): string {
  const digest = hash.digest('sha256', new TextEncoder().encode(JSON.stringify(identity)));
  return `chainwright:fp-${hex(digest).slice(0, FINGERPRINT_DIGITS)}`;
}

/** UTF-16 code units and lines that an issue shows of a body; for more, the request can be sent again. */
const MAX_LISTING = 4_000;
const MAX_LINES = 80;

/** The beginning of a long listing, whole lines as far as possible. */
export function shortListing(text: string): string {
  const lines = text.split(/\r\n|\r|\n/);
  const some = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), '…'].join('\n') : text;
  return shorten(some, MAX_LISTING);
}
