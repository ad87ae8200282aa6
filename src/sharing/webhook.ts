/** Addresses that messages are posted to. Anybody who has one can post: they are secrets. */
import { isLoopbackOrigin, originOf } from '../core/permission/origin';

/** Whether a text is an address to post to: https, or http on this machine. */
export function isWebhook(address: string): boolean {
  const origin = originOf(address);
  return origin !== undefined && (origin.startsWith('https:') || isLoopbackOrigin(origin));
}
