/**
 * The secrets that the attacks are tried with: one of each kind that people have.
 *
 * They are made from a fixed seed, so that a failure repeats. What everybody knows of a kind (the members of a
 * service account, the frame of a private key) is public: finding it gives nothing away.
 */

/** A value that nothing may show. */
export interface AttackSecret {
  /** Its name in a result of the suite. */
  readonly kind: string;
  readonly value: string;
  /** Texts within the value that are not secret. */
  readonly publicParts: readonly string[];
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SEED = 20261122;

/** Random text from a seed: the same seed gives the same texts. */
export function seededText(seed: number): (length: number, alphabet?: string) => string {
  let state = seed >>> 0;
  const next = (): number => {
    // Numerical Recipes' generator; its high bits are good enough to choose letters.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return (length, alphabet = LETTERS) =>
    Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join('');
}

const text = seededText(SEED);

const FRAME = {
  type: '"type": "service_account"',
  begin: '-----BEGIN PRIVATE KEY-----\\n',
  end: '\\n-----END PRIVATE KEY-----\\n',
  domain: '.iam.example.com',
  members: ['"project_id": "', '"private_key_id": "', '"private_key": "', '"client_email": "'],
};

function serviceAccount(): string {
  const [project, keyId, key, email] = FRAME.members;
  const lines = [text(64, `${LETTERS}+/`), text(64, `${LETTERS}+/`), text(48, `${LETTERS}+/`)].join('\\n');
  const owner = text(12);
  return [
    '{',
    `  ${FRAME.type},`,
    `  ${project}${owner}",`,
    `  ${keyId}${text(40, '0123456789abcdef')}",`,
    `  ${key}${FRAME.begin}${lines}${FRAME.end}",`,
    `  ${email}robot%40${owner}${FRAME.domain}"`,
    '}',
    '',
  ].join('\n');
}

/** Long enough to be recognised wherever an answer repeats them. */
export const strongSecrets: readonly AttackSecret[] = [
  { kind: 'random-24', value: text(24), publicParts: [] },
  { kind: 'token-247', value: `${text(120)}.${text(80)}-${text(45)}`, publicParts: [] },
  {
    kind: 'service-account',
    value: serviceAccount(),
    publicParts: [
      `{\n  ${FRAME.type},\n  ${FRAME.members[0] ?? ''}`,
      `",\n  ${FRAME.members[1] ?? ''}`,
      `",\n  ${FRAME.members[2] ?? ''}${FRAME.begin}`,
      `${FRAME.end}",\n  ${FRAME.members[3] ?? ''}robot%40`,
      `${FRAME.domain}"\n}\n`,
    ],
  },
  { kind: 'password', value: `Tr0&u<b>"l\\'%40+ é${text(14)}"%2B&`, publicParts: [] },
];

/** Too short to be looked for: only the places where they were written into a request can be masked. */
export const weakSecrets: readonly string[] = ['123', 'pw1'];
