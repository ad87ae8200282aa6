/** Loops over pages of a k6 script. */
import type { ChainRequest, PageLoop } from '../../../core/model';
import { acceptedStatus, checkCondition, takenValue, type AnswerTool } from '../answerScript';
import { scriptLiteral } from '../scriptText';

/** The function that such a loop calls: it gets pages until one is the last, and keeps what all of them gave. */
export const PAGES = `// Sends a request for one page after the other; what they keep becomes lists.
function pages(next, max, keeps, joined, send) {
  const before = new Map(vars);
  const all = [];
  const seen = new Set();
  const reset = () => {
    vars.clear();
    before.forEach((one, name) => vars.set(name, one));
  };
  for (let index = 0; ; index += 1) {
    const from = index === 0 ? undefined : all[index - 1].get(next);
    reset();
    vars.set("$index", index);
    if (index > 0) vars.set(next, from);
    const kept = new Map();
    const isLast = send(kept, index);
    all.push(kept);
    if (isLast) break;
    const found = kept.get(next);
    const text = JSON.stringify(found);
    if (found === undefined || found === null || found === "") {
      fail(\`Page \${index + 1} is not the last one, and leads to no other.\`);
    }
    if (seen.has(text)) fail(\`Page \${index + 1} leads to a page that was asked for.\`);
    if (index + 1 === max) fail(\`Page \${max} is still not the last one.\`);
    seen.add(text);
  }
  reset();
  keeps.forEach((name) => vars.set(name, all.map((kept) => (kept.has(name) ? kept.get(name) : null))));
  joined.forEach((name) => vars.set(name, all.flatMap((kept) => (kept.has(name) ? kept.get(name) : []))));
}`;

/** What tells whether an answer is the last page; absent for a loop that the script cannot have. */
export function lastPage(request: ChainRequest, tool: AnswerTool): readonly string[] | undefined {
  const { forEach, extract, expect } = request;
  if (forEach?.kind !== 'pages') {
    return undefined;
  }
  const isLast = checkCondition(forEach.until, tool);
  const leads = extract.some(
    (rule) => rule.variable === forEach.next && takenValue(rule, tool) !== undefined,
  );
  return isLast === undefined || !leads
    ? undefined
    : [
        `if (!(${acceptedStatus(expect.status, tool)})) fail("A page has a status that is not accepted.");`,
        `return ((body) => ${isLast})(${tool.json});`,
      ];
}

/** The lines around those that send a page. */
export function pageLines(
  { extract }: ChainRequest,
  { next, max }: PageLoop,
  lines: readonly string[],
): readonly string[] {
  const lists = extract.filter(({ all }) => all).map(({ variable }) => variable);
  const keeps = extract
    .map(({ variable }) => variable)
    .filter((name) => name !== next && !lists.includes(name));
  const joined = lists.filter((name) => name !== next);
  return [
    `pages(${scriptLiteral(next)}, ${max}, ${scriptLiteral(keeps)}, ${scriptLiteral(joined)}, (kept, index) => {`,
    ...lines,
    '});',
  ];
}
