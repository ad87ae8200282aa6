/** HTML entities undone, for the judge of the attacks: numbers in any notation, and the names that encoders write. */

const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  percnt: '%',
  plus: '+',
  eacute: 'é',
  NewLine: '\n',
  Tab: '\t',
  nbsp: '\u00a0',
  sol: '/',
  bsol: '\\',
  period: '.',
  commat: '@',
  lowbar: '_',
  colon: ':',
  comma: ',',
  lcub: '{',
  rcub: '}',
  equals: '=',
};

/** A text with one layer of entities undone; what is not an entity stays. */
export function undoEntities(text: string): string {
  return text.replace(
    /&(?:#[xX]([0-9A-Fa-f]{1,16})|#(\d{1,16})|([A-Za-z]{1,31}));/g,
    (whole, hex, decimal, name) => {
      if (name !== undefined) {
        return NAMES[String(name)] ?? whole;
      }
      const code = hex === undefined ? parseInt(String(decimal), 10) : parseInt(String(hex), 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
