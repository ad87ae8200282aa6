/**
 * Values that remember where they came from, so that a session labels itself while it is played.
 *
 * Whatever a session sends is one of three: typed by the user, taken from an answer, or derived from other
 * values. Plain text and numbers are the program's own words and belong to nobody. The labels are made of this
 * and of nothing else: no value is looked for in an answer to find out that it could have come from there.
 */

/** A value with its origin: `kind` as in the labels, `producer` where it was taken. */
export class Traced {
  constructor(value, { kind, label, producer, link = false }) {
    this.value = value;
    this.kind = kind;
    this.label = label;
    this.producer = producer;
    this.link = link;
  }

  /** The same value, called what kind of thing it is: `token`, `list-pick`, `csrf`, … */
  as(label) {
    return new Traced(this.value, { ...this, label });
  }
}

/** Text of several parts, some of them traced. */
export class Joined {
  constructor(parts) {
    this.parts = parts;
  }
}

/** What the user of the session types, or chooses without looking at an answer. */
export function typed(value) {
  return new Traced(value, { kind: 'user' });
}

/** What the client computes of other values, or makes up by itself: a proof, a random state. */
export function derived(value) {
  return new Traced(value, { kind: 'derived' });
}

/** A template of text and values: joined`Bearer ${token}`. */
export function joined(words, ...values) {
  return new Joined(words.flatMap((word, index) => (index < values.length ? [word, values[index]] : [word])));
}

/**
 * What is sent for `value`, and which spans of it are traced.
 *
 * @returns {{ readonly text: string, readonly spans: readonly { start: number, end: number, traced: Traced }[] }}
 */
export function written(value) {
  const parts = value instanceof Joined ? value.parts : [value];
  let text = '';
  const spans = [];
  for (const part of parts) {
    const inner = part instanceof Joined ? written(part) : undefined;
    const start = text.length;
    text += inner?.text ?? String(part instanceof Traced ? part.value : part);
    if (inner !== undefined) {
      spans.push(
        ...inner.spans.map((span) => ({ ...span, start: span.start + start, end: span.end + start })),
      );
    } else if (part instanceof Traced) {
      spans.push({ start, end: text.length, traced: part });
    }
  }
  return { text, spans };
}

/** A JSON structure as sent: traced values are replaced by their values. */
export function plain(value) {
  if (value instanceof Traced) return value.value;
  if (value instanceof Joined) return written(value).text;
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  }
  return value;
}
