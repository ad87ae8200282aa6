/**
 * The cookies of a run, without their parser until an answer sets one: it knows every public suffix that
 * exists, and most runs need none. A jar is kept from run to run, so the transport loads the parser.
 */
import type { CookieJar, SendResult } from '../../core/ports';
import type * as CookieParser from './cookieJar';

/** The parser, once it is loaded; there is one for the process, as of every module. */
let parser: typeof CookieParser | undefined;

/** An empty jar. It can take cookies of answers that went through {@link loadCookieParser}. */
export function createRunCookies(): CookieJar {
  return runCookies(undefined);
}

function runCookies(known: CookieJar | undefined): CookieJar {
  let jar = known;
  return {
    header: (url) => jar?.header(url),
    get: (url, name) => jar?.get(url, name),
    derived: (url) => jar?.derived(url) ?? [],
    store(url, setCookieLines, derived) {
      if (setCookieLines.length === 0) {
        return;
      }
      if (parser === undefined) {
        throw new Error('an answer with cookies has to go through loadCookieParser');
      }
      jar ??= parser.createCookieJar();
      jar.store(url, setCookieLines, derived);
    },
    copy: () => runCookies(jar?.copy()),
  };
}

/** Loads the parser when an answer sets a cookie. */
export async function loadCookieParser({ response }: SendResult): Promise<void> {
  const setsCookie = response?.headers.some(({ name }) => name.toLowerCase() === 'set-cookie') ?? false;
  if (parser === undefined && setsCookie) {
    parser = await import('./cookieJar');
  }
}
