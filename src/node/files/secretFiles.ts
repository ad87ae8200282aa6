/**
 * Files that keep secrets, by their name and by what they contain.
 *
 * A chain is often a stranger's and can name any file of the workspace, so the files in which tools keep
 * passwords, tokens and private keys are known here. Names alone do not tell everything: a `.pem` is a
 * certificate or a key, and a service account is any JSON file.
 */

/** Whether tools keep secrets in a file of this path, `/` between its parts. Case does not matter. */
export function keepsSecrets(path: string): boolean {
  return SECRET_PATH.test(canonicalName(path));
}

/** Whether the name is one of a private key or of a store of keys, which TLS needs and nobody sends. */
export function isKeyStore(path: string): boolean {
  return KEY_STORE.test(canonicalName(path));
}

/** Whether there is a private key in PEM (also inside JSON, as in a service account), PGP or PuTTY form. */
export function holdsPrivateKey(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return bytes.includes('PuTTY-User-Key-File-') || hasPrivateBlock(bytes);
}

/** RFC 7468 §2: a label between `-----BEGIN ` and `-----`. */
function hasPrivateBlock(bytes: Buffer): boolean {
  for (const label of PRIVATE_LABELS) {
    for (let at = bytes.indexOf(label); at !== -1; at = bytes.indexOf(label, at + label.length)) {
      const head = bytes.toString('latin1', Math.max(0, at - LONGEST_HEAD), at);
      if (/-----BEGIN (?:[A-Z0-9]+ ){0,3}$/.test(head)) {
        return true;
      }
    }
  }
  return false;
}

const PRIVATE_LABELS = ['PRIVATE KEY-----', 'PRIVATE KEY BLOCK-----'];

/** Characters before a label that can belong to its line. */
const LONGEST_HEAD = 60;

/**
 * Without what names the same file on Windows (dots and spaces at the end, a stream), and without what
 * editors and people append to copies.
 */
function canonicalName(path: string): string {
  return path.replace(/(?::[^/]*|[. ]+)$/, '').replace(/(?:~|\.(?:bak|backup|old|orig|save|sw[a-p]))$/i, '');
}

const NAMES = [
  String.raw`\.env(?:\.[^/]*)?|[^/]+\.env(?:\.local)?|\.envrc`,
  // What signs in to registries, servers and databases.
  String.raw`\.(?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|git-credentials|htpasswd|pgpass|pg_service\.conf)`,
  String.raw`\.(?:my\.cnf|mylogin\.cnf|dockercfg|dockerconfigjson|s3cfg|boto|vault-token|vault[_-]pass)`,
  String.raw`_netrc|pgpass\.conf|(?:[^/]+\.)?kubeconfig|http-client\.private\.env\.json`,
  String.raw`\.[a-z_]+_history`,
  // OpenSSH; the name of a public key ends with .pub.
  String.raw`id_(?:rsa|dsa|ecdsa|ed25519)(?:[_-][^./]*)?`,
  // Terraform.
  String.raw`[^/]*\.tfstate(?:\.[^/]*)?|[^/]*\.tfvars(?:\.json)?`,
];

/** Everything below these. */
const FOLDERS = [
  String.raw`\.(?:git|ssh|aws|azure|kube|docker|gnupg|oci|password-store|terraform\.d)`,
  String.raw`\.config/(?:gcloud|gh|doctl|helm)`,
];

const FILES_IN_FOLDERS = [
  String.raw`\.(?:cargo|gem)/credentials(?:\.toml)?`,
  String.raw`\.m2/settings(?:-security)?\.xml`,
  String.raw`\.gradle/gradle\.properties|\.composer/auth\.json`,
];

const SECRET_PATH = new RegExp(
  `(?:^|/)(?:${NAMES.join('|')}|${FILES_IN_FOLDERS.join('|')}|(?:${FOLDERS.join('|')})/.*)$`,
  'i',
);

const KEY_STORE = /\.(?:key|p8|p12|pfx|pkcs12|jks|bks|keystore|ppk|kdbx)$/i;
