/**
 * `NO_PROXY`: the hosts that are reached without the proxy of the environment.
 *
 * Entries are separated by commas or spaces: `*` (all), `example.com` (it and its subdomains),
 * `.example.com` or `*.example.com` (subdomains only), an address, or a range such as `10.0.0.0/8`; each
 * but `*` with an optional `:port`. Both sides are compared in canonical form, for `127.1` and `127.0.0.1`
 * are the same machine, and treating them differently has been a way around proxies.
 */
import { parsedUrl } from '../../core/prepare/url';
import { BlockList, isIP } from 'node:net';
import { bareHost, type Target } from './target';

/** Whether `list` says that `target` is reached directly. */
export function isExemptFromProxy(list: string, target: Pick<Target, 'host' | 'port'>): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || matches(entry.toLowerCase(), target));
}

function matches(entry: string, target: Pick<Target, 'host' | 'port'>): boolean {
  const host = unmapped(target.host.replace(/\.$/, ''));
  if (entry.includes('/')) {
    return isInRange(entry, host);
  }
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? [];
  if (port !== undefined && Number(port) !== target.port) {
    return false;
  }
  const suffix = /^\*?(\..+)$/.exec(name)?.[1];
  if (suffix !== undefined) {
    return host.endsWith(suffix.replace(/\.$/, ''));
  }
  const wanted = canonical(name);
  return wanted !== '' && (host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`)));
}

/** The host as a URL parser writes it; empty when it is none. */
function canonical(name: string): string {
  const url = parsedUrl(`http://${name}/`);
  return url === undefined ? '' : unmapped(bareHost(url.hostname).replace(/\.$/, ''));
}

/** `::ffff:7f00:1` is `127.0.0.1`. */
function unmapped(host: string): string {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host) ?? [];
  if (high === undefined || low === undefined) {
    return host;
  }
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function isInRange(entry: string, host: string): boolean {
  const [network = '', bits = ''] = entry.split('/');
  const family = isIP(network);
  if (family === 0 || isIP(host) === 0 || !/^\d+$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) {
    return false;
  }
  const range = new BlockList();
  range.addSubnet(network, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return range.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');
}
