/** The thread that reads descriptions of APIs, `dist/descriptionWorker.js`: it answers each call of `descriptionThread.ts`. */
import { parseJson } from '../../core/json/json';
import type { ComparedCall } from '../../core/openapi/namedDescription';
import { loadDescription, type LoadedDescription } from '../../node/files/loadDescription';
import { serveEditor } from '../ownWorker';
import type { DescriptionCalls, DescriptionPlace } from './descriptionThread';
import { listDescription } from './listDescription';

/** Quick for one that was read: only the stamps of its files are looked at. */
const at = ({ named, workspace }: DescriptionPlace): Promise<LoadedDescription> =>
  loadDescription(named, workspace);

serveEditor<DescriptionCalls>({
  read: async (place) => {
    const { file, files, remarks } = await at(place);
    return { file, files, remarks };
  },
  compare: async (place, requests) =>
    (await at(place)).compare(parseJson(requests) as unknown as readonly ComparedCall[]),
  responseTo: async (place, ...args) => (await at(place)).responseTo(...args),
  placeOf: async (place, ...args) => (await at(place)).placeOf(...args),
  wordsFor: async (place, ...args) => (await at(place)).wordsFor(...args),
  list: ({ named, workspace }) => listDescription(named, workspace),
});
