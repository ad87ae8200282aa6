/** An answer, and the ways in which a session takes values out of it. Each says where the value was. */
import { carriedText } from '../carriedText.mjs';
import { Traced } from './traced.mjs';
import { xmlTexts } from './xml.mjs';

/** One answer of the application; `step` is the index of its entry in the recording. */
export class Answer {
  constructor({ step, url, status, headers, text }) {
    this.step = step;
    this.url = url;
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The member of a JSON body that the keys lead to. */
  member(...keys) {
    let value = JSON.parse(this.text);
    for (const key of keys) value = value?.[key];
    if (value === undefined)
      throw new Error(`no ${path(keys)} in the answer of ${this.url}: ${this.text.slice(0, 200)}`);
    return this.#trace(value, keys);
  }

  /** The item of a list for which `isWanted` is true, and then its member at `keys`. */
  pick(list, isWanted, ...keys) {
    const items = list.reduce((value, key) => value[key], JSON.parse(this.text));
    const index = items.findIndex(isWanted);
    return this.member(...list, index, ...keys).as('list-pick');
  }

  /** A header's value, or the part that the pattern's group matches. */
  header(name, pattern = /^(.*)$/s) {
    const value = this.headers.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
    return this.#found(pattern.exec(value ?? '')?.[1], { source: 'header', path: name });
  }

  /** The page cut to the form of this id, for fields of other forms are called the same. */
  form(id) {
    const text = new RegExp(`<form[^>]*\\bid="${id}"[^>]*>.*?</form>`, 's').exec(this.text)?.[0];
    if (text === undefined) throw new Error(`no form ${id} in the answer of ${this.url}`);
    return new Answer({ ...this, text });
  }

  /** The value of a hidden or filled field of the page. */
  field(name) {
    const tag = this.text.match(new RegExp(`<input[^>]*\\bname="${name}"[^>]*>`))?.[0];
    return this.#found(unescaped(tag?.match(/\bvalue="([^"]*)"/)?.[1]), { source: 'html', path: name });
  }

  /** What the pattern's group matches in the page; `place` names it. */
  inPage(pattern, place) {
    return this.#found(unescaped(pattern.exec(this.text)?.[1]), { source: 'html', path: place });
  }

  /** The text of the one node that an XPath selects in an XML body. */
  element(expression) {
    const [text, ...others] = xmlTexts(this.text, expression);
    if (others.length > 0) throw new Error(`several ${expression} in the answer of ${this.url}`);
    return this.#found(text, { source: 'body', path: expression });
  }

  /** An address that the session follows unchanged, wherever it was. */
  link(traced) {
    return new Traced(new URL(traced.value, this.url).href, { ...traced, link: true });
  }

  #trace(value, keys) {
    if (value !== null && typeof value === 'object') {
      return Array.isArray(value)
        ? value.map((item, index) => this.#trace(item, [...keys, index]))
        : Object.fromEntries(
            Object.entries(value).map(([key, item]) => [key, this.#trace(item, [...keys, key])]),
          );
    }
    return this.#found(value, { source: 'body', path: path(keys) });
  }

  #found(value, { source, path: place }) {
    if (value === undefined)
      throw new Error(`no ${source} ${place} in the answer of ${this.url}: ${this.text.slice(0, 300)}`);
    return new Traced(value, { kind: 'response', producer: { step: this.step, source, path: place } });
  }
}

/** A claim of a token that an answer gave: the client reads it without asking anybody. */
export function claim(token, name) {
  const value = JSON.parse(carriedText(token.value, 'jwt'))[name];
  if (value === undefined) throw new Error(`no claim ${name} in the token`);
  const decode = { as: 'jwt', path: path([name]) };
  return new Traced(value, { kind: 'response', label: 'claim', producer: { ...token.producer, decode } });
}

/** The digits of a hexadecimal number that an answer gave, for a client that sends them inside of longer ones. */
export function digits(number) {
  const decode = { as: 'hex' };
  return new Traced(carriedText(number.value, decode.as), {
    ...number,
    producer: { ...number.producer, decode },
  });
}

/** RFC 9535, as far as names need it. */
export function path(keys) {
  return `$${keys.map((key) => (typeof key === 'number' ? `[${key}]` : /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key}']`)).join('')}`;
}

function unescaped(text) {
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
