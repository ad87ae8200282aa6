/** The environment variables that hold the addresses of chats. They are no secrets of chains: no chain is given them. */
import { secretPrefix } from '../../node/secrets/secretValues';
import { notifiers, type Notifier } from '../../sharing/notifiers/notifiers';

/** The variable with the address of a chat. */
export function addressVariable({ secret }: Pick<Notifier, 'secret'>): string {
  return `${secretPrefix}${secret}`;
}

/** All of them. */
export const addressVariables: ReadonlySet<string> = new Set(notifiers.map(addressVariable));
