/** What a request is called that nobody gave a name. */

/** `post-orders`: the method and the last segment of the path that is a word. */
export function requestTitle(method: string, url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*|\{\{[^{}]*\}\})/i, '').replace(/[?#].*$/s, '');
  const word = path.split('/').findLast((segment) => /^[A-Za-z][A-Za-z_.-]*$/.test(segment));
  const words = `${method} ${word ?? 'request'}`.toLowerCase().match(/[a-z0-9]+/g) ?? ['request'];
  return words.join('-').slice(0, 100);
}

/** Titles one after the other: the second of a kind gets a number. */
export function createTitles(): (title: string) => string {
  const counts = new Map<string, number>();
  return (title) => {
    const count = (counts.get(title) ?? 0) + 1;
    counts.set(title, count);
    return count === 1 ? title : `${title}-${count}`;
  };
}

/** What remarks above a request say: a short one is its name, others describe it. */
export function readComments(comments: readonly string[]): {
  readonly name?: string;
  readonly description?: string;
} {
  const lines = comments.filter((line) => line !== '' && !line.startsWith('!'));
  const [first = '', ...others] = lines;
  if (first === '') {
    return {};
  }
  const isName = others.length === 0 && first.length <= MAX_NAME && !first.includes('://');
  return isName ? { name: first } : { description: lines.join('\n') };
}

const MAX_NAME = 80;
