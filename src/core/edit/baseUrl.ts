/** The origin that most requests of a chain go to, as a variable: the chain then goes wherever an environment says. */
import { textAt } from '../analysis/locationOf';
import { CHAIN, REQUEST, below } from '../files/writtenPath';
import { itemsAt } from '../json/jsonDocument';
import { originOf } from '../permission/origin';
import { setMember, treeOf } from './jsonEdit';
import { applyEdits, editBetween, type TextEdit } from './textEdit';

/**
 * The edits by which requests to the commonest origin begin with `{{variable}}`; none where no request states one.
 *
 * @throws UserError when the text is not JSON
 */
export function referToOrigin(text: string, variable: string): readonly TextEdit[] {
  const urls = itemsAt(treeOf(text), below(CHAIN, 'requests')).map(
    (request) => textAt(request, below(REQUEST, 'url')) ?? '',
  );
  const origins = urls.map((url) => originOf(url.replace(/\{\{[^{}]*\}\}/g, 'x')));
  const counts = new Map<string, number>();
  origins.forEach((origin) => {
    if (origin !== undefined) {
      counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
  });
  const [[commonest] = []] = [...counts].toSorted(([, one], [, other]) => other - one);
  const changed = urls.reduce((now, url, index) => {
    const written = origins[index] === commonest ? /^[^/?#]*:\/\/[^/?#]*/.exec(url)?.[0] : undefined;
    return written === undefined || written.includes('{{')
      ? now
      : applyEdits(
          now,
          setMember(
            now,
            below(CHAIN, 'requests', index, 'url'),
            `{{${variable}}}${url.slice(written.length)}`,
          ),
        );
  }, text);
  return editBetween(text, changed);
}
