/**
 * The way into the bundle of commands, `dist/commands.js`: what they ask people, and do to chains and secrets;
 * loaded when one is called for the first time. It is a part of the extension, so it sees VS Code's API.
 */
export { selectEnvironment } from './environments/selectEnvironment';
export { droppedSources } from './import/droppedSources';
export { importRequests } from './import/importRequests';
export { insertVariable } from './providers/insertVariable';
export { duplicate, rename, showInText } from './views/chainActions';
export { deleteTargets } from './views/chainDeletion';
export { dropRequests, shiftRequests } from './views/chainMoves';
export { newChain } from './views/newChain';
export { addRequest } from './views/newRequest';
export { exportChainFile, exportResult } from './export/exportChainFile';
export { windowQuestions } from './secrets/permissionQuestions';
export { deleteSecret, listSecrets, setSecret } from './secrets/secretCommands';
export { storeAsSecret } from './secrets/storeAsSecret';
