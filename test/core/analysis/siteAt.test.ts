import assert from 'node:assert/strict';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { requestAt, siteAt, type ValueSite } from '../../../src/core/analysis/siteAt';
import { everyPlace } from './chainTexts';

/** The site at the `|` in a text, which is taken out. */
function siteIn(marked: string): { readonly site: ValueSite | undefined; readonly text: string } {
  const offset = marked.indexOf('|');
  const text = marked.slice(0, offset) + marked.slice(offset + 1);
  return { site: siteAt(createChainReader()(text, 'f'), offset), text };
}

const inRequest = (members: string): string => `{ "requests": [{ "id": "a", ${members} }] }`;

describe('siteAt', () => {
  const sites: [
    title: string,
    marked: string,
    path: string,
    location: string,
    value: unknown,
    shown: string,
  ][] = [
    [
      'a header value',
      inRequest('"headers": [{ "name": "ETag", "value": "x|y" }]'),
      'headers.0.value',
      'header ETag',
      'xy',
      'xy',
    ],
    [
      'an empty value',
      inRequest('"query": [{ "name": "q", "value": "|" }]'),
      'query.0.value',
      'query q',
      '',
      '',
    ],
    [
      'the end of a value',
      inRequest('"auth": { "type": "bearer", "token": "t|" }'),
      'auth.token',
      'auth token',
      't',
      't',
    ],
    ['the path of a URL', inRequest('"url": "/a|b?c=d"'), 'url', 'path ', '/ab?c=d', '/ab?c=d'],
    ['the query of a URL', inRequest('"url": "/ab?c=|d"'), 'url', 'query ', '/ab?c=d', '/ab?c=d'],
    ['a number', inRequest('"body": { "json": [1.5|0] }'), 'body.json.0', 'body /0', 1.5, '1.50'],
    ['true', inRequest('"body": { "json": { "a/b": tr|ue } }'), 'body.json.a/b', 'body /a~1b', true, 'true'],
    ['a switch, where no references are', inRequest('"disabled": fal|se'), 'disabled', '', false, 'false'],
    ['a constant', '{ "variables": { "a": { "b": "c|" } } }', 'variables.a.b', 'body /a/b', 'c', 'c'],
    [
      'the authentication of the chain',
      '{ "auth": { "type": "bearer", "token": "|t" } }',
      'auth.token',
      'auth token',
      't',
      't',
    ],
    ['the name of a chain', '{ "name": "|x" }', 'name', '', 'x', 'x'],
    [
      'an escaped text',
      inRequest(String.raw`"body": { "text": "\u00e9\n|z" }`),
      'body.text',
      'body ',
      'é\nz',
      String.raw`\u00e9\nz`,
    ],
    [
      'a file that is being written',
      inRequest('"url": "/a|b", "body": { "json": ').slice(0, -4),
      'url',
      'path ',
      '/ab',
      '/ab',
    ],
  ];
  for (const [title, marked, path, location, value, shown] of sites) {
    it(`finds ${title}`, () => {
      const { site, text } = siteIn(marked);
      assert.ok(site !== undefined);
      const place = site.location === undefined ? '' : `${site.location.in} ${site.location.name ?? ''}`;
      assert.deepEqual(
        [site.path.join('.'), place, site.value, text.slice(site.range.start, site.range.end)],
        [path, location, value, shown],
      );
    });
  }

  it('says how much of the text is before the place, without escapes', () => {
    const { site } = siteIn(inRequest(String.raw`"body": { "text": "\u00e9\n|z" }`));
    assert.equal(site?.index, 2);
    assert.equal(site.valueText, 'é\nz');
  });

  const nothing: [title: string, marked: string][] = [
    ['in the name of a member', inRequest('"u|rl": "/"')],
    ['between members', inRequest('"url": "/", | "name": "n"')],
    ['at null', inRequest('"body": { "json": nu|ll }')],
    ['before the opening quote', inRequest('"url": |"/"')],
    ['outside everything', '{ "name": "x" } |'],
    ['in an empty file', '|'],
  ];
  for (const [title, marked] of nothing) {
    it(`finds nothing ${title}`, () => {
      assert.equal(siteIn(marked).site, undefined);
    });
  }
});

describe('requestAt', () => {
  it('returns the request at an offset', () => {
    const source = createChainReader()(everyPlace, 'f');
    assert.equal(requestAt(source, everyPlace.indexOf('{{fv}}'))?.id, 'form');
    assert.equal(requestAt(source, everyPlace.indexOf('{{user}}')), undefined);
  });
});
