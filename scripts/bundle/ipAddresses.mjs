/**
 * The part of the package ip-address that socks uses, for addresses that Node has found to be valid. The whole package
 * is larger than socks.
 */

/** An IPv4 address. */
export class Address4 {
  constructor(address) {
    this.address = address;
  }

  /** Its four bytes. */
  toArray() {
    return this.address.split('.').map(Number);
  }
}

/** An IPv6 address (RFC 4291 §2.2). */
export class Address6 {
  constructor(address) {
    this.address = address;
  }

  static fromByteArray(bytes) {
    const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return new Address6(digits.match(/.{4}/g).join(':'));
  }

  /** All eight groups with four digits each. */
  canonicalForm() {
    const [head, tail] = this.address
      .replace(/%.*$/, '')
      .replace(/[\d.]+\.[\d.]+$/, asGroups)
      .split('::')
      .map((part) => part.split(':').filter((group) => group !== ''));
    const zeros = tail === undefined ? [] : Array(8 - head.length - tail.length).fill('0');
    return [...head, ...zeros, ...(tail ?? [])]
      .map((group) => group.toLowerCase().padStart(4, '0'))
      .join(':');
  }
}

/** The last two groups, where they are written as an IPv4 address. */
function asGroups(address) {
  const [a, b, c, d] = address.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0'));
  return `${a}${b}:${c}${d}`;
}
