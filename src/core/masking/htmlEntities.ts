/**
 * Names of characters in HTML (https://html.spec.whatwg.org/multipage/named-characters.html): those of ASCII,
 * of Latin-1, and the ellipsis.
 */

/** The code point of an entity by its name, which is case-sensitive; absent for a name that is not known here. */
export function entityPoint(name: string): number | undefined {
  return POINTS.get(name);
}

/** Letters of the longest name. */
export const MAX_ENTITY_NAME = 16;

/** Names of ASCII: the character's code in hexadecimal digits, then its names. */
const ASCII =
  '9 Tab;a NewLine;21 excl;22 quot QUOT;23 num;24 dollar;25 percnt;26 amp AMP;27 apos;28 lpar;29 rpar;' +
  '2a ast midast;2b plus;2c comma;2e period;2f sol;3a colon;3b semi;3c lt LT;3d equals;3e gt GT;3f quest;' +
  '40 commat;5b lsqb lbrack;5c bsol;5d rsqb rbrack;5e Hat;5f lowbar UnderBar;60 grave DiacriticalGrave;' +
  '7b lcub lbrace;7c verbar vert VerticalLine;7d rcub rbrace;a0 NonBreakingSpace;2026 hellip mldr';

/** Names of Latin-1 from U+00A0 on, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 ' +
  'acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml ' +
  'Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde ' +
  'Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ' +
  'ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml';

const POINTS: ReadonlyMap<string, number> = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, number] => [name, 0xa0 + index]),
  ...ASCII.split(';').flatMap((line) => {
    const [code = '', ...names] = line.split(' ');
    return names.map((name): [string, number] => [name, Number.parseInt(code, 16)]);
  }),
]);
