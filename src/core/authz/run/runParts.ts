/** The input of a run, and the parts that the procedures of its cells use. */
import type { LoadedMatrix } from '../model/matrix';
import type { OpenValues } from '../act/attacks/attackLeaks';
import { createListHistory } from '../act/listHistory';
import { createPlanting } from '../act/canaryFields';
import { createObjects, type Objects } from '../act/objects/objects';
import { createTargets, type Targets } from '../act/objects/targets';
import type { MatrixPlan } from '../model/cell';
import { createAccounts, type Accounts } from '../act/accounts/accounts';
import type { AbsentAnswers } from '../act/controls/calibration';
import type { AuthzContext, AuthzPorts } from '../act/context';
import { createControls, type Controls, type MadeControls } from '../act/controls/controls';
import { createSender, type SenderOptions } from '../act/sender/sender';
import { createSessions, type Sessions } from '../act/sessions/sessions';
import { createThrowAways, type ThrowAways } from '../act/attacks/throwAwayUsers';

/** The input of a run of a matrix. */
export interface MatrixRun {
  readonly loaded: LoadedMatrix;
  readonly plan: MatrixPlan;
  readonly settings: SenderOptions['settings'];
  readonly keep: SenderOptions['keep'];
  readonly render: SenderOptions['render'];
  /** Masks credentials in what others wrote: messages and values, never in sentences of ours. */
  readonly mask: (text: string) => string;
  /** Of the planted texts; the same seed plants the same ones. */
  readonly seed: string;
  /** Of this run alone, unlike the seed: by it the ledger distinguishes its objects from those of other runs. */
  readonly runId: string;
  /** Whether requests that change something may be sent: the matrix and the person agree. */
  readonly mayChange: boolean;
  /** How many cells that only read are asked at a time. */
  readonly parallel: number;
}

/** The parts of one run. */
export interface Parts {
  readonly context: AuthzContext;
  readonly sessions: Sessions;
  readonly accounts: Accounts;
  readonly objects: Objects;
  readonly targets: Targets;
  readonly controls: Controls;
  /** Users made for operations that end credentials. */
  readonly throwAways: ThrowAways;
  /** What objects that do not exist are answered with. */
  readonly absent: AbsentAnswers;
  readonly made: MadeControls;
  readonly openValues: OpenValues;
}

/** The parts of a run, nothing sent yet; `phase` says which signal is in force. */
export function createParts(
  { loaded, settings, keep, render, seed, runId, mayChange }: MatrixRun,
  ports: AuthzPorts,
  phase: { readonly signal: AbortSignal },
): Parts {
  const sender = createSender({
    ports,
    settings,
    matrixFile: loaded.file,
    keep,
    render,
    mayChange,
    signal: () => phase.signal,
    withTimeToAnswer: ports.withTimeToAnswer,
  });
  const context: AuthzContext = {
    ...{ loaded, ports, sender, seed, runId, mayChange },
    overrides: settings.overrides,
    planting: createPlanting(),
    listHistory: createListHistory(),
  };
  const sessions = createSessions(context);
  const objects = createObjects(context, sessions);
  const targets = createTargets(objects, context);
  const absent: AbsentAnswers = new Map();
  const made: MadeControls = new Map();
  const controls = createControls({ context, sessions, objects, targets, absent, made });
  const accounts = createAccounts(context, targets);
  const throwAways = createThrowAways({ context, sessions, objects, accounts });
  return {
    context,
    sessions,
    accounts,
    objects,
    targets,
    controls,
    throwAways,
    absent,
    made,
    openValues: new Map(),
  };
}
