import assert from 'node:assert/strict';
import { holdsPrivateKey, isKeyStore, keepsSecrets } from '../../../src/node/files/secretFiles';

describe('keepsSecrets', () => {
  const secret = [
    '.env',
    '.ENV.local',
    'chains/.env.example',
    '.envrc',
    '.env~',
    '.env.',
    '.env::$DATA',
    'prod.env',
    'deploy/prod.env.bak',
    '.npmrc',
    '.yarnrc.yml',
    '.netrc',
    '_netrc',
    '.pypirc',
    '.git-credentials',
    '.htpasswd',
    '.pgpass',
    'pgpass.conf',
    '.my.cnf',
    '.dockercfg',
    '.s3cfg',
    '.boto',
    '.vault-token',
    '.bash_history',
    'kubeconfig',
    'prod.kubeconfig',
    'id_rsa',
    'keys/id_ed25519',
    'id_ed25519_sk',
    'id_ecdsa-work',
    'id_dsa.old',
    'terraform.tfstate',
    'terraform.tfstate.backup',
    'terraform.tfstate.1712345678.backup',
    'prod.tfvars',
    'prod.auto.tfvars.json',
    '.git/config',
    'sub/.aws/credentials',
    '.azure/accessTokens.json',
    '.config/gcloud/application_default_credentials.json',
    '.config/gh/hosts.yml',
    '.cargo/credentials.toml',
    '.gem/credentials',
    '.m2/settings.xml',
    '.gradle/gradle.properties',
    '.terraform.d/credentials.tfrc.json',
    '.terraform/terraform.tfstate',
    '.password-store/shop.gpg',
    'http-client.private.env.json',
  ];
  for (const path of secret) {
    it(`counts ${path}`, () => {
      assert.ok(keepsSecrets(path));
    });
  }

  const harmless = [
    'order.json',
    '.environment',
    'environment',
    'shop.environment.json',
    'http-client.env.json',
    'prod.env.json',
    'id_rsa.pub',
    'id_ed25519-work.pub',
    'grid_rsa',
    'kubeconfig.md',
    'main.tf',
    'variables.tf',
    'prod.tfvars.example',
    'credentials.json',
    'auth.json',
    'settings.xml',
    'git/config',
    'photos.key.png',
  ];
  for (const path of harmless) {
    it(`leaves ${path} alone`, () => {
      assert.ok(!keepsSecrets(path));
    });
  }
});

describe('isKeyStore', () => {
  const names: [path: string, expected: boolean][] = [
    ['certs/client.key', true],
    ['CLIENT.P12', true],
    ['client.pfx', true],
    ['client.pkcs12', true],
    ['release.jks', true],
    ['debug.keystore', true],
    ['AuthKey_123.p8', true],
    ['login.ppk', true],
    ['team.kdbx', true],
    ['client.key.bak', true],
    ['client.pem', false],
    ['client.crt', false],
    ['keys.json', false],
    ['.key/notes.txt', false],
  ];
  for (const [path, expected] of names) {
    it(`${expected ? 'counts' : 'leaves alone'} ${path}`, () => {
      assert.equal(isKeyStore(path), expected);
    });
  }
});

describe('holdsPrivateKey', () => {
  const block = (label: string): string => `-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`;
  const texts: [title: string, text: string, expected: boolean][] = [
    ['PKCS #8', block('PRIVATE KEY'), true],
    ['PKCS #8, encrypted', block('ENCRYPTED PRIVATE KEY'), true],
    ['RSA', block('RSA PRIVATE KEY'), true],
    ['an elliptic curve', block('EC PRIVATE KEY'), true],
    ['OpenSSH', block('OPENSSH PRIVATE KEY'), true],
    ['PGP', block('PGP PRIVATE KEY BLOCK'), true],
    ['PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519\r\n', true],
    ['a key behind certificates', `${block('CERTIFICATE')}${block('RSA PRIVATE KEY')}`, true],
    [
      'a service account',
      JSON.stringify({ type: 'service_account', private_key: block('PRIVATE KEY') }),
      true,
    ],
    ['nothing', '', false],
    ['certificates alone', `${block('CERTIFICATE')}${block('CERTIFICATE')}`, false],
    ['a public key', block('PUBLIC KEY'), false],
    ['a request for a certificate', block('CERTIFICATE REQUEST'), false],
    ['prose about keys', 'Paste the PRIVATE KEY between -----BEGIN and -----END.', false],
    ['a member without a key', '{"private_key":""}', false],
  ];
  for (const [title, text, expected] of texts) {
    it(`${expected ? 'finds' : 'finds none in'} ${title}`, () => {
      assert.equal(holdsPrivateKey(Buffer.from(text)), expected);
    });
  }

  it('finds a key between bytes that are no text', () => {
    const noise = Buffer.from([0xff, 0xfe, 0, 0x80]);
    assert.ok(holdsPrivateKey(Buffer.concat([noise, Buffer.from(block('EC PRIVATE KEY')), noise])));
  });

  it('takes a large file without one in its stride', () => {
    assert.ok(!holdsPrivateKey(Buffer.alloc(20 * 2 ** 20, '-----BEGIN ')));
  });
});
