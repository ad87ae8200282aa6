/** Tags of Insomnia's templates, `{% name 'argument', … %}`, apart. */

/** A tag. */
export interface TemplateTag {
  readonly name: string;
  /** Strings without their quotes, everything else as written. */
  readonly args: readonly string[];
}

/** Reads the text between `{%` and `%}`. */
export function readTag(inside: string): TemplateTag {
  const [, name = '', rest = ''] = /^-?\s*(\w*)\s*(.*?)\s*-?$/s.exec(inside) ?? [];
  const args = [...rest.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,'"]+)/gs)].map(
    ([, single, double, plain]) => plainArgument(single ?? double ?? plain ?? ''),
  );
  return { name, args };
}

/** Arguments with characters that would end them are written in base64: `b64::JC5pZA==::46b`. */
function plainArgument(text: string): string {
  const encoded = /^b64::([A-Za-z0-9+/=]*)::46b$/.exec(text)?.[1];
  if (encoded === undefined) {
    return text.replace(/\\(.)/gs, '$1');
  }
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0)));
  } catch {
    // It only looks like one.
    return text;
  }
}
