/** XML bodies: elements as a session writes them, whose texts remember where they came from, and texts of answers. */
import { DOMParser } from '@xmldom/xmldom';
import xpath from 'xpath';
import { written } from './traced.mjs';

/** An element with its children: elements, or one text, traced or not. */
export function element(name, attributes = {}, ...children) {
  return { name, attributes, children };
}

/** The text of an element. */
export function xmlText({ name, attributes, children }) {
  const parameters = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(textOf(value))}"`);
  const content = children.map((child) => (isElement(child) ? xmlText(child) : escaped(textOf(child))));
  return `<${name}${parameters.join('')}>${content.join('')}</${name}>`;
}

/** The texts in an element and its attributes, each with its XPath by local names: `/multiget/href[2]`. */
export function xmlPlaces({ name, attributes, children }, around = '', position = '') {
  const own = `${around}/${localName(name)}${position}`;
  return [
    ...Object.entries(attributes).map(([key, value]) => [`${own}/@${key}`, value]),
    ...children.flatMap((child) =>
      isElement(child) ? xmlPlaces(child, own, positionOf(child, children)) : [[own, child]],
    ),
  ];
}

/**
 * The texts of what an XPath selects; prefixes are those of the document's root. Throws when the text is not
 * XML.
 */
export function xmlTexts(text, expression) {
  const node = new DOMParser({ onError: raise }).parseFromString(text, 'text/xml');
  const namespaces = (prefix) => node.documentElement.lookupNamespaceURI(prefix) ?? undefined;
  const found = xpath.parse(expression).evaluate({ node, namespaces, allowAnyNamespaceForNoPrefix: true });
  return found instanceof xpath.XNodeSet
    ? found.toArray().map((one) => found.stringForNode(one))
    : [found.toString()];
}

/** The elements of a document by the names that lead to them, each once; `text` when it is none. */
export function xmlShape(text) {
  const paths = new Set();
  const walk = (node, around) => {
    for (const child of node.childNodes.filter(({ localName }) => localName)) {
      const own = `${around}/${child.localName}`;
      paths.add(own);
      walk(child, own);
    }
  };
  try {
    walk(new DOMParser({ onError: raise }).parseFromString(text, 'text/xml'), '');
  } catch {
    // Another answer than was recorded: the caller reports the difference.
    return 'text';
  }
  return [...paths].sort().join('\n');
}

function raise(_level, message) {
  throw new Error(message);
}

function isElement(child) {
  return Array.isArray(child?.children);
}

function positionOf(child, children) {
  const alike = children.filter(({ name }) => name === child.name);
  return alike.length === 1 ? '' : `[${alike.indexOf(child) + 1}]`;
}

function localName(name) {
  return name.replace(/^.*:/, '');
}

function textOf(value) {
  return written(value).text;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
