/** What a person at the command line does about what the engine refuses, by the options of `run`. */
import type { Remedies } from '../core/remedies';
import { secretPrefix } from '../node/secrets/secretValues';
import { addressVariables } from './notify/addressVariables';

/** The command line's words. */
export const remedies: Remedies = {
  allowOrigin: (origin) => `If it is right, allow it: --allow-host ${origin}.`,
  bindSecret: ({ name }, origin) => `If it belongs there, bind it: --secret-host ${name}=${origin}.`,
  allowDerived: (origin) => `If it belongs there, allow it: --allow-host ${origin}.`,
  setSecret: (name) =>
    addressVariables.has(`${secretPrefix}${name}`)
      ? `${secretPrefix}${name} is the address of a chat, which no chain is given: use another name.`
      : `Set the environment variable ${secretPrefix}${name}, or write ${name}=… into a git-ignored .env file.`,
  grantVariable: (name) => `Allow it with --allow-env ${name}, or use {{$secret ${name}}}.`,
  defineVariable:
    'Extract it from an earlier response, add it to the variables of the chain or of the environment, or pass --var.',
  allowChanges: 'Allow it with --allow-mutations.',
};

/** The same for `authz run`, where a file of the workspace cannot allow an origin alone. */
export const authzRemedies: Remedies = {
  ...remedies,
  allowOrigin: (origin) => `If it is yours to test, allow it: --allow-host ${origin}.`,
};
