/**
 * Regular expressions of scripts rewritten for extractions, whose first group is the value.
 *
 * The texts are taken apart no further than into groups, classes and escapes; whether the result is an
 * expression that can be used is for the caller to check.
 */

/** The expression with its flags `i`, `m` and `s` written into it. */
export function joinFlags(source: string, flags: string): string {
  const own = ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('');
  return own === '' ? source : `(?${own}:${source})`;
}

/** The expression with one group that takes part: the wanted one, or the whole for 0. */
export function captureGroup(source: string, wanted: number): string | undefined {
  const groups = groupsOf(source);
  if (wanted > groups.length) {
    return undefined;
  }
  const others = groups.filter((_group, index) => index !== wanted - 1);
  const rest = others.reduceRight(
    (text, { start, inner }) => `${text.slice(0, start)}(?:${text.slice(inner)}`,
    source,
  );
  return wanted === 0 ? `(${rest})` : rest;
}

/** An expression that matches once, where `source` matches first. */
export function firstMatchOnly(source: string): string {
  return source.startsWith('^') ? source : `^(?s:.*?)${source}`;
}

/** What `inner` finds inside the group of `outer`; absent when `outer` has none. */
export function insideGroup(outer: string, inner: string): string | undefined {
  const [group] = groupsOf(outer);
  if (group === undefined) {
    return undefined;
  }
  const content = outer.slice(group.inner, group.end - 1);
  const open = /^(.*[^\\])[+*]\??$/s.exec(content)?.[1];
  const before = open === undefined || content === '.*' || content === '.+' ? '.*?' : `${open}*?`;
  const after = open === undefined || content.startsWith('.') ? '.*' : '';
  return outer.slice(0, group.start) + before + inner + after + outer.slice(group.end);
}

/** A group that takes part: from `(` to behind `)`, and where its content begins. */
interface Group {
  readonly start: number;
  readonly inner: number;
  readonly end: number;
}

/** In the order of their numbers. */
function groupsOf(source: string): readonly Group[] {
  const open: { start: number; inner: number; isCapturing: boolean }[] = [];
  const groups: Group[] = [];
  for (const { 0: token, index } of source.matchAll(TOKENS)) {
    if (token === ')') {
      const group = open.pop();
      if (group?.isCapturing === true) {
        groups.push({ start: group.start, inner: group.inner, end: index + 1 });
      }
    } else if (token.startsWith('(')) {
      const isCapturing = token === '(' || token.startsWith('(?<');
      open.push({ start: index, inner: index + token.length, isCapturing });
    }
  }
  return groups.sort((one, other) => one.start - other.start);
}

/** Escapes, classes, and what opens and closes groups. */
const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?<[A-Za-z_$][\w$]*>|\?(?:<?[=!]|[a-z]*:))?|\)/gs;
