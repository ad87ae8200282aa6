/** Auto Mapping for a model: which values of later requests came from earlier answers. */
import { UserError } from '../core/errors';
import { applyEdits } from '../core/edit/textEdit';
import { analyzeFile } from '../node/analyzeFile';
import { writeOutputFile } from '../node/files/outputFile';
import { readWorkspaceText } from '../node/files/workspaceText';
import { fitAnswer, shown } from './answer';
import { CHAIN, MAX_BYTES, NEXT, SHORTENED } from './commonFields';
import { count, flag, optional, rows } from './fields';
import { refuseWriting } from './rights';
import { defineTool } from './tool';
import { chainAt } from './workbench';

/** Maps values. */
export const mapTool = defineTool({
  name: 'map_values',
  title: 'Map values',
  description:
    'Finds values in requests of a chain that came from earlier answers of its last run here, and can replace those that are sure by extractions and references. Call run_chain first.',
  effect: 'writes',
  takes: { chain: CHAIN, apply: optional(flag('Whether the file is changed.')), maxBytes: MAX_BYTES },
  gives: {
    mappings: rows('Each value that comes from an earlier answer: variable, from, places, confidence, sure.'),
    applied: optional(count('How many places of the file refer to extractions now.', 0, 1_000_000)),
    next: NEXT,
    shortened: SHORTENED,
  },
  work: async ({ chain, apply, maxBytes }, { workbench }) => {
    const { file, name, workspace } = await chainAt(chain, workbench);
    const ended = workbench.runs.last(name);
    if (ended === undefined) {
      throw new UserError(`${name} was not run here yet.`, 'Call run_chain.');
    }
    const [{ sessionOfResult }, { suggestMappings }, { openSuggestions }, { applyMappings }, words] =
      await Promise.all([
        import('../core/mapping/read/sessionFromResult'),
        import('../core/mapping/decide/suggestMappings'),
        import('../core/mapping/review/pendingSuggestions'),
        import('../core/mapping/apply/applyMappings'),
        import('../core/mapping/review/explainMapping'),
      ]);
    const { source, variables } = await analyzeFile({ file, workspace }, workbench.text, workbench.describe);
    const result = { ...ended.result, requests: [...ended.whole()] };
    const steps = sessionOfResult(result);
    const indexOf = (entry: number): number | undefined => {
      const index = source.requests.findIndex(({ id }) => id === result.requests[entry]?.request.id);
      return index === -1 ? undefined : index;
    };
    const taken = variables.map((variable) => variable.name);
    const { suggestions } = openSuggestions(source.text, suggestMappings(steps, { taken }), indexOf);
    const requests = new Map(steps.map((step) => [step.entry, step]));
    const nameOf = (entry: number): string => {
      const request = requests.get(entry);
      return request === undefined ? '' : words.requestWords(request);
    };
    const mappings = suggestions.map(({ variable, producer, consumers }) => ({
      variable,
      from: shown(`${nameOf(producer.entry)}: ${words.producerWords(producer)}`),
      places: consumers.map((consumer) =>
        shown(`${nameOf(consumer.entry)}: ${words.consumerWords(consumer)}`),
      ),
      confidence: Math.min(...consumers.map(({ confidence }) => confidence)),
      sure: consumers.every(({ autoApply }) => autoApply),
    }));
    if (apply !== true) {
      return fitAnswer({ mappings, next: [] }, maxBytes);
    }
    await refuseWriting(file, workbench.rights, workbench.remedies);
    if ((await readWorkspaceText(file, workspace)) !== source.text) {
      throw new UserError(`${name} has changes that are not saved.`, 'A person has to save it.');
    }
    const sure = suggestions.flatMap((suggestion) => {
      const consumers = suggestion.consumers.filter(({ autoApply }) => autoApply);
      return consumers.length === 0 ? [] : [{ ...suggestion, consumers }];
    });
    const { edits, places } = applyMappings(source.text, sure, indexOf);
    await writeOutputFile('The chain', file, applyEdits(source.text, edits));
    const next = [{ tool: 'run_chain', arguments: { chain: name }, why: 'Shows whether it still passes.' }];
    return fitAnswer({ mappings, applied: places, next }, maxBytes);
  },
});
