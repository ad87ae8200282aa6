/**
 * Selecting parts of an XML document by XPath 1.0: the adapter of \@xmldom/xmldom and xpath.
 *
 * Documents come from strangers: one that declares entities is refused, nothing is expanded or fetched,
 * and size, depth and work are bounded. Prefixes mean what the document declares for them; a name
 * without prefix matches in any default namespace.
 */
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./xpath.d.ts" />
import { DOMParser, Node, ParseError, type Element } from '@xmldom/xmldom';
import xpath, { type XPathExpression } from 'xpath';
import { countVisits, MAX_SELECTOR_LENGTH, MAX_SELECTOR_STEPS, type MarkupSelection } from './markup';
import { refuseXml } from './refuseXml';
import { BudgetExceededError, WorkBudget } from '../workBudget';

/**
 * The texts of the nodes an expression selects, or its one text, number or truth value as text.
 * The text of an element is all text inside it, unchanged.
 */
export function selectXPath(xml: string, expression: string): MarkupSelection {
  const refusal = refuse(xml, expression);
  if (refusal !== undefined) {
    return { ok: false, message: refusal };
  }
  const parsed = parseExpression(expression);
  if (!parsed.ok) {
    return parsed;
  }
  const document = parseDocument(xml);
  if (!document.ok) {
    return document;
  }
  try {
    return { ok: true, values: evaluate(parsed.expression, document) };
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return { ok: false, message: `The XPath \`${expression}\` was given up: ${error.message}.` };
    }
    // Unknown functions, variables and prefixes are found out here, as plain errors.
    return { ok: false, message: `The XPath \`${expression}\` is not valid: ${reasonOf(error)}.` };
  }
}

function refuse(xml: string, expression: string): string | undefined {
  return expression.trim() === '' || expression.length > MAX_SELECTOR_LENGTH
    ? `An XPath has 1 to ${MAX_SELECTOR_LENGTH} characters.`
    : refuseXml(xml);
}

type ParsedExpression =
  | { readonly ok: true; readonly expression: XPathExpression }
  | { readonly ok: false; readonly message: string };

function parseExpression(expression: string): ParsedExpression {
  try {
    return { ok: true, expression: xpath.parse(expression) };
  } catch (error) {
    // The package throws plain errors only.
    return { ok: false, message: `The XPath \`${expression}\` is not valid: ${reasonOf(error)}.` };
  }
}

type ParsedDocument =
  | { readonly ok: true; readonly root: Node; readonly namespaces: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly message: string };

/** Reads a document and makes it ready for searching: steps count, and positions compare at once. */
function parseDocument(xml: string): ParsedDocument {
  try {
    const root = new DOMParser({ onError: () => undefined }).parseFromString(xml, 'text/xml');
    const budget = new WorkBudget(MAX_SELECTOR_STEPS);
    const namespaces = new Map<string, string>();
    const positions = new Map<Node, number>();
    for (const node of nodesInOrder(root)) {
      positions.set(node, positions.size);
      comparePositionsBy(positions, node);
      for (const [prefix, namespace] of declaredNamespaces(node)) {
        namespaces.set(prefix, namespaces.get(prefix) ?? namespace);
      }
    }
    for (const node of positions.keys()) {
      countVisits(node, ['firstChild', 'nextSibling', 'previousSibling', 'parentNode'], budget);
    }
    return { ok: true, root, namespaces };
  } catch (error) {
    if (error instanceof ParseError) {
      return { ok: false, message: `The body is not well-formed XML: ${error.message}.` };
    }
    throw error;
  }
}

/** Every node, attributes after their element, in document order. */
function nodesInOrder(root: Node): readonly Node[] {
  const nodes: Node[] = [];
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes.push(node);
    if (isElement(node)) {
      nodes.push(...node.attributes);
    }
    for (let child = node.lastChild; child !== null; child = child.previousSibling) {
      waiting.push(child);
    }
  }
  return nodes;
}

/** The package's own comparison walks all siblings, which makes sorting a list take minutes. */
function comparePositionsBy(positions: ReadonlyMap<Node, number>, node: Node): void {
  const own = positions.get(node) ?? 0;
  node.compareDocumentPosition = (other) =>
    (positions.get(other) ?? 0) < own ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
}

function declaredNamespaces(node: Node): readonly (readonly [prefix: string, namespace: string])[] {
  return isElement(node)
    ? [...node.attributes]
        .filter(({ prefix }) => prefix === 'xmlns')
        .map(({ localName, value }) => [localName ?? '', value])
    : [];
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function evaluate(
  expression: XPathExpression,
  { root, namespaces }: Extract<ParsedDocument, { ok: true }>,
): readonly string[] {
  const value = expression.evaluate({
    node: root,
    namespaces: (prefix) => namespaces.get(prefix),
    allowAnyNamespaceForNoPrefix: true,
  });
  return value instanceof xpath.XNodeSet
    ? value.toArray().map((node) => value.stringForNode(node))
    : [value.toString()];
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
