/** Which XML documents are not read, before any parser sees them: those that declare entities, and those too large. */
import { excessOf, MAX_MARKUP_LENGTH } from './markup';
import { outlineXml } from './markupOutline';

/** Why a document is not read, as a sentence; absent when it can be. */
export function refuseXml(xml: string): string | undefined {
  if (xml.length > MAX_MARKUP_LENGTH) {
    return 'The document is larger than 5 MiB, too large to be searched by XPath.';
  }
  if (declaresEntities(xml)) {
    return 'The document has a DOCTYPE with declarations of its own, which is not read because entities can be made to explode.';
  }
  const outline = outlineXml(xml);
  if (!outline.ok) {
    return `The body is not well-formed XML: no tag can begin at character ${outline.offset + 1} and end.`;
  }
  const excess = excessOf(outline);
  return excess === undefined ? undefined : `The document ${excess}, too much to be searched by XPath.`;
}

function declaresEntities(xml: string): boolean {
  const doctype = xml.indexOf('<!DOCTYPE');
  const end = xml.indexOf('>', doctype);
  return xml.includes('<!ENTITY') || (doctype >= 0 && xml.slice(doctype, end).includes('['));
}
