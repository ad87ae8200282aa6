/** What a page leads to when something is in the way that the person can change: part of the contracts of pages that run. */
import { call } from './contract';

/** Calls of a page that says why nothing was sent. */
export const remedyCalls = {
  /** Opens the page of the editor that trusts a workspace. */
  manageTrust: call([]),
  /** Lets the person choose the environment to run in, or create one. */
  selectEnvironment: call([]),
  /** Starts the API of the sample, which is open. */
  startSampleApi: call([]),
};
