/** Hostile answers as trials: a chain and a matrix against every kind. */
import type { Part, Trial } from '../part';
import type { Place } from './api';
import { chainAgainst } from './chainAgainst';
import { matrixAgainst } from './matrixAgainst';
import { hostileTargets, type HostileTarget } from './targets';

/** Places that take turns: each kind is also tried in one of them. */
const PLACES: readonly Place[] = ['login', 'create', 'read', 'delete'];

/** All kinds. */
export const hostileAnswers: Part = {
  name: 'hostile answers',
  seconds: 900,
  step: 13,
  trials: hostileTargets.map(trialOf),
};

function trialOf(target: HostileTarget, at: number): Trial {
  return {
    name: `${target.protocol} ${target.name}`,
    run: async () => {
      const place = PLACES[at % PLACES.length] ?? 'login';
      const outcomes = [
        ['chain', await chainAgainst(target, at % 2 === 0 ? 'middle' : 'first')],
        ['matrix', await matrixAgainst(target, 'attack')],
        // Over HTTP/2 the items are honest.
        ...(target.protocol === 'HTTP/1'
          ? ([[`matrix with ${place}`, await matrixAgainst(target, place)]] as const)
          : []),
      ] as const;
      return {
        faults: outcomes.flatMap(([what, { faults }]) => faults.map((fault) => `${what}: ${fault}`)),
        ends: outcomes.map(([, { end }]) => end),
        lostVerdicts: outcomes.reduce((sum, [, { lostVerdicts }]) => sum + lostVerdicts, 0),
        objectsLeft: outcomes.reduce((sum, [, { objectsLeft }]) => sum + objectsLeft, 0),
      };
    },
  };
}
