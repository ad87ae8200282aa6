/** Replaces a masked value by a mark that shows which values are equal, and nothing else. */
import { nodeHash } from '../run/nodePorts';

/** Pseudonyms for masked values: the beginning of an HMAC, so that the same key gives the same ones. */
export function pseudonyms(key: Uint8Array): (value: string) => string {
  return (value) =>
    Buffer.from(nodeHash.hmacSha256(key, Buffer.from(value)))
      .toString('hex')
      .slice(0, 4);
}
