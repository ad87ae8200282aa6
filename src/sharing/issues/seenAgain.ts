/**
 * The comment on an issue whose fault was seen again: when, where and in which run, and of what came only what the issue
 * does not say already. Dates, ids and the like, which no two answers share, are no news.
 */
import { headerVolatility } from '../../core/compare/volatility';
import { groupPairs } from '../../core/groupBy';
import { maskBegin } from '../../core/masking/mask';
import { codeBlock } from '../../formats/exporters/markdown/codeBlock';
import { factList, type DraftContext, type IssueContent, type IssueSection } from './issueDraft';

/** Facts that tell one time from another. */
const ALWAYS: ReadonlySet<string> = new Set(['Run', 'Environment', 'File', 'Matrix', 'Caller', 'Owner']);

/** The comment, in Markdown; `issueText` is the text of the issue as its tracker keeps it, empty when that is not known. */
export function seenAgain(
  { happened, facts, sections }: Pick<IssueContent, 'happened' | 'facts' | 'sections'>,
  issueText: string,
  { tool }: Pick<DraftContext, 'tool'>,
): string {
  const isSaid = saidIn(issueText);
  const changed = facts.filter(([name, text]) => ALWAYS.has(name) || !isSaid(`${name}: ${text ?? ''}`));
  const news = sections.flatMap((section) => newsOf(section, isSaid));
  const blocks = [
    `Seen again: ${happened}`,
    factList(changed),
    news.length === 0
      ? 'What was sent and what came is as the issue says.'
      : issueText === ''
        ? ''
        : 'What the issue does not say yet:',
    ...news.flatMap(({ title, language, text }) => [`## ${title}`, codeBlock(text, language)]),
    `Seen with ${tool.name} ${tool.version}; credentials are masked.`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Replaces lines that the issue already has. */
const GAP = '…';

/** Lines of a section that a comment shows. */
const MAX_LINES = 30;

/** A section with its new lines alone; nothing when it has none. How to send a request again is not news. */
function newsOf(section: IssueSection, isSaid: (line: string) => boolean): readonly IssueSection[] {
  if (section.language === 'bash') {
    return [];
  }
  const news = withGaps(section.text.split(/\r\n|\r|\n/), isSaid);
  if (news.every((line) => line === GAP || line.trim() === '')) {
    return [];
  }
  const some = news.length > MAX_LINES ? [...news.slice(0, MAX_LINES), GAP] : news;
  return [{ ...section, text: some.join('\n') }];
}

function withGaps(lines: readonly string[], isSaid: (line: string) => boolean): readonly string[] {
  const kept: string[] = [];
  for (const line of lines) {
    const shown = isSaid(line) ? GAP : line;
    const isInGap = kept.at(-1) === GAP && (shown === GAP || shown.trim() === '');
    if (!isInGap) {
      kept.push(shown);
    }
  }
  return kept;
}

/** Whether a text has a line, whatever markup that has in it. */
function saidIn(text: string): (line: string) => boolean {
  const said = new Set(text.split(/\r\n|\r|\n/).flatMap((line) => plain(line) || []));
  const named = groupPairs([...said].flatMap(memberOf).map(({ name, value }) => [name, value]));
  return (line) => {
    const words = plain(line);
    const isAsEver = ({ name, value }: Member): boolean =>
      named.get(name)?.some((before) => headerVolatility(name, before, value) !== undefined) ?? false;
    return said.has(words) || memberOf(words).some(isAsEver);
  };
}

/** A header, a member of an object on a line of its own, or a fact. */
interface Member {
  readonly name: string;
  readonly value: string;
}

function memberOf(line: string): readonly Member[] {
  const [, name, value] = /^"?([\w-]+)"?: "?(.*?)"?,?$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [{ name, value }];
}

/** Masks of the same value are other ones on every machine. */
const MASK = new RegExp(`${maskBegin}[^›]*›`, 'g');

/** A line without the marks that trackers write lists, code and their own signs with. */
function plain(line: string): string {
  return line
    .replace(/&#(\d{1,5});/g, (_entity, code: string) => String.fromCharCode(Number(code)))
    .replace(/^\s*[-*]\s+/, '')
    .replace(/`|\{\{|\}\}|\u200b/g, '')
    .replace(MASK, maskBegin)
    .replace(/\s+/g, ' ')
    .trim();
}
