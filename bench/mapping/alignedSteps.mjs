/** Which requests of two sessions are the same step, for people take different courses. */

/**
 * For each entry the index of the other session's entry that is the same step; undefined where it has none. Sessions of
 * one course have the same steps in order; of two courses, the longest common subsequence of methods and addresses
 * counts, in which labelled segments may differ, but not words of the application that have a label.
 *
 * @returns {readonly (number | undefined)[]}
 */
export function alignedSteps(one, other) {
  const [here, there] = [one, other].map(courseOf);
  if (one.entries.length === other.entries.length && isOneCourse(one.entries, other.entries))
    return [...one.entries.keys()];
  return commonSteps(here, there);
}

/** For each step the index of the other course's step that is the same, by the longest common subsequence. */
export function commonSteps(here, there) {
  // Row and column n are of what comes from step n on.
  const lengths = Array.from({ length: here.length + 1 }, () => new Array(there.length + 1).fill(0));
  for (let row = here.length - 1; row >= 0; row -= 1)
    for (let column = there.length - 1; column >= 0; column -= 1)
      lengths[row][column] =
        here[row] === there[column]
          ? lengths[row + 1][column + 1] + 1
          : Math.max(lengths[row + 1][column], lengths[row][column + 1]);
  const steps = new Array(here.length).fill(undefined);
  for (let row = 0, column = 0; row < here.length && column < there.length;) {
    if (here[row] === there[column]) steps[row++] = column++;
    else if (lengths[row + 1][column] >= lengths[row][column + 1]) row += 1;
    else column += 1;
  }
  return steps;
}

/** Sessions that a script played send one method after the other; only their addresses differ. */
function isOneCourse(entries, others) {
  return entries.every(({ request }, index) => {
    const there = others[index].request;
    const depth = ({ url }) => new URL(url).pathname.split('/').length;
    return request.method === there.method && depth(request) === depth(there);
  });
}

/** For each entry what it does: method, address without labelled segments, operations. */
export function courseOf({ entries, labels }) {
  return entries.map(({ request: { method, url, postData } }, step) => {
    const labelled = labels.filter((label) => label.step === step && label.class !== 'constant');
    const isLabelled = (place, key) =>
      labelled.some((label) => label.location === place && String(label.key) === String(key));
    const { pathname, searchParams } = new URL(url);
    const segments = pathname.split('/').filter((segment) => segment !== '');
    const address = segments.map((segment, at) => (isLabelled('path', at) ? '{}' : segment));
    const query = operationsOf(searchParams, 'query', isLabelled);
    return [method, ...address, ...query, ...bodyOperations(postData, isLabelled)].join('/');
  });
}

/** Fields that say what a call is about to an address that serves all calls. */
const OPERATION = /^_?(?:op|operation|method|action|cmd|command|do|task)$/i;

function operationsOf(fields, place, isLabelled) {
  return [...fields].flatMap(([name, value]) =>
    OPERATION.test(name) && !isLabelled(place, name) ? [value] : [],
  );
}

function bodyOperations(postData, isLabelled) {
  const { mimeType = '', text = '' } = postData ?? {};
  if (mimeType.includes('urlencoded')) return operationsOf(new URLSearchParams(text), 'body', isLabelled);
  if (!text.startsWith('{')) return [];
  const { operationName, method } = JSON.parse(text);
  const place = operationName === undefined ? '$.method' : '$.operationName';
  return isLabelled('body', place) ? [] : [operationName ?? method ?? ''];
}
