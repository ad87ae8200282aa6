/** Extractions in words, for messages, results and files of other tools. */
import type { Extraction, Selector } from '../model';

/** A rule in words: `body $.id`, `header ETag`, `header Location /groups\/([0-9]+)/`, `body $.token, decoded as jwt $.sub`. */
export function describeExtraction({
  from,
  name,
  select,
  decode,
}: Pick<Extraction, 'from' | 'name' | 'select' | 'decode'>): string {
  const parts = [from, name, select === undefined ? undefined : describeSelector(select)];
  const place = parts.filter((part) => part !== undefined).join(' ');
  return decode === undefined
    ? place
    : `${place}, decoded as ${decode.as}${decode.path === undefined ? '' : ` ${decode.path}`}`;
}

/** A selector in words: its path, `/orders\/([0-9]+)/`, `css input[name=csrf] @value`, `xpath //id`. */
export function describeSelector(select: Selector): string {
  switch (select.kind) {
    case 'path':
      return select.path;
    case 'regex':
      return `/${select.regex}/`;
    case 'css':
      return `css ${select.css}${select.attribute === undefined ? '' : ` @${select.attribute}`}`;
    case 'xpath':
      return `xpath ${select.xpath}`;
  }
}
