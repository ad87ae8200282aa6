/** Keys that give themselves away by their shape, wherever they are: JSON Web Tokens, private keys, keys of services. */
import type { Replace } from './maskText';

/** The text with those keys replaced. Takes time in proportion to the text. */
export function maskKeys(text: string, replace: Replace): string {
  return SHAPES.reduce(
    (masked, { mark, shape }) => (mark.test(masked) ? masked.replace(shape, (key) => replace(key)) : masked),
    text,
  );
}

/** A shape, and what each text with one has in it. */
const SHAPES: readonly { readonly mark: RegExp; readonly shape: RegExp }[] = [
  { mark: /eyJ/, shape: /\beyJ[\w-]{8,2000}\.[\w-]{5,8000}\.[\w-]{0,2000}/g },
  {
    mark: /PRIVATE KEY/,
    // a key that is cut off ends with the text
    shape:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:(?!-----END )[^])*(?:-----END [A-Z0-9 ]{0,50}-----)?/g,
  },
  {
    mark: /A(?:KIA|SIA|Iza)|gh[opsur]_|github_pat_|glpat-|xox|k_(?:live|test)_|npm_|hooks\.slack/,
    shape: new RegExp(
      [
        'A(?:KIA|SIA)[0-9A-Z]{16}',
        'AIza[0-9A-Za-z_-]{35}',
        'gh[opsur]_[A-Za-z0-9]{36,255}',
        'github_pat_[A-Za-z0-9_]{22,255}',
        'glpat-[A-Za-z0-9_-]{20,255}',
        'xox[abeoprs]-[A-Za-z0-9-]{10,255}',
        '[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}',
        'npm_[A-Za-z0-9]{36}',
        'hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,255}',
      ].join('|'),
      'g',
    ),
  },
];
