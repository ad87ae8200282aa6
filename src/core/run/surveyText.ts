/** What a run is about to do, in lines for a person who is asked whether it may begin. */
import { shownProxy, type TrustedAuthority } from '../permission/approval';
import { derivedLabel } from '../permission/sensitive';
import type { Say } from '../say';
import type { Destination, PlanSurvey, SentGroup } from './planSurvey';

/** How a question is worded where it is asked. */
export interface Wording {
  readonly say: Say;
  /** Shows a name that a file gives, so that it cannot pass for a part of the question. */
  readonly quoted: (name: string) => string;
}

/** What a run goes by, besides its destinations. */
export interface RunWay {
  /** The proxy that its requests go through, unless the system names one. */
  readonly proxy?: string;
  /** The certificate authority that its environment has trusted. */
  readonly authority?: TrustedAuthority;
  /** The file of a client certificate. */
  readonly clientCertificate?: string;
}

/** Which requests go where with which secrets, and by what. */
export function sentLines(
  { destinations, sent, ...way }: Pick<PlanSurvey, 'destinations' | 'sent'> & RunWay,
  wording: Wording,
): readonly string[] {
  const { say } = wording;
  const unknown = methodsTo(undefined, sent, wording);
  return [
    ...destinations.map((destination) => {
      const where = destinationText(destination, wording);
      const methods = methodsTo(destination.origin, sent, wording);
      return methods === '' ? say('If responses lead there: {0}', where) : `${methods}: ${where}`;
    }),
    ...(unknown === '' ? [] : [say('{0}: an address that only a response tells', unknown)]),
    ...wayLines(way, wording),
  ];
}

/** An origin, and what goes there. */
export function destinationText(
  { origin, secrets, obtained, bound }: Destination,
  { say, quoted }: Wording,
): string {
  const carried = [...secrets, ...bound, ...obtained.map(derivedLabel)].map(quoted);
  return carried.length === 0
    ? say('{0} without any secret', origin)
    : say('{0} with {1}', origin, carried.join(', '));
}

/** What a run goes by. */
export function wayLines(
  { proxy, authority, clientCertificate }: RunWay,
  { say, quoted }: Wording,
): readonly string[] {
  const lines: string[] = [];
  if (proxy !== undefined) {
    lines.push(
      say(
        'Everything goes through the proxy {0}, which a file of the workspace names.',
        quoted(shownProxy(proxy)),
      ),
    );
  }
  if (authority !== undefined) {
    lines.push(
      say(
        'Anyone with the key of the certificate authority {0}, which the environment names, can impersonate any server.',
        quoted(authority.file),
      ),
    );
  }
  if (clientCertificate !== undefined) {
    lines.push(
      say('Servers get the client certificate {0}, which the environment names.', quoted(clientCertificate)),
    );
  }
  return lines;
}

/** `GET, POST (2)`; a method may also be something like `*`. */
function methodsTo(origin: string | undefined, sent: readonly SentGroup[], { quoted }: Wording): string {
  return sent
    .filter((group) => group.origin === origin)
    .map(({ method, count }) => {
      const word = /^[\w-]+$/.test(method) ? method : quoted(method);
      return count === 1 ? word : `${word} (${count})`;
    })
    .join(', ');
}
