/**
 * What somebody reads in a page that a reporter here wrote: its text, a line for each block. Only for those pages,
 * whose texts and attributes are all escaped.
 */

/** The text of the beginning of a page, without what is not seen: style, script, and the markup itself. */
export function wordsOfPage(page: string): string {
  return page
    .slice(0, MAX_PAGE)
    .replace(/<(style|script)>[^]*?<\/\1>/g, '')
    .replace(/<head>[^]*?<\/head>/, '')
    .replace(/\s+/g, ' ')
    .replace(/<\/t[dh]> ?(?=<t[dh]\b)/g, ' \u00b7 ')
    .replace(BLOCK, '\n')
    .replace(/<\/span>(?=[<\p{L}\d])/gu, ' ')
    .replace(/<[^>]*(?:>|$)/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** UTF-16 code units that are read: nobody looks through more. */
const MAX_PAGE = 2_000_000;

const BLOCK =
  /<\/?(?:p|div|section|header|footer|main|h\d|li|ul|ol|tr|table|details|summary|pre|fieldset)\b[^>]*>/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
