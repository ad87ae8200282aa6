/**
 * Files that chains name (body files, certificates): read only inside the workspace.
 *
 * The chain may be a stranger's, so a name is refused when any system could read it as something other than a
 * relative path (drive, UNC, backslash, device), and what it leads to must lie inside the workspace once
 * every symbolic link is resolved. Names are taken literally: `%2e` is not a dot. Files in which tools keep
 * passwords and tokens are not read at all: secrets go where their owner bound them, and a file has no owner.
 * What is sent is judged more strictly than what TLS needs, which never leaves as a body: no private key, and
 * no hard link, which can give any file of the disk a harmless name.
 */
import { realpath } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { UserError, type FilePlace } from '../../core/errors';
import type { Files } from '../../core/ports';
import { pathBelow } from './pathBelow';
import { readRegularFile, type FileFault, type FileReading } from './regularFile';
import { errorCode } from './systemError';
import { holdsPrivateKey, isKeyStore, keepsSecrets } from './secretFiles';

/** Bytes of the largest file that is read. */
export const maxFileSize = 100 * 1024 * 1024;

/**
 * The files of a workspace folder that requests send. The naming file (`from`) is relative to `root` or
 * absolute; what it names is relative to its folder. Rejects with a UserError placed in the naming file.
 */
export function createFiles(root: string): Files {
  return {
    bytes: (path, from) =>
      readNamedFile(path, { root, folder: dirname(from), place: { file: from }, judge: sendingFault }),
  };
}

/** The files of a workspace folder that TLS needs, private keys among them; otherwise as {@link createFiles}. */
export function createTlsFiles(root: string): Files {
  return {
    bytes: (path, from) => readNamedFile(path, { root, folder: dirname(from), place: { file: from } }),
  };
}

/** Where a named file may lie, and where its name is read. */
export interface NamedFileScope {
  /** Folder that is not left. */
  readonly root: string;
  /** The folder that the name is relative to, itself relative to `root` or absolute. */
  readonly folder: string;
  /** What `root` is called in errors; "the workspace" when absent. */
  readonly rootTitle?: string;
  /** The place of the name, for errors. */
  readonly place?: FilePlace;
  /** Finds other faults of a file that was opened, by its real path below `root`. */
  readonly judge?: (path: string, file: OpenedFile) => Fault | undefined;
}

type OpenedFile = Extract<FileReading, { ok: true }>;

/** Reads a file by a name that a stranger may have written. Rejects with UserError when it is refused. */
export async function readNamedFile(
  path: string,
  { root, folder, rootTitle = 'the workspace', place, judge }: NamedFileScope,
): Promise<Uint8Array> {
  const refuse = ({ what, todo }: Fault): UserError =>
    new UserError(
      `The file ${JSON.stringify(path)} ${what.replace(ROOT, rootTitle)}.`,
      todo.replace(ROOT, rootTitle),
      place,
    );
  const unusable = nameFault(path);
  if (unusable !== undefined) {
    throw refuse(unusable);
  }
  const real = await realPathInside(root, resolve(root, folder, path));
  if ('what' in real) {
    throw refuse(real);
  }
  const reading = await readRegularFile(real.path, maxFileSize);
  if (!reading.ok) {
    throw refuse(FAULTS[reading.fault]);
  }
  const fault = judge?.(real.inside, reading);
  if (fault !== undefined) {
    throw refuse(fault);
  }
  return reading.bytes;
}

/** Placeholder for the title of the folder that must not be left. */
const ROOT = '<root>';

/** `what` continues the file's name; `todo` is a sentence. */
interface Fault {
  readonly what: string;
  readonly todo: string;
}

const FAULTS: Readonly<
  Record<FileFault | 'outside' | 'link-loop' | 'secrets' | 'key' | 'hard-links', Fault>
> = {
  missing: {
    what: 'does not exist',
    todo: 'Create it, or correct the path; it is relative to the file that names it.',
  },
  'not-a-file': { what: 'is not an ordinary file', todo: 'Name a file, not a folder, pipe or device.' },
  'too-large': { what: 'is larger than 100 MiB', todo: 'Name a smaller file.' },
  forbidden: { what: 'may not be read', todo: 'Give yourself the permission to read it.' },
  outside: { what: `lies outside ${ROOT}`, todo: `Move it into ${ROOT} and name it there.` },
  secrets: {
    what: 'is one in which tools keep secrets',
    todo: 'Refer to the value that is needed as {{$secret NAME}}.',
  },
  key: {
    what: 'holds a private key, which no request sends',
    todo: 'Keep the key as a secret and refer to it as {{$secret NAME}}.',
  },
  'hard-links': {
    what: 'has several names on this disk (hard links), of which another can be that of a secret',
    todo: 'Copy it and name the copy.',
  },
  'link-loop': { what: 'is a symbolic link that leads to itself', todo: 'Replace the link by the file.' },
};

const RELATIVE = 'Write a path relative to the file that names it, with / between its parts.';
const DEVICE_NAME = /(?:^|\/)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=[.: ]|\/|$)/i;

/** Why a file is not sent. It is judged by what was opened, so that nothing can take its place in between. */
function sendingFault(path: string, { bytes, names }: OpenedFile): Fault | undefined {
  if (names > 1) {
    return FAULTS['hard-links'];
  }
  return isKeyStore(path) || holdsPrivateKey(bytes) ? FAULTS.key : undefined;
}

/** What is wrong with a name before any file is touched. */
function nameFault(path: string): Fault | undefined {
  if (path === '') {
    return { what: 'has no name', todo: RELATIVE };
  }
  if (/\p{Cc}/u.test(path)) {
    return { what: 'has a control character in its name', todo: 'Remove it.' };
  }
  if (path.includes('\\')) {
    return { what: 'has a backslash in its name', todo: RELATIVE };
  }
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) {
    return { what: 'is named by an absolute path', todo: RELATIVE };
  }
  if (DEVICE_NAME.test(path)) {
    return { what: 'has the name of a device on Windows', todo: 'Rename it.' };
  }
  return undefined;
}

/** A file once links are resolved. */
interface RealPath {
  readonly path: string;
  /** Relative to the folder that is not left, `/` between its parts. */
  readonly inside: string;
}

async function realPathInside(root: string, path: string): Promise<RealPath | Fault> {
  try {
    const [realRoot, real] = await Promise.all([realpath(root), realpath(path)]);
    const below = pathBelow(realRoot, real);
    if (below === undefined) {
      return FAULTS.outside;
    }
    const inside = below.split(sep).join('/');
    return keepsSecrets(inside) ? FAULTS.secrets : { path: real, inside };
  } catch (error) {
    const fault = PATH_FAULTS.get(errorCode(error) ?? '');
    if (fault === undefined) {
      throw error;
    }
    return fault;
  }
}

const PATH_FAULTS: ReadonlyMap<string, Fault> = new Map([
  ['ENOENT', FAULTS.missing],
  ['ENOTDIR', FAULTS.missing],
  ['ENAMETOOLONG', FAULTS.missing],
  ['ELOOP', FAULTS['link-loop']],
  ['EACCES', FAULTS.forbidden],
  ['EPERM', FAULTS.forbidden],
]);
