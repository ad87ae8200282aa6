/**
 * XPaths by which a chain takes a text of an XML answer again, best first: names alone, an item identified by a neighbour
 * that stays, a position where nothing else is left.
 */
import { isIdentifyingText, IDENTIFYING, type ExtractionRule } from '../../extraction/extractionRules';
import { goesByChanging } from './volatileText';
import type { ResponseValue } from '../read/responseValue';
import { fewOf, type StableRule } from './stableRule';
import { selectTexts, writePart, writeXPath, type IdentifyingStep, type XmlNeighbour } from '../read/xmlPath';
import { localName, xmlValues, type XmlDocument, type XmlElement, type XmlStep } from '../read/xmlTree';

const MAX_NEIGHBOURS = 20;
/** Rules that tell an item by a neighbour. */
const MAX_IDENTIFIED = 2;

/** Rules for the value at a path of a document; each selects the whole text that contains it, and extracts it. */
export function xmlRules(
  path: readonly XmlStep[],
  { whole, segment }: Pick<ResponseValue, 'whole' | 'segment'>,
  document: XmlDocument,
): readonly StableRule[] {
  const named: readonly IdentifyingStep[] = path.map(({ name }) => ({ name }));
  const lists = path.flatMap(({ position }, index) => (position === undefined ? [] : [index]));
  const identified = lists
    .toReversed()
    .flatMap((list) =>
      neighboursAt(document, path.slice(0, list + 1), path.slice(list + 1)).map((neighbour) =>
        named.with(list, { name: path[list]?.name ?? '', neighbour }),
      ),
    );
  const placed = [...lists.map((list) => named.with(list, path[list] ?? { name: '' })), path];
  const rulesOf = (ways: readonly (readonly IdentifyingStep[])[], isStable: boolean, most: number) =>
    fewOf(ways, most, (steps) => {
      const xpath = writeXPath(steps);
      const isFound = xpath !== undefined && !goesByChanging(xpath) && selectsOnly(document, xpath, whole);
      return isFound ? { rule: ruleFor(partOf(xpath, whole, segment)), isStable } : undefined;
    });
  return [
    ...rulesOf([named], true, 1),
    ...rulesOf(identified, true, MAX_IDENTIFIED),
    ...rulesOf(lists.length === 0 ? [] : placed, false, 1),
  ];
}

function selectsOnly(document: XmlDocument, xpath: string, whole: string): boolean {
  const [text, ...others] = selectTexts(document, xpath);
  return text === whole && others.length === 0;
}

function ruleFor(xpath: string): ExtractionRule {
  return { from: 'body', select: { kind: 'xpath', xpath }, all: false, optional: false };
}

/** The XPath of the text, or of a segment of the address that the text is. */
function partOf(xpath: string, whole: string, segment: number | undefined): string {
  if (segment === undefined) {
    return xpath;
  }
  const host = /^https?:\/\/[^/?#]*/i.exec(whole)?.[0] ?? '';
  const parts = whole.slice(host.length).split('/');
  const filled = parts.flatMap((part, index) => (part === '' ? [] : [index]));
  return writePart(xpath, host.split('/').length - 1 + (filled[segment] ?? 0));
}

/** Texts in the same item as the taken one, those first that people give. */
function neighboursAt(
  document: XmlElement,
  item: readonly XmlStep[],
  taken: readonly XmlStep[],
): readonly XmlNeighbour[] {
  const element = item.reduce<XmlElement | undefined>(
    (around, { name, position = 1 }) => around?.children.filter((child) => child.name === name)[position - 1],
    document,
  );
  const own = namesOf(taken);
  return (element === undefined ? [] : xmlValues(element))
    .map(({ path, text }) => ({ path: path.map(({ name }) => name), text: text.value }))
    .filter(({ path, text }) => path.length > 0 && path.join('/') !== own && isIdentifyingText(text))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .slice(0, MAX_NEIGHBOURS);
}

function namesOf(path: readonly XmlStep[]): string {
  return path.map(({ name }) => name).join('/');
}

/** In XML names of several words are often written as one: `displayname`. */
function rankOf({ path }: XmlNeighbour): number {
  const name = localName(path.at(-1) ?? '').toLowerCase();
  const rank = IDENTIFYING.findIndex((word) => name.endsWith(word));
  return rank === -1 ? IDENTIFYING.length : rank;
}
