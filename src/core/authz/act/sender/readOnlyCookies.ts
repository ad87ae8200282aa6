/**
 * Cookies as attacks see them. What an attack is answered belongs to nobody's session: an answer that hands out
 * the owner's cookie would otherwise make every later request of the caller one of the owner's.
 */
import type { CookieJar } from '../../../ports';

/** The cookies of a jar, which takes no further ones. */
export function readOnlyCookies(jar: CookieJar): CookieJar {
  return {
    header: (url) => jar.header(url),
    get: (url, name) => jar.get(url, name),
    derived: (url) => jar.derived(url),
    store: ignored,
    copy: () => readOnlyCookies(jar.copy()),
  };
}

/** What somebody without credentials has: no cookie, whatever was answered before. */
export const NO_COOKIES: CookieJar = {
  header: () => undefined,
  get: () => undefined,
  derived: () => [],
  store: ignored,
  copy: () => NO_COOKIES,
};

function ignored(): void {
  // An answer to an attack is evidence and nothing else.
}
