/**
 * Keeps the names of HTML's characters out of the bundles: xmldom has a table of 2,000 for documents of the type
 * `text/html`, and src/core/markup/xml.ts parses XML alone.
 */
export const xmlParts = {
  name: 'xml-parts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]@xmldom[\\/]xmldom[\\/]lib[\\/]entities\.js$/ }, () => ({ contents: ENTITIES }));
  },
};

/** XML 1.0 §4.6. */
const ENTITIES = `exports.XML_ENTITIES = Object.freeze({ amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' });
exports.HTML_ENTITIES = exports.XML_ENTITIES;`;
