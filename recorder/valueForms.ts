/** The forms in which a value is commonly written: in URLs, forms, JSON, HTML and base64; and what base64 of one says. */

/** All of them, the value itself included. */
export function formsOf(value: string): ReadonlySet<string> {
  const json = jsonText(value);
  return new Set([
    value,
    ...percentForms(value),
    json,
    ...jsonForms(json),
    htmlText(value),
    ...base64Forms(value),
  ]);
}

/** The text of a value that is base64 of one, without the line end behind it; absent for any other value. */
export function textInBase64(value: string): string | undefined {
  if (value.length > LONGEST || !/^[\w+/-]+={0,2}$/.test(value)) {
    return undefined;
  }
  try {
    const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    return /^[\P{C}\s]+$/u.test(text) ? text : undefined;
  } catch {
    return undefined; // neither alphabet, or bytes that are no text
  }
}

/** Characters of a value of which base64 is read or made: the call that makes it takes no longer list. */
const LONGEST = 10_000;

/** RFC 3986 in either case, and as forms are encoded. */
function percentForms(value: string): readonly string[] {
  const wellFormed = new TextDecoder().decode(new TextEncoder().encode(value));
  const percent = encodeURIComponent(wellFormed);
  const form = new URLSearchParams([['', wellFormed]]).toString().slice(1);
  return [percent, percent.replaceAll('%20', '+'), form].flatMap((one) => [
    one,
    one.replace(/%../g, (code) => code.toLowerCase()),
  ]);
}

/** With the escapes that some serialisers add, and as JSON inside a string. */
function jsonForms(json: string): readonly string[] {
  const slashes = json.replaceAll('/', '\\/');
  const ascii = json.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [slashes, ascii, ascii.replaceAll('/', '\\/'), jsonText(json), jsonText(slashes)];
}

function jsonText(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function htmlText(value: string): string {
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;
  return value.replace(/[&<>"]/g, (mark) => entities[mark as keyof typeof entities]);
}

/** In both alphabets, at the end and between any other bytes: what depends on the value alone. */
function base64Forms(value: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(value.slice(0, LONGEST)));
  return [0, 1, 2].flatMap((before) => {
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    const base64 = btoa('\0'.repeat(before) + bytes).replace(/=+$/, '');
    return [base64.slice(first), base64.slice(first, end)].flatMap((one) => [
      one,
      one.replaceAll('+', '-').replaceAll('/', '_'),
    ]);
  });
}
