/** Words for any POSIX shell, as scripts have them: `$'…'` is not known to all of them. */

/**
 * A word of the shell that is data whatever it says. Characters that a terminal acts on, or that turn the reading
 * direction around, are written as escapes, so that a person sees what the script says.
 *
 * @param parts literals and, in every second place, an expansion such as `$VAR_ID`
 */
export function posixWord(parts: readonly string[]): string {
  const word = parts.map((part, index) => (index % 2 === 1 ? `"${part}"` : literal(part))).join('');
  return word === '' ? "''" : word;
}

const ACTIVE = /([\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+)/u;

function literal(text: string): string {
  return text
    .split(ACTIVE)
    .map((part, index) => (index % 2 === 1 ? active(part) : quoted(part)))
    .join('');
}

/** Line breaks and tabs stay: a command substitution would lose a break at its end. */
function active(text: string): string {
  return text.replace(/[\n\t]+|[^\n\t]+/g, (run) =>
    /[\n\t]/.test(run) ? quoted(run) : `"$(printf '${octal(run)}')"`,
  );
}

function octal(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function quoted(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`;
}
