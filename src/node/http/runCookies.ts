/**
 * The cookies of a run, without their parser until an answer sets one: it knows every public suffix that
 * exists, and most runs need none. A jar is kept from run to run, so the sender loads the parser.
 */
import type { CookieJar, Send, SendResult } from '../../core/ports';
import type * as CookieParser from './cookieJar';

/** The parser, once it is loaded; there is one for the process, as of every module. */
let parser: typeof CookieParser | undefined;

/** An empty jar. It can take cookies of answers that came through {@link withCookieParser}. */
export function createRunCookies(): CookieJar {
  let jar: CookieJar | undefined;
  return {
    header: (url) => jar?.header(url),
    get: (url, name) => jar?.get(url, name),
    derived: (url) => jar?.derived(url) ?? [],
    store(url, setCookieLines, derived) {
      if (setCookieLines.length === 0) {
        return;
      }
      if (parser === undefined) {
        throw new Error('an answer with cookies has to come through withCookieParser');
      }
      jar ??= parser.createCookieJar();
      jar.store(url, setCookieLines, derived);
    },
  };
}

/** Sends, and has the parser loaded before an answer with cookies comes back. */
export function withCookieParser(send: Send): Send {
  return async (request, options) => {
    const result = await send(request, options);
    if (parser === undefined && setsCookie(result)) {
      parser = await import('./cookieJar');
    }
    return result;
  };
}

function setsCookie({ response }: SendResult): boolean {
  return response?.headers.some(({ name }) => name.toLowerCase() === 'set-cookie') ?? false;
}
