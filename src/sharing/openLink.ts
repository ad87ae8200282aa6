/**
 * Links that open something of a workspace in a colleague's editor: `vscode://chainwright.chainwright/open?chain=…`.
 *
 * Anybody can make one, and web pages can have it followed. So a link names a file by its path in whatever workspace
 * is open, of the kinds that this extension shows, and nothing else: no address, no command, no run.
 *
 * Editors decode a link once, twice or not at all before it is read. What could be mistaken on the way is therefore
 * written as `~` and the hexadecimal digits of its bytes, which no decoding touches.
 */

/** What a link opens. */
import { defined } from '../core/defined';
export interface OpenTarget {
  readonly kind: 'chain' | 'matrix' | 'result';
  /** Path in a workspace folder, `/` as separator, without `.` and `..`. */
  readonly path: string;
  /** Id of a request, for a chain. */
  readonly request?: string;
  /** Name of the workspace folder, where there are several. */
  readonly folder?: string;
}

/** The editor that a link is for. */
export interface LinkedEditor {
  /** `vscode`; other builds of the editor have others. */
  readonly scheme: string;
  /** `publisher.name`. */
  readonly extension: string;
}

/** Path of every such link. */
export const OPEN_PATH = '/open';

/** The link that opens a target. */
export function openLink({ scheme, extension }: LinkedEditor, target: OpenTarget): string {
  const { kind, path, request, folder } = target;
  const query = [
    [kind, path],
    ['request', request],
    ['folder', folder],
  ].flatMap(([name = '', value]) => (value === undefined ? [] : [`${name}=${encoded(value)}`]));
  return `${scheme}://${extension}${OPEN_PATH}?${query.join('&')}`;
}

/** What the query of a link names; absent when it is not one that {@link openLink} could have made. */
export function readOpenLink(query: string): OpenTarget | undefined {
  if (query.length > MAX_QUERY) {
    return undefined;
  }
  const given = new Map<string, string>();
  for (const pair of query.split('&')) {
    const [, name = '', text = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const value = decoded(text);
    if (value === undefined || value === '' || given.has(name)) {
      return undefined;
    }
    given.set(name, value);
  }
  return targetOf(given);
}

/** Whether a path in a workspace is that of something that a link may open. */
export function isOpenable(kind: OpenTarget['kind'], path: string): boolean {
  return isPlainPath(path) && FORMS[kind].test(path);
}

/** Characters of the longest link that is read: far more than a path has. */
const MAX_QUERY = 4_000;
const MAX_NAME = 200;

const FORMS: Readonly<Record<OpenTarget['kind'], RegExp>> = {
  chain: /(?:^|\/)[^/]+\.chain\.json$/,
  matrix: /(?:^|\/)[^/]+\.authz\.json$/,
  result: /^\.chainwright\/results\/.+\/[^/]+\.json$/,
};

const KINDS = ['chain', 'matrix', 'result'] as const;

function targetOf(given: ReadonlyMap<string, string>): OpenTarget | undefined {
  const kinds = KINDS.filter((kind) => given.has(kind));
  const [kind] = kinds;
  const path = kind === undefined ? undefined : given.get(kind);
  const request = given.get('request');
  const folder = given.get('folder');
  const known = [path, request, folder].filter((value) => value !== undefined).length;
  if (
    kind === undefined ||
    path === undefined ||
    known !== given.size ||
    !isOpenable(kind, path) ||
    (request !== undefined && (kind !== 'chain' || !isName(request))) ||
    (folder !== undefined && !isName(folder))
  ) {
    return undefined;
  }
  return {
    kind,
    path,
    ...defined({ request, folder }),
  };
}

/** No system reads such a path as anything but one below a folder: no drive, share, stream, device or way up. */
function isPlainPath(path: string): boolean {
  return !/[\\:*?"<>|]|\p{Cc}/u.test(path) && path.split('/').every(isPlainStep);
}

/** Windows drops dots and spaces at the end, so that `.. ` would be a way up, too. */
function isPlainStep(step: string): boolean {
  return step !== '' && !/[. ]$/.test(step) && !/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(step);
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME && !/\p{Cc}/u.test(text);
}

function encoded(text: string): string {
  return text.replace(/[^A-Za-z0-9/._-]+/g, (run) =>
    [...new TextEncoder().encode(run)].map((byte) => `~${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).replace(/(?:~[0-9a-f]{2})+/gi, (run) => {
      const bytes = run
        .slice(1)
        .split('~')
        .map((digits) => Number.parseInt(digits, 16));
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
    });
  } catch {
    return undefined;
  }
}
