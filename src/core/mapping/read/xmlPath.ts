/**
 * XPath of the kind that mapping makes, and what it selects: names from the root, positions, a neighbour that tells
 * an item, and the segment of an address. A run evaluates it as XPath 1.0, which selects the same.
 */
import { localName, prefixOf, type XmlDocument, type XmlElement, type XmlStep } from './xmlTree';

/** A neighbour that tells an element from others of its name: the way to it, and its text. */
export interface XmlNeighbour {
  readonly path: readonly string[];
  readonly text: string;
}

/** A step, which a neighbour may tell instead of a position. */
export interface IdentifyingStep extends XmlStep {
  readonly neighbour?: XmlNeighbour;
}

/** The XPath of the steps; absent when a text cannot be written in one: XPath 1.0 has no escapes. */
export function writeXPath(steps: readonly IdentifyingStep[]): string | undefined {
  const written = steps.map(({ name, position, neighbour }) => {
    const literal = neighbour === undefined ? '' : literalOf(neighbour.text);
    return literal === undefined ? undefined : `/${name}${conditionOf(position, neighbour, literal)}`;
  });
  return written.includes(undefined) ? undefined : written.join('');
}

function conditionOf(
  position: number | undefined,
  neighbour: XmlNeighbour | undefined,
  literal: string,
): string {
  if (neighbour !== undefined) {
    return `[${neighbour.path.join('/')}=${literal}]`;
  }
  return position === undefined ? '' : `[${position}]`;
}

function literalOf(text: string): string | undefined {
  const quote = ["'", '"'].find((mark) => !text.includes(mark));
  return quote === undefined ? undefined : quote + text + quote;
}

/**
 * The XPath of a part of the address that another one selects: the text between so many slashes and the next one.
 *
 * @param slashes before the part, those after a scheme counted
 */
export function writePart(xpath: string, slashes: number): string {
  const behind = Array.from({ length: slashes }).reduce<string>(
    (inner) => `substring-after(${inner}, '/')`,
    xpath,
  );
  return `substring-before(concat(${behind}, '/'), '/')`;
}

const PART = /^substring-before\(concat\((.*), '\/'\), '\/'\)$/s;
const BEHIND = /^substring-after\((.*), '\/'\)$/s;

/** The texts that an XPath of this kind selects, of elements that hold elements an empty one; none for others. */
export function selectTexts(document: XmlDocument, xpath: string): readonly string[] {
  const part = PART.exec(xpath)?.[1];
  if (part !== undefined) {
    return [textBehind(document, part).replace(/\/.*$/s, '')];
  }
  let elements: readonly XmlElement[] = [document];
  let rest = 0;
  STEP.lastIndex = 0;
  for (let found = STEP.exec(xpath); found !== null; found = STEP.exec(xpath)) {
    const [, name = '', position, way, single, double] = found;
    rest = STEP.lastIndex;
    if (name.startsWith('@')) {
      return elements.flatMap(({ attributes }) => attributes.get(name.slice(1))?.value ?? []);
    }
    const isWanted = testOf(name, document);
    const isTold = way === undefined ? undefined : neighbourTest(way, single ?? double ?? '', document);
    elements = elements.flatMap(({ children }) =>
      children
        .filter(isWanted)
        .filter((_, index) => position === undefined || index + 1 === Number(position))
        .filter((child) => isTold === undefined || isTold(child)),
    );
  }
  return rest > 0 && rest === xpath.length ? elements.map(({ text }) => text?.value ?? '') : [];
}

const STEP = /\/([^\s/[\]()=,]+)(?:\[(\d+)\]|\[([^\s[\]()=]+)=(?:'([^']*)'|"([^"]*)")\])?/y;

/** XPath's `substring-after`: nothing without a slash; of several nodes the first counts. */
function textBehind(document: XmlDocument, xpath: string): string {
  const inner = BEHIND.exec(xpath)?.[1];
  if (inner === undefined) {
    return selectTexts(document, xpath)[0] ?? '';
  }
  const text = textBehind(document, inner);
  const slash = text.indexOf('/');
  return slash === -1 ? '' : text.slice(slash + 1);
}

/** Whether the way from an element leads to a text that is wanted. */
function neighbourTest(way: string, wanted: string, document: XmlDocument): (element: XmlElement) => boolean {
  const names = way.split('/');
  const attribute = names.at(-1)?.startsWith('@') === true ? names.pop()?.slice(1) : undefined;
  const holds = ({ attributes, text }: XmlElement): boolean =>
    (attribute === undefined ? text : attributes.get(attribute))?.value === wanted;
  return names.reduceRight<(element: XmlElement) => boolean>((isTold, name) => {
    const isNext = testOf(name, document);
    return ({ children }) => children.some((child) => isNext(child) && isTold(child));
  }, holds);
}

/** A name with a prefix is that of its namespace, however written; one without only of elements without. */
function testOf(name: string, { prefixes }: XmlDocument): (element: XmlElement) => boolean {
  const prefix = prefixOf(name);
  if (prefix === '') {
    return (element) => element.name === name;
  }
  const local = localName(name);
  const namespace = prefixes.get(prefix);
  return (element) => element.namespace === namespace && localName(element.name) === local;
}
