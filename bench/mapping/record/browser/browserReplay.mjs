/**
 * Replays of sessions that were recorded with a browser. An application names in `otherPast` which of session a's inputs
 * are others where it is replayed, so that what session a looks for is there and has other ids and other places in lists.
 */
import { commonSteps, courseOf } from '../../alignedSteps.mjs';
import { exchangeOf, harEntry } from '../har.mjs';
import { leaves, parsed } from './places.mjs';
import { playedSession, served } from './serving.mjs';
import { labelsOf } from './truth.mjs';

/** What `work` yields on a server that session a's user has and whose past is another one. */
export async function onAnotherServer(application, work) {
  if (application.otherPast === undefined) throw new Error('it names no otherPast');
  return served(application, inputsOf(application), work);
}

/** The exchanges of session a when a person plays it, by the step of the recording that each is. */
export async function playedAgain(application, proxy, recording) {
  const { entries, typed } = await playedSession(application, inputsOf(application), proxy);
  const labels = labelsOf({ entries, typed, truth: application.truth });
  const steps = sameSteps(recording, { entries: entries.map(harEntry), labels });
  return new Map(steps.map((step, at) => [at, step === undefined ? undefined : exchangeOf(entries[step])]));
}

/**
 * For each step of a recording the index of the played entry that is the same; undefined where it has none. What a page
 * asks for at the same time can come in another order.
 */
function sameSteps(recording, played) {
  const [here, there] = [recording, played].map(detailedCourseOf);
  const steps = commonSteps(here, there);
  for (const [at, course] of here.entries()) {
    if (steps[at] !== undefined) continue;
    const step = there.findIndex((one, index) => one === course && !steps.includes(index));
    if (step >= 0) steps[at] = step;
  }
  return steps;
}

/** For each entry what it does and which places it fills. */
function detailedCourseOf({ entries, labels }) {
  return courseOf({ entries, labels }).map((course, step) => {
    const { url, postData } = entries[step].request;
    const names = labels
      .filter((label) => label.step === step && label.location === 'query')
      .map(({ key }) => key);
    const words = [...new URL(url).searchParams].filter(([name]) => !names.includes(name));
    const members = leaves(parsed(postData?.text ?? '') ?? {}).map(([key]) => key);
    return JSON.stringify([course, words, members]);
  });
}

function inputsOf({ inputs, otherPast }) {
  return { ...inputs.a, ...otherPast };
}
