/** Runs a recorded session as a chain with what Auto Mapping is certain of, against answers with other values. */
import { applyEdits } from '../../../src/core/edit/textEdit';
import { applyMappings } from '../../../src/core/mapping/apply/applyMappings';
import { suggestMappings } from '../../../src/core/mapping/decide/suggestMappings';
import { bodyText, fakeRun, outcomes } from '../fakeRun';
import { sessionOf, type StepSpec } from './session';

/** What a run sent: of each request its line, the headers that the recording has, and its body. */
export interface MappedRun {
  readonly outcomes: readonly string[];
  readonly sent: readonly (readonly string[])[];
}

/**
 * Maps a session and runs it.
 *
 * @param answers pages that the run is answered with, in the order of the steps; for later ones nothing
 */
export async function mappedRun(
  steps: readonly StepSpec[],
  ...answers: readonly string[]
): Promise<MappedRun> {
  const requests = steps.map(({ line, headers = {}, sent }, index) => {
    const [method, target] = line.split(' ');
    const lines = Object.entries(headers).map(([name, value]) => ({ name, value }));
    const body = sent === undefined ? {} : { body: { json: sent } };
    return { id: `r${index}`, method, url: `http://api.test${target}`, headers: lines, ...body };
  });
  const text = JSON.stringify({ requests });
  const ticked = suggestMappings(sessionOf(...steps)).flatMap((suggestion) => {
    const consumers = suggestion.consumers.filter(({ autoApply }) => autoApply);
    return consumers.length === 0 ? [] : [{ ...suggestion, consumers }];
  });
  const chain = JSON.parse(applyEdits(text, applyMappings(text, ticked, (entry) => entry).edits)) as object;
  const left = [...answers];
  const run = await fakeRun({
    chain,
    answer: () => ({ headers: { 'content-type': 'text/html' }, body: left.shift() ?? '' }),
  });
  return {
    outcomes: outcomes(run.result),
    sent: run.sent.map((request, index) => {
      const names = Object.keys(steps[index]?.headers ?? {});
      const { pathname, search } = new URL(request.url);
      return [
        `${request.method} ${pathname}${search}`,
        ...names.flatMap((name) =>
          request.headers.filter((line) => line.name === name).map(({ value }) => value),
        ),
        ...(request.body === undefined ? [] : [bodyText(request)]),
      ];
    }),
  };
}
