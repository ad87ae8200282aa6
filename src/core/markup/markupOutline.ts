/**
 * How big and how deep markup is, measured in one pass before a parser sees it: the parsers we use take
 * time that grows with the square of nesting, of attributes, and of tags that never end.
 */

/** Counts of a document. */
export interface MarkupOutline {
  readonly elements: number;
  /** Elements inside one another. */
  readonly depth: number;
  /** UTF-16 code units of the longest tag. */
  readonly longestTag: number;
}

/** The outline of an XML document, or the offset of markup that does not end or is none. */
export type XmlOutline =
  ({ readonly ok: true } & MarkupOutline) | { readonly ok: false; readonly offset: number };

/** Measures an XML document. */
export function outlineXml(xml: string): XmlOutline {
  let elements = 0;
  let open = 0;
  let depth = 0;
  let longestTag = 0;
  for (let offset = xml.indexOf('<'); offset >= 0; offset = xml.indexOf('<', offset)) {
    const end = endOfMarkup(xml, offset);
    if (end === undefined) {
      return { ok: false, offset };
    }
    if (xml[offset + 1] === '/') {
      open -= 1;
    } else if (xml[offset + 1] !== '!' && xml[offset + 1] !== '?') {
      elements += 1;
      longestTag = Math.max(longestTag, end - offset);
      open += 1;
      depth = Math.max(depth, open);
      open -= xml[end - 2] === '/' ? 1 : 0;
    }
    offset = end;
  }
  return { ok: true, elements, depth, longestTag };
}

/** Measures an HTML page; text that looks like tags, in scripts, counts as if it were. */
export function outlineHtml(html: string): Omit<MarkupOutline, 'longestTag'> {
  let elements = 0;
  let open = 0;
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(HTML_TAG)) {
    const step = slash === '/' ? -1 : 1;
    elements += Math.max(step, 0);
    if (!NOT_NESTING.has(name.toLowerCase())) {
      open = Math.max(open + step, 0);
      depth = Math.max(depth, open);
    }
  }
  return { elements, depth };
}

const HTML_TAG = /<(\/?)([a-z][^\s/>]*)/gi;

/** Elements that have no content, or that the next of their kind closes. */
const NOT_NESTING = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead tfoot h1 h2 h3 h4 h5 h6'.split(
    ' ',
  ),
);

const TAG = /<\/?[^\s<>/!?"'=][^\s<>/"'=]*(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/y;

/** Beginning and end of markup other than tags; the first that fits counts. */
const ENCLOSED: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

function endOfMarkup(xml: string, start: number): number | undefined {
  const enclosed = ENCLOSED.find(([prefix]) => xml.startsWith(prefix, start));
  if (enclosed !== undefined) {
    const [prefix, suffix] = enclosed;
    const end = xml.indexOf(suffix, start + prefix.length);
    return end < 0 ? undefined : end + suffix.length;
  }
  TAG.lastIndex = start;
  const tag = TAG.exec(xml);
  return tag === null ? undefined : start + tag[0].length;
}
