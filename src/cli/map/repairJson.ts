/** The outcome of a repair for programs. Recorded values of credentials are not in it. */
import type { CarriedPlace } from '../../core/mapping/repair/carriedPlaces';
import type { DifferenceKind } from '../../core/mapping/repair/compareRun';
import { explainOpen, type Proposal, type ShownRepair } from '../../core/mapping/repair/explainRepair';
import type { OpenDifference, RepairReport } from '../../core/mapping/repair/repairReport';
import type { UnexplainedPlace } from '../../core/mapping/repair/unexplainedPlaces';
import type { Slot } from '../../core/mapping/read/slots';
import type { OpenChoice } from '../../core/mapping/review/reviewMappings';
import { producerJson, type ProducerJson } from './mappingText';

type SourceJson = ProducerJson & { readonly entry: number };
type PlaceJson = Pick<Slot, 'location' | 'key'> & { readonly entry: number };

/** What a repair adds to the JSON of `chainwright map`; entries count from 0, requests are ids. */
export interface RepairJson {
  readonly outcome: RepairReport['outcome'];
  readonly trials: number;
  readonly changes: readonly (PlaceJson & {
    /** Absent for the recorded value, or a variable from elsewhere. */
    readonly before?: SourceJson;
    /** Absent for the recorded value. */
    readonly after?: SourceJson;
    readonly variable?: string;
    /** Absent where the recording left no doubt. */
    readonly reason?: string;
  })[];
  readonly generated: readonly (Pick<Slot, 'location' | 'key'> & {
    readonly request: string;
    readonly variable: string;
    readonly template: string;
  })[];
  readonly decisions: readonly DecisionJson[];
  readonly remarks: readonly DecisionJson[];
  readonly stale: readonly PlaceJson[];
  /** Places that send recorded ids which nothing explains. */
  readonly unexplained: readonly PlaceJson[];
  /** Whether the chain was changed. */
  readonly applied: boolean;
}

interface DecisionJson {
  readonly request: string;
  readonly kind: DifferenceKind;
  readonly reason: string;
  readonly proposals: readonly Proposal[];
}

/** A repair for a program. */
export function repairJson(shown: ShownRepair, applied: boolean): RepairJson {
  const { outcome, trials, places, generated, failures, remarks, stale, unexplained } = shown.report;
  return {
    outcome,
    trials,
    changes: places.map(({ place, before, after, reason }) => ({
      ...placeJson(place.mapping.proposal),
      ...(before === undefined ? {} : { before: sourceJson(before) }),
      ...(after === undefined ? {} : { after: sourceJson(after), variable: after.variable }),
      ...(reason === undefined ? {} : { reason: reason.words(shown.say) }),
    })),
    generated: generated.flatMap(({ request, values }) =>
      values.map(({ slot: { location, key }, variable, template }) => ({
        request,
        location,
        key,
        variable,
        template,
      })),
    ),
    decisions: failures.map((one) => decisionJson(one, shown)),
    remarks: remarks.map((one) => decisionJson(one, shown)),
    stale: stale.map(({ mapping: { proposal } }) => placeJson(proposal)),
    unexplained: unexplained.map(placeJson),
    applied,
  };
}

function sourceJson({ producer }: OpenChoice): SourceJson {
  return { entry: producer.entry, ...producerJson(producer) };
}

function placeJson({
  entry,
  slot: { location, key },
}: UnexplainedPlace | CarriedPlace['mapping']['proposal']): PlaceJson {
  return { entry, location, key };
}

function decisionJson(open: OpenDifference, shown: ShownRepair): DecisionJson {
  const { words, request, proposals } = explainOpen(open, shown);
  return { request, kind: open.difference.kind, reason: words, proposals };
}
