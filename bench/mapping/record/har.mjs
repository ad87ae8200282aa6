/**
 * Entries of a session as HAR 1.2.
 *
 * Times are made up, one second apart: the order is what a reader of the recording needs, and a clock would
 * change every file at every recording.
 */

const START = Date.parse('2026-01-05T09:00:00.000Z');

/** The text of a recording. */
export function harText(entries) {
  const log = {
    version: '1.2',
    creator: { name: 'recording', version: '1' },
    entries: entries.map(harEntry),
  };
  return `${JSON.stringify({ log }, null, 1)}\n`;
}

/** One entry as HAR has it. */
export function harEntry({ method, url, headers, body, answer }, index) {
  const location = answer.headers.find(([name]) => name === 'location')?.[1];
  return {
    startedDateTime: new Date(START + index * 1000).toISOString(),
    time: 40,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers.map(pair),
      queryString: [...new URL(url).searchParams].map(pair),
      headersSize: -1,
      bodySize: body === undefined ? 0 : Buffer.byteLength(body.text),
      ...(body === undefined ? {} : { postData: body }),
    },
    response: {
      status: answer.status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: answer.headers.map(pair),
      content: {
        size: Buffer.byteLength(answer.text),
        mimeType: answer.headers.find(([name]) => name === 'content-type')?.[1] ?? '',
        text: answer.text,
      },
      redirectURL: location ?? '',
      headersSize: -1,
      bodySize: Buffer.byteLength(answer.text),
    },
    cache: {},
    timings: { send: 1, wait: 35, receive: 4 },
  };
}

/** An entry as {@link startTap} of tap.mjs keeps an exchange. */
export function exchangeOf({ method, url, headers, body, answer }) {
  const lines = (all) => all.map(([name, value]) => pair([name.toLowerCase(), value]));
  return {
    request: { method, url, headers: lines(headers), body: { content: body?.text } },
    response: { status: answer.status, headers: lines(answer.headers), body: { content: answer.text } },
  };
}

function pair([name, value]) {
  return { name, value };
}
