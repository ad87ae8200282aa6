/**
 * Where a cookie of a response that was kept goes: whether a jar gives it for another URL (RFC 6265 §5.1.3, §5.1.4,
 * §5.4 step 1). `Secure` cookies go to loopback, as in browsers. When it ends is not looked at.
 */
import { parsedUrl } from '../prepare/url';
import type { SetCookie } from './cookieLines';

/** Whether a cookie that was set by the answer to the URL `by` goes to the URL `to`. */
export function goesTo(cookie: SetCookie, { by, to }: { readonly by: string; readonly to: string }): boolean {
  const [source, target] = [parsedUrl(by), parsedUrl(to)];
  if (source === undefined || target === undefined) {
    return false;
  }
  const domain = attribute(cookie, 'domain')?.replace(/^\./, '').toLowerCase();
  const isItsHost =
    domain === undefined || domain === ''
      ? source.hostname === target.hostname
      : isWithin(source.hostname, domain) && isWithin(target.hostname, domain);
  const isItsScheme =
    attribute(cookie, 'secure') === undefined ||
    target.protocol === 'https:' ||
    LOOPBACK.test(target.hostname);
  return isItsHost && isItsScheme && isUnder(target.pathname, pathOf(cookie, source));
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** If an attribute occurs twice, the last one counts. */
function attribute({ attributes }: SetCookie, wanted: string): string | undefined {
  return attributes.findLast(({ name }) => name.toLowerCase() === wanted)?.value;
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

function pathOf(cookie: SetCookie, { pathname }: URL): string {
  const path = attribute(cookie, 'path');
  return path?.startsWith('/') === true ? path : pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}

function isUnder(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
