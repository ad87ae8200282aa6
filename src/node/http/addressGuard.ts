/**
 * Which addresses may be connected to: never link-local, metadata, unspecified and multicast ones.
 *
 * Loopback and private ones may be, because the engine sends only to origins that a person wrote or allowed.
 * Literal hosts are judged in canonical form, names by their DNS answers, and the answer that was judged
 * is the one connected to, so that a name cannot change its address in between (DNS rebinding).
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { createMemo } from '../../core/memo';
import type { SendFailure } from '../../core/ports';
import { Refusal } from './refusal';

/** One DNS answer. */
interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name; rejects with Node's DNS errors. */
export type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>;

/** Asks the operating system. */
export const resolveWithSystem: ResolveHost = (host) => systemLookup(host, { all: true });

/** Whether an IPv4 or IPv6 address is never connected to; IPv4 inside IPv6 (mapped, NAT64, 6to4) counts as IPv4. */
export function isForbidden(address: string): boolean {
  return judged.of(address);
}

/**
 * A run asks about the same address with every request, and Node creates an object for it each time. `isIP` asks for
 * IPv4 first: Node's expression for IPv6 takes some milliseconds to compile.
 */
const judged = createMemo(judgeAddress);

function judgeAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const plain = isIP(bare) === 6 ? (embeddedIPv4(bare) ?? bare) : bare;
  return FORBIDDEN.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether a host is this machine. */
export function isLoopbackHost(host: string): boolean {
  return loopback.of(host);
}

const loopback = createMemo(judgeLoopback);

function judgeLoopback(host: string): boolean {
  const name = withoutRootDot(host);
  if (isIP(name) === 0) {
    return name === 'localhost' || name.endsWith('.localhost');
  }
  const plain = isIP(name) === 6 ? (embeddedIPv4(name) ?? name) : name;
  return plain === '::1' || plain.startsWith('127.');
}

/** Why a canonical host must not be connected to, as far as the name itself says. */
export function checkHost(host: string): SendFailure | undefined {
  const name = withoutRootDot(host);
  return refused.of(name) ? refusal(name) : undefined;
}

const refused = createMemo((name) => (isIP(name) === 0 ? METADATA_NAME.test(name) : isForbidden(name)));

/** A lookup for Node's sockets that gives only addresses that may be connected to. */
export function guardedLookup(resolve: ResolveHost): LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (answers) => {
        const allowed = answers.filter(({ address }) => !isForbidden(address));
        const first = allowed[0];
        if (first === undefined) {
          callback(new Refusal(noAddress(host, answers)), '');
        } else if (options.all === true) {
          callback(null, [...allowed]);
        } else {
          callback(null, first.address, first.family);
        }
      },
      (error: NodeJS.ErrnoException) => {
        callback(error, '');
      },
    );
  };
}

type Subnet = readonly [network: string, prefix: number, family: 'ipv4' | 'ipv6'];

const FORBIDDEN = blockList([
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  // Metadata services outside the link-local range: Alibaba, Oracle, Azure.
  ['100.100.100.200', 32, 'ipv4'],
  ['192.0.0.192', 32, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  // Metadata services of AWS and Google over IPv6.
  ['fd00:ec2::254', 128, 'ipv6'],
  ['fd20:ce::254', 128, 'ipv6'],
]);

/**
 * Names that lead to metadata services of Google, AWS, Azure and Tencent, in lower case; a proxy would resolve
 * them out of our sight. The short ones get their ending from the search list of the machine.
 */
const METADATA_NAME =
  /^(?:metadata(?:\.(?:google\.internal|goog|azure\.internal|tencentyun\.com))?|instance-data(?:\.(?:ec2|[a-z0-9-]+\.compute)\.internal)?)$/;

function blockList(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix, family] of subnets) {
    list.addSubnet(network, prefix, family);
  }
  return list;
}

/** The IPv4 address that an IPv6 address contains: `::ffff:…`, `::…`, `64:ff9b::…`, `2002:…`. */
function embeddedIPv4(address: string): string | undefined {
  const groups = ipv6Groups(address);
  const prefix = groups.slice(0, 6).join(':');
  if (groups[0] === 0x2002) {
    return dotted(groups.slice(1, 3));
  }
  // Teredo (RFC 4380 §4) writes the client's address inverted.
  if (groups[0] === 0x2001 && groups[1] === 0) {
    return dotted(groups.slice(6).map((group) => group ^ 0xffff));
  }
  const local = groups[0] === 0x64 && groups[1] === 0xff9b && groups[2] === 1;
  const translated = local || prefix === `${0x64}:${0xff9b}:0:0:0:0`;
  const mapped = prefix === '0:0:0:0:0:65535' || prefix === '0:0:0:0:65535:0' || translated;
  const compatible = prefix === '0:0:0:0:0:0' && groups[6] !== 0;
  return mapped || compatible ? dotted(groups.slice(6)) : undefined;
}

function ipv6Groups(address: string): readonly number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail = ''] = canonical.split('::');
  const before = numbers(head);
  const after = numbers(tail);
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function numbers(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function dotted(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.');
}

function withoutRootDot(host: string): string {
  return host.replace(/\.+$/, '').toLowerCase();
}

function noAddress(host: string, answers: readonly ResolvedAddress[]): SendFailure {
  const first = answers[0];
  return first === undefined
    ? { code: 'dns', message: `The host ${host} has no address.`, todo: 'Check its spelling.' }
    : refusal(`${host} (${first.address})`);
}

function refusal(shown: string): SendFailure {
  return {
    code: 'address-refused',
    message: `${shown} is a link-local, metadata or multicast address, to which nothing is sent.`,
    todo: 'Correct the address.',
  };
}
