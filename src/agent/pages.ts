/** The pages of the documentation that say how files are written: each as a whole, and long ones by section, too. */
import { readFile } from 'node:fs/promises';
import { ANSWER_BYTES } from './answer';

/** What the addresses of pages begin with. */
export const PAGES = 'chainwright://docs/';

/** A page or a section in a list. */
export interface ListedPage {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

const mimeType = 'text/markdown';
/** Every package has these files in `docs`. */
const OFFERED: ReadonlyMap<string, string> = new Map([
  ['chains', 'What chains can do, with examples.'],
  ['environments', 'Environments, secrets and where they go, proxies and certificates.'],
]);

/** The pages, each with its sections where it is longer than an answer. */
export async function listPages(): Promise<readonly ListedPage[]> {
  const listed = await Promise.all(
    [...OFFERED].map(async ([name, description]) => {
      const text = await textOf(name);
      const title = /^# (?<title>.+)/.exec(text)?.groups?.['title'] ?? name;
      const page = { uri: `${PAGES}${name}`, name: `docs/${name}`, title, description, mimeType };
      const isLong = Buffer.byteLength(text) > ANSWER_BYTES;
      return [page, ...(isLong ? sectionsOf(text, page) : [])];
    }),
  );
  return listed.flat();
}

function sectionsOf(text: string, page: ListedPage): readonly ListedPage[] {
  return [...text.matchAll(/^## (?<heading>.+)$/gm)].map(({ groups: { heading = '' } = {} }) => {
    const place = `/${anchorOf(heading)}`;
    return {
      ...page,
      uri: page.uri + place,
      name: page.name + place,
      title: `${page.title}: ${heading}`,
      description: `A section of ${page.uri}.`,
    };
  });
}

/**
 * A page, or a section of one; absent where there is none.
 *
 * @param place such as `chains` or `chains/rows-of-data`
 */
export async function readPage(
  place: string,
): Promise<{ readonly mimeType: string; readonly text: string } | undefined> {
  const [page = '', ...anchor] = place.split('/');
  if (!OFFERED.has(page)) {
    return undefined;
  }
  const whole = await textOf(page);
  const text = anchor.length === 0 ? whole : sectionAt(whole, anchor.join('/'));
  return text === undefined ? undefined : { mimeType, text: withAddresses(text, page) };
}

function textOf(page: string): Promise<string> {
  return readFile(new URL(`../docs/${page}.md`, import.meta.url), 'utf8');
}

/** A heading with everything up to the next of its level or a higher one. */
function sectionAt(text: string, anchor: string): string | undefined {
  const headings = [...text.matchAll(/^(?<level>##+) (?<heading>.+)$/gm)];
  const first = headings.findIndex(({ groups }) => anchorOf(groups?.['heading'] ?? '') === anchor);
  const found = headings[first];
  const level = found?.groups?.['level']?.length ?? 0;
  const next = headings.slice(first + 1).find(({ groups }) => (groups?.['level']?.length ?? 0) <= level);
  return found && text.slice(found.index, next?.index).trimEnd();
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

/** Links between pages lead to resources, and to the web where a page is none. The schemas list what `files.md` does. */
function withAddresses(text: string, page: string): string {
  return text.replace(
    /\]\((?:([\w-]+)\.md)?(#[\w-]+)?\)/g,
    (_whole, file: string | undefined = page, anchor: string | undefined = '') =>
      `](${addressOf(file, anchor)})`,
  );
}

function addressOf(file: string, anchor: string): string {
  if (file === 'files') {
    return 'chainwright://schemas/chain';
  }
  return OFFERED.has(file)
    ? `${PAGES}${file}${anchor.replace('#', '/')}`
    : `https://github.com/chainwright/chainwright/blob/main/docs/${file}.md${anchor}`;
}
