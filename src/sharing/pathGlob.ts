/**
 * Globs of paths in a workspace folder, with `/`: `*` matches characters of one name, `?` one of them, `**`
 * any folders, `{a,b}` for one of several. Everything else matches literally.
 */
import escapeRegExp from 'lodash/escapeRegExp.js';

/** Whether a path is one that a glob names. */
export function matchesGlob(glob: string, path: string): boolean {
  return new RegExp(`^${patternOf(glob)}$`, 'u').test(path);
}

const PARTS = /\*\*\/|\*\*|\*|\?|\{[^{}/]*\}|[^*?{]+|\{/g;

function patternOf(glob: string): string {
  return (glob.match(PARTS) ?? []).map(partPattern).join('');
}

function partPattern(part: string): string {
  switch (part) {
    case '**/':
      return '(?:[^/]+/)*';
    case '**':
      return '.*';
    case '*':
      return '[^/]*';
    case '?':
      return '[^/]';
  }
  return part.startsWith('{') && part.endsWith('}')
    ? `(?:${part.slice(1, -1).split(',').map(escapeRegExp).join('|')})`
    : escapeRegExp(part);
}
