/**
 * The way into the bundle of sharing, `dist/sharing.js`: the view of what leaves the editor, what can be shared, and
 * the links that lead back; loaded when somebody shares or follows a link for the first time.
 */
export { egressReviewer } from './sharing/egressPanel';
export { raisedFlaw, raisedIssue } from './sharing/issues/raisedIssues';
export { openLinked } from './sharing/openLinked';
export { shareMatrix } from './sharing/share';
export { sharePorts } from './sharing/sharePorts';
export { raise, share } from './sharing/sharingCommands';
