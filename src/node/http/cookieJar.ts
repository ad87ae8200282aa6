/**
 * The cookies of a run or a user: tough-cookie behind the engine's CookieJar port, in memory only.
 *
 * tough-cookie parses and judges what a response sets (RFC 6265 §5.3, public suffixes, `__Host-`). The
 * look-up is ours, because its own restarts `Max-Age` with every use, reads the wall clock, and
 * throws for hosts such as `http://test/`. As in browsers, `Secure` cookies work on loopback, cookies over
 * 4096 bytes are ignored, and the oldest go when there are too many.
 */
import {
  canonicalDomain,
  Cookie,
  cookieCompare,
  CookieJar as ToughJar,
  domainMatch,
  getPublicSuffix,
  MemoryCookieStore,
  pathMatch,
} from 'tough-cookie';
import type { Derived } from '../../core/permission/sensitive';
import { parsedUrl } from '../../core/prepare/url';
import type { Clock, CookieJar } from '../../core/ports';
import { systemClock } from '../run/nodePorts';

/** Cookies kept at most; Chromium's limit for all sites is 3300. */
const maxCookies = 3000;

/** Bytes of name and value together (RFC 6265bis §5.7). */
const maxCookieSize = 4096;

/** An empty jar. */
export function createCookieJar(clock: Pick<Clock, 'now'> = systemClock): CookieJar {
  return jarOf(new MemoryCookieStore(), new WeakMap(), clock);
}

/** @param origins what led to each cookie; it can be shared, because a cookie that is stored does not change */
function jarOf(
  store: MemoryCookieStore,
  origins: WeakMap<Cookie, readonly Derived[]>,
  clock: Pick<Clock, 'now'>,
): CookieJar {
  const jar = new ToughJar(store);

  const visible = (url: string): readonly Cookie[] => {
    const now = clock.now();
    const target = parsedUrl(url);
    return target === undefined
      ? []
      : allCookies(store)
          .filter((cookie) => !isExpired(cookie, now) && isSentTo(cookie, target))
          .sort(cookieCompare);
  };

  return {
    header(url) {
      const pairs = visible(url).map((cookie) => cookie.cookieString());
      return pairs.length === 0 ? undefined : pairs.join('; ');
    },
    get(url, name) {
      return visible(url).find(({ key }) => key === name)?.value;
    },
    derived: (url) => [...new Set(visible(url).flatMap((cookie) => origins.get(cookie) ?? []))],
    store(url, setCookieLines, derived) {
      const target = parsedUrl(url);
      if (target === undefined) {
        return;
      }
      const now = clock.now();
      for (const line of setCookieLines) {
        const cookie = readCookie(line, target.hostname, now);
        if (cookie !== undefined) {
          jar.setCookieSync(cookie, url, { now: new Date(now), ignoreError: true });
          origins.set(cookie, derived);
        }
      }
      dropSuperfluous(store, now);
    },
    copy() {
      const copied = new MemoryCookieStore();
      allCookies(store).forEach((cookie) => {
        copied.putCookie(cookie, () => undefined);
      });
      return jarOf(copied, origins, clock);
    },
  };
}

function readCookie(line: string, host: string, now: number): Cookie | undefined {
  const cookie = Cookie.parse(line);
  if (cookie === undefined || Buffer.byteLength(cookie.key + cookie.value) > maxCookieSize) {
    return undefined;
  }
  fixExpiry(cookie, now);
  if (cookie.domain === host && getPublicSuffix(host, { ignoreError: true }) === undefined) {
    // RFC 6265 §5.3 step 5: a host that is itself a public suffix (`http://api/`) keeps its own cookies.
    cookie.domain = null;
  }
  return cookie;
}

/** Turns `Max-Age`, which wins over `Expires`, into a moment. */
function fixExpiry(cookie: Cookie, now: number): void {
  const { maxAge } = cookie;
  if (maxAge === null) {
    return;
  }
  const end = new Date(Number(maxAge) <= 0 ? 0 : now + Number(maxAge) * 1000);
  cookie.expires = Number.isNaN(end.getTime()) ? 'Infinity' : end;
  cookie.maxAge = null;
}

function isExpired({ expires }: Cookie, now: number): boolean {
  return expires instanceof Date && expires.getTime() <= now;
}

/** RFC 6265 §5.4 step 1. */
function isSentTo(cookie: Cookie, { hostname, pathname, protocol }: URL): boolean {
  const { domain, hostOnly, path, secure } = cookie;
  const matches =
    hostOnly === true
      ? domain === canonicalDomain(hostname)
      : domainMatch(hostname, domain ?? undefined) === true;
  return (
    matches &&
    pathMatch(pathname, path ?? '/') &&
    (!secure || protocol === 'https:' || LOOPBACK.test(hostname))
  );
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function allCookies(store: MemoryCookieStore): Cookie[] {
  let all: Cookie[] = [];
  store.getAllCookies((_error, cookies) => {
    all = cookies ?? [];
  });
  return all;
}

function dropSuperfluous(store: MemoryCookieStore, now: number): void {
  const all = allCookies(store);
  const tooMany = Math.max(0, all.length - maxCookies);
  for (const [index, cookie] of all.entries()) {
    const { domain, path, key } = cookie;
    if ((index < tooMany || isExpired(cookie, now)) && domain !== null && path !== null) {
      store.removeCookie(domain, path, key, () => undefined);
    }
  }
}
