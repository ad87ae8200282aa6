/**
 * What simple rules would suggest, as a baseline for the value of evidence.
 *
 * - exact value: an earlier answer has a member, a field or a header with the same value; the first one counts
 * - text of 4 to 400 characters: an earlier answer contains it; found again by the 20 characters before it
 * - name alone: the last earlier answer that has a member of the same name; ids of a path are called `id`
 *
 * They know nothing of what the user typed. Each gives suggestions as `chainwright map --json` writes them, all of
 * which apply.
 */

const ORDINARY = /^(?:accept.*|user-agent|content-.*|cookie|host|connection)$/;

/** Rules by name: HAR entries in, suggestions out. */
export const baselines = {
  'exact value': (entries) => suggested(entries, exactValue),
  'text of 4 to 400': (entries) => suggested(entries, containedText),
  'name alone': (entries) => suggested(entries, sameName),
};

/** One suggestion for each place for which the rule finds a producer. */
function suggested(entries, rule) {
  const answers = entries.map(leavesOf);
  return entries.flatMap(({ request }, entry) =>
    slotsOf(request).flatMap(({ location, key, value, name }) => {
      const producer = value === '' ? undefined : rule({ value, name, entry, entries, answers });
      const consumers = [{ entry, location, key }];
      return producer === undefined
        ? []
        : [{ variable: name, confidence: 1, autoApply: true, producer, consumers }];
    }),
  );
}

function exactValue({ value, entry, answers }) {
  return answers
    .slice(0, entry)
    .flat()
    .find((leaf) => leaf.value === value)?.producer;
}

function sameName({ name, entry, answers }) {
  return answers
    .slice(0, entry)
    .flat()
    .findLast((leaf) => leaf.name.toLowerCase() === name.toLowerCase())?.producer;
}

function containedText({ value, entry, entries }) {
  if (value.length < 4 || value.length > 400) return undefined;
  const found = entries.slice(0, entry).findIndex(({ response }) => response.content.text.includes(value));
  if (found < 0) return undefined;
  const { text } = entries[found].response.content;
  const start = text.indexOf(value);
  const before = text.slice(Math.max(0, start - 20), start).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return { entry: found, source: 'body', path: `${before}([^"'<>&?/]+)` };
}

function slotsOf({ url, headers, postData }) {
  const { pathname, searchParams } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  return [
    ...segments.map((segment, key) => ({
      location: 'path',
      key,
      value: decodeURIComponent(segment),
      name: 'id',
    })),
    ...[...searchParams].map(([key, value]) => ({ location: 'query', key, value, name: key })),
    ...headers
      .filter(({ name }) => !ORDINARY.test(name))
      .map(({ name, value }) => ({
        location: 'header',
        key: name,
        value: value.replace(/^[\w-]+ (?=\S+$)/, ''),
        name,
      })),
    ...bodySlots(postData),
  ];
}

function bodySlots(postData) {
  if (postData === undefined) return [];
  if (postData.mimeType.includes('json')) {
    return members(JSON.parse(postData.text)).map(({ path, value, name }) => ({
      location: 'body',
      key: path,
      value,
      name,
    }));
  }
  const isForm = postData.mimeType.includes('urlencoded');
  const fields = isForm ? [...new URLSearchParams(postData.text)] : [];
  return fields.map(([key, value]) => ({ location: 'body', key, value, name: key }));
}

function leavesOf({ response }, entry) {
  const { text, mimeType } = response.content;
  const headers = response.headers.filter(({ name }) => name !== 'set-cookie');
  return [
    ...headers.map(({ name, value }) => ({ name, value, producer: { entry, source: 'header', path: name } })),
    ...(mimeType.includes('json') ? members(JSON.parse(text)) : []).map(({ path, value, name }) => ({
      name,
      value,
      producer: { entry, source: 'body', path },
    })),
    ...[...text.matchAll(/<input[^>]*\bname="([^"]*)"[^>]*\bvalue="([^"]*)"/g)].map(([, name, value]) => ({
      name,
      value,
      producer: { entry, source: 'html', path: name },
    })),
  ];
}

/** Texts and numbers of a JSON value, with their JSONPath and the nearest name. */
function members(value, path = '$', name = '') {
  if (typeof value === 'string' || typeof value === 'number') return [{ path, value: String(value), name }];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) =>
    Array.isArray(value) ? members(member, `${path}[${key}]`, name) : members(member, `${path}.${key}`, key),
  );
}
