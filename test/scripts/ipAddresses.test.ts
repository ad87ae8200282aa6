/** What takes the place of the package ip-address in the bundles. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Address {
  readonly canonicalForm: () => string;
}

interface Addresses {
  readonly Address4: new (address: string) => { readonly toArray: () => readonly number[] };
  readonly Address6: (new (address: string) => Address) & {
    readonly fromByteArray: (bytes: readonly number[]) => Address;
  };
}

const script = pathToFileURL(path.resolve('scripts/bundle/ipAddresses.mjs')).href;
const { Address4, Address6 } = (await import(script)) as Addresses;

describe('addresses of proxies', () => {
  for (const [address, groups] of [
    ['::', '0000:0000:0000:0000:0000:0000:0000:0000'],
    ['::1', '0000:0000:0000:0000:0000:0000:0000:0001'],
    ['1::', '0001:0000:0000:0000:0000:0000:0000:0000'],
    ['2001:db8::8:800:200c:417a', '2001:0db8:0000:0000:0008:0800:200c:417a'],
    ['FF01::101', 'ff01:0000:0000:0000:0000:0000:0000:0101'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000:0000:0000:0000:0001'],
    ['::ffff:1.2.3.4', '0000:0000:0000:0000:0000:ffff:0102:0304'],
    ['64:ff9b::192.0.2.33', '0064:ff9b:0000:0000:0000:0000:c000:0221'],
    ['1:2:3:4:5:6:7:8', '0001:0002:0003:0004:0005:0006:0007:0008'],
  ] as const) {
    it(`has all groups of ${address}`, () => {
      assert.equal(new Address6(address).canonicalForm(), groups);
    });
  }

  it('reads an IPv6 address from its bytes', () => {
    const bytes = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xa, 0, 0, 0x01];
    assert.equal(Address6.fromByteArray(bytes).canonicalForm(), '2001:0db8:0000:0000:0000:0000:0a00:0001');
  });

  it('gives the bytes of an IPv4 address', () => {
    assert.deepEqual(new Address4('192.0.2.255').toArray(), [192, 0, 2, 255]);
  });
});
