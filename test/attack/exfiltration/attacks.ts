/** All exfiltration attacks. A new group is a table in a file in this folder and a line here. */
import type { AttackGroup } from './attack';
import { computedValues } from './computed';
import { derivedValues } from './derived';
import { bodyFiles, machineVariables, matrixAttacks } from './machine';
import { namedOrigins } from './named';
import { hostTricks, sessions } from './sessions';
import { environmentFiles, metadataServices, proxiesAndTls } from './trust';

/** The groups, in the order in which they are reported. */
export const attackGroups: readonly AttackGroup[] = [
  namedOrigins,
  derivedValues,
  computedValues,
  sessions,
  hostTricks,
  environmentFiles,
  proxiesAndTls,
  machineVariables,
  bodyFiles,
  matrixAttacks,
  metadataServices,
];
