/** The values that an imported chain asks for as secrets, read where the recording holds them. */

const SECRET = /^\{\{\$secret (\w+)\}\}$/;

/**
 * @param {readonly object[]} requests of the chain, as imported and not yet mapped
 * @param {readonly object[]} entries of the recording, of which the import may have left some out
 * @returns `secrets` by name, and `steps`, the index of each request's entry
 */
export function recordedSecrets(requests, entries) {
  const secrets = {};
  const steps = [];
  let next = 0;
  for (const request of requests) {
    next = entries.findIndex((entry, index) => index >= next && isSame(request, entry.request));
    if (next < 0) throw new Error(`no entry for ${request.name}`);
    steps.push(next);
    for (const [written, value] of pairs(request, entries[next].request)) {
      const name = SECRET.exec(written)?.[1];
      if (name !== undefined) secrets[name] ??= value;
    }
    next += 1;
  }
  return { secrets, steps };
}

function isSame({ method = 'GET', url, query = [] }, recorded) {
  const [address, search = ''] = url.split('?');
  const [recordedAddress, recordedSearch = ''] = recorded.url.split('?');
  const written = [...new URLSearchParams(search), ...query.map(({ name, value }) => [name, value])];
  const sent = [...new URLSearchParams(recordedSearch)];
  const isSameSearch =
    written.length === sent.length &&
    written.every(
      ([name, value], at) => name === sent[at][0] && (SECRET.test(value) || String(value) === sent[at][1]),
    );
  return method === recorded.method && address === recordedAddress && isSameSearch;
}

/** Each written text with the value that was sent in its place. */
function pairs({ auth, headers = [], query = [], body = {} }, sent) {
  const header = (name) =>
    sent.headers.find((line) => line.name.toLowerCase() === name.toLowerCase())?.value ?? '';
  const parameters = new URL(sent.url).searchParams;
  const fields = new URLSearchParams(sent.postData?.text ?? '');
  return [
    ...(auth?.token === undefined ? [] : [[auth.token, header('authorization').replace(/^\w+ /, '')]]),
    ...headers.map(({ name, value }) => [
      String(value).replace(/^[\w-]+ (?=\{)/, ''),
      header(name).replace(/^[\w-]+ (?=\S+$)/, ''),
    ]),
    ...query.map(({ name, value }) => [String(value), parameters.get(name)]),
    ...(body.form ?? []).map(({ name, value }) => [String(value), fields.get(name)]),
    ...[body.json, body.graphql]
      .filter((json) => json !== undefined)
      .flatMap((json) => members(json, JSON.parse(sent.postData.text))),
  ];
}

function members(written, sent) {
  if (written === null || typeof written !== 'object') return [[String(written), sent]];
  return Object.keys(written).flatMap((name) => members(written[name], sent?.[name]));
}
