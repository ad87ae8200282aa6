/**
 * The verdict of a cell: a pure function of what its requests showed, written down as the decision table of
 * the specification (section 2.5), so that the two can be laid side by side.
 *
 * Precedence: what happened to the object, then what was in the answer, then the controls, then the transport,
 * then the status. Evidence of harm counts whatever the controls did; no evidence proves nothing unless they
 * succeeded.
 */
import type { CellKind } from '../model/cell';
import type { OutcomeClass, Signals } from '../model/verdict';

/** What the signals of a cell of that kind come to. */
export function judge(kind: CellKind, signals: Signals): OutcomeClass {
  const outcome = judgeKind(kind, signals);
  return signals.publicToo === true && isOpenToAll(outcome, signals) ? 'PUBLIC_OK' : outcome;
}

/** Rows of the decision table: what answered the attack. */
type ResponseRow =
  | 'accepted'
  | 'redirected'
  | 'refused'
  | '401 live'
  | '401'
  | '403'
  | '404'
  | '429'
  | 'server error'
  | 'none';

/** The row that an answer belongs to; a declared denial is in the row of the status that it means. */
function rowOf({ status, live, mapped }: Pick<Signals, 'status' | 'live' | 'mapped'>): ResponseRow {
  if (status === 'none') {
    return 'none';
  }
  switch (mapped ?? status) {
    case 401:
      return live === true ? '401 live' : '401';
    case 403:
      return '403';
    case 404:
      return '404';
    case 429:
      return '429';
    default:
      return rowOfClass(status);
  }
}

function rowOfClass(status: number): ResponseRow {
  if ((status >= 200 && status < 300) || status === 304) {
    return 'accepted';
  }
  if (status >= 300 && status < 400) {
    return 'redirected';
  }
  // Outside of 200 to 599 nothing is a final answer: it proves as little as a fault of the server.
  return status >= 400 && status < 500 ? 'refused' : 'server error';
}

const P3 = 'PASS_403';
const P4 = 'PASS_404';
const PA = 'PASS_401';
const FR = 'FLAW_READ';
const FW = 'FLAW_WRITE';
const FD = 'FLAW_DELETE';
const DR = 'DENIED_REDIRECT';
const D1 = 'DENIED_401';
const DO = 'DENIED_OTHER';
const IC = 'INCONCLUSIVE_CONTROL';
const IA = 'INCONCLUSIVE_AUTH';
const IR = 'INCONCLUSIVE_RATE_LIMIT';
const I5 = 'INCONCLUSIVE_SERVER_ERROR';
const IN = 'INCONCLUSIVE_NETWORK';
const IS = 'INCONCLUSIVE_STATE';

/** Of an accepted attack: plain; when the caller's own object was reached; when the body is a denial. */
type Accepted = readonly [plain: OutcomeClass, self: OutcomeClass, soft: OutcomeClass];

const SU: Accepted = ['SUSPECT_ACCEPTED', 'ID_IGNORED', 'SOFT_DENY'];
/** Without a look at the object a denial in the body is only a claim. */
const SU_UNSEEN: Accepted = ['SUSPECT_ACCEPTED', 'ID_IGNORED', 'SUSPECT_ACCEPTED'];

type Entry = OutcomeClass | Accepted;
type Row = readonly [Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry, Entry];

/** Columns: state/leak. */
const COLUMNS = [
  ...(['unasked/no', 'unasked/unknown', 'unasked/yes'] as const),
  ...(['same/no', 'same/unknown', 'same/yes'] as const),
  ...(['unknown/no', 'unknown/unknown', 'unknown/yes'] as const),
  ...(['changed', 'gone'] as const),
];

// prettier-ignore
const CONTROLS_OK: Readonly<Record<ResponseRow, Row>> = {
  //              na/n na/u na/y  same/n same/u same/y  unk/n      unk/u      unk/y  changed gone
  'accepted':     [SU, SU,  FR,   SU,    SU,    FR,     SU_UNSEEN, SU_UNSEEN, FR,    FW,     FD],
  'redirected':   [DR, DR,  FR,   DR,    DR,    FR,     IS,        IS,        FR,    FW,     FD],
  'refused':      [DO, DO,  FR,   DO,    DO,    FR,     IS,        IS,        FR,    FW,     FD],
  '401 live':     [D1, D1,  FR,   D1,    D1,    FR,     IS,        IS,        FR,    FW,     FD],
  '401':          [IA, IA,  FR,   IA,    IA,    FR,     IA,        IA,        FR,    FW,     FD],
  '403':          [P3, P3,  FR,   P3,    P3,    FR,     IS,        IS,        FR,    FW,     FD],
  '404':          [P4, P4,  FR,   P4,    P4,    FR,     IS,        IS,        FR,    FW,     FD],
  '429':          [IR, IR,  FR,   IR,    IR,    FR,     IR,        IR,        FR,    FW,     FD],
  'server error': [I5, I5,  FR,   I5,    I5,    FR,     I5,        I5,        FR,    FW,     FD],
  'none':         [IN, IN,  FR,   IN,    IN,    FR,     IN,        IN,        FR,    FW,     FD],
};

