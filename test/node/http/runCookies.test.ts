import assert from 'node:assert/strict';
import type { HeaderLine } from '../../../src/core/model';
import type { SendResult } from '../../../src/core/ports';
import { createRunCookies, loadCookieParser } from '../../../src/node/http/runCookies';

const URL = 'http://127.0.0.1/';

/** Sends something that is answered with these header lines, and stores what they set. */
async function answeredWith(...headers: readonly HeaderLine[]) {
  const response = { status: 200, statusText: '', httpVersion: '1.1', headers, wireSize: 0 };
  const answer: SendResult = {
    ok: true,
    response: { ...response, body: new Uint8Array() },
    timings: { totalMs: 1 },
    connection: { via: 'direct', reused: false },
  };
  const cookies = createRunCookies();
  await loadCookieParser(answer);
  cookies.store(
    URL,
    headers.filter(({ name }) => /^set-cookie$/i.test(name)).map(({ value }) => value),
    [],
  );
  return cookies;
}

describe('createRunCookies', () => {
  it('gives back what answers set', async () => {
    const cookies = await answeredWith(
      { name: 'set-COOKIE', value: 'a=1' },
      { name: 'Set-Cookie', value: 'b=' },
    );
    assert.equal(cookies.header(URL), 'a=1; b=');
    assert.equal(cookies.get(URL, 'b'), '');
  });

  it('has none when answers set none', async () => {
    const cookies = await answeredWith({ name: 'Content-Type', value: 'text/plain' });
    assert.equal(cookies.header(URL), undefined);
    assert.equal(cookies.get(URL, 'a'), undefined);
  });

  it('keeps jars apart', async () => {
    await answeredWith({ name: 'Set-Cookie', value: 'a=1' });
    assert.equal(createRunCookies().header(URL), undefined);
  });
});