// prettier-ignore
const CONTROLS_FAILED: Row =
  //              na/n na/u na/y  same/n same/u same/y  unk/n      unk/u      unk/y  changed gone
                  [IC, IC,  FR,   IC,    IC,    FR,     IC,        IC,        FR,    FW,     FD];

/** Without credentials no token can be valid: a 401 is the expected refusal. */
// prettier-ignore
const ANONYMOUS_401: Row =
  //              na/n na/u na/y  same/n same/u same/y  unk/n      unk/u      unk/y  changed gone
                  [PA, PA,  FR,   PA,    PA,    FR,     IS,        IS,        FR,    FW,     FD];

function judgeKind(kind: CellKind, signals: Signals): OutcomeClass {
  switch (kind) {
    case 'OBJ':
    case 'FUN':
      return judgeAttack(CONTROLS_OK[rowOf(signals)], signals);
    case 'ANON':
      return judgeAttack(isUnauthorized(signals) ? ANONYMOUS_401 : CONTROLS_OK[rowOf(signals)], signals);
    case 'SELF':
      return judgeOwn(signals);
    case 'LIST':
      return judgeList(signals);
    case 'PROP':
      return judgeProperty(signals);
  }
}

function isUnauthorized(signals: Signals): boolean {
  const row = rowOf(signals);
  return row === '401' || row === '401 live';
}

function judgeAttack(row: Row, signals: Signals): OutcomeClass {
  const entry = entryOf(signals.control === 'ok' ? row : CONTROLS_FAILED, signals);
  const outcome = typeof entry === 'string' ? entry : acceptedAs(entry, signals);
  const isMapped = signals.mapped !== undefined && signals.mapped !== signals.status;
  return isMapped && (outcome === P3 || outcome === P4) ? 'PASS_MAPPED' : outcome;
}

function entryOf(row: Row, { state, leak }: Signals): Entry {
  const column = state === 'changed' || state === 'gone' ? state : (`${state}/${leak}` as const);
  // The last column is there for the type only: every combination is among the columns.
  return row[COLUMNS.indexOf(column)] ?? row[10];
}

/** The caller's own object before a denial in the body: it tells where the request went. */
function acceptedAs([plain, own, denied]: Accepted, { self, soft }: Signals): OutcomeClass {
  if (self) {
    return own;
  }
  return soft ? denied : plain;
}

/** What is granted must succeed; `self` says that the answer is what the request itself expects. */
function judgeOwn(signals: Signals): OutcomeClass {
  const { control, self, soft } = signals;
  if (control === 'fail') {
    return IC;
  }
  const row = rowOf(signals);
  if (self || (row === 'accepted' && !soft)) {
    return 'PASS_EFFECT';
  }
  return withoutProof(row) ?? 'OVER_RESTRICTED';
}

/** A collection is judged by its contents: every page was read, and the caller's own object is in it. */
function judgeList(signals: Signals): OutcomeClass {
  const { control, state, leak, wholeList } = signals;
  if (control === 'fail' || state === 'changed' || state === 'gone' || leak === 'yes') {
    return judgeAttack(CONTROLS_FAILED, signals);
  }
  const row = rowOf(signals);
  if (row === 'accepted' && wholeList === true && leak === 'no') {
    return 'PASS_EFFECT';
  }
  return withoutProof(row) ?? IC;
}

/** A property is judged by its effect on the objects of its owner, whatever was answered. */
function judgeProperty(signals: Signals): OutcomeClass {
  const { control, state, leak } = signals;
  if (state === 'changed' || state === 'gone') {
    return FW;
  }
  if (control === 'fail' || leak === 'yes') {
    return judgeAttack(CONTROLS_FAILED, signals);
  }
  return state === 'same' ? (withoutProof(rowOf(signals)) ?? 'PASS_EFFECT') : IS;
}

/** Answers that say nothing about permission; absent for those that do. */
function withoutProof(row: ResponseRow): OutcomeClass | undefined {
  switch (row) {
    case '401':
      return IA;
    case '429':
      return IR;
    case 'server error':
      return I5;
    case 'none':
      return IN;
    default:
      return undefined;
  }
}

/**
 * Whether what was returned is what anybody gets without credentials. Of a change nothing is public, and
 * without controls nothing is proved.
 */
function isOpenToAll(outcome: OutcomeClass, { control, state }: Signals): boolean {
  const isAnswered = outcome === FR || outcome === 'SUSPECT_ACCEPTED';
  return isAnswered && control === 'ok' && (state === 'unasked' || state === 'same');
}
