/**
 * One chain under review: the proposals that its last responses gave, against the text as the editor shows it.
 *
 * Mapping is done once, in a thread; which proposals still apply is checked whenever the text changes.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { editBetween, type TextEdit } from '../../core/edit/textEdit';
import { guessChain, withGuesses } from '../../core/mapping/decide/guessChain';
import { appliedPlaces, judgeByRun, type AppliedPlace } from '../../core/mapping/review/judgeRun';
import { takeInstead } from '../../core/mapping/review/alternativeSources';
import {
  applyPicked,
  madeExtractions,
  openMappings,
  type ProposedSession,
} from '../../core/mapping/review/reviewMappings';
import {
  applyColumn,
  openColumns,
  type OpenColumn,
  type TypedSession,
} from '../../core/mapping/review/reviewColumns';
import {
  applyCopy,
  openCopies,
  type CopiedSession,
  type OpenCopy,
} from '../../core/mapping/review/reviewCopies';
import {
  applyLoop,
  openLoops,
  type LoopedSession,
  type OpenLoop,
} from '../../core/mapping/review/reviewLoops';
import type { MadeExtraction } from '../../core/mapping/review/unusedExtraction';
import { outlineChain } from '../../core/files/outline';
import type { ExecutionResult } from '../../core/result/result';
import { MAPPING_WORKER, mapInWorker } from './mapInWorker';
import { CallFailure } from '../../protocol/channel';
import type { MappingView, PickedUse, ReviewView, ShownGuess } from '../../protocol/mappingContract';
import { shownCopies } from '../../protocol/copiesView';
import { shownColumns } from '../../protocol/columnsView';
import { shownLoops } from '../../protocol/loopsView';
import { mappingThings, shownGuesses, trialOf, verdictSummary } from '../../protocol/mappingView';
import { fileTitle } from '../chainDocument';
import { fileText } from '../fileText';
import { say } from '../say';
import type { ChainAnalyses } from '../services';
import { toWorkspaceEdit, tryEdit } from '../textEdits';
import type { LastSession } from './lastSession';
import { progressLater } from './progressLater';
import type { RejectedMappings } from './rejectedMappings';
import { showIfHidden } from './showIfHidden';

/** What a review of one chain works with. */
export interface MappingSources {
  /** The session that is mapped; absent when the chain has no result. */
  readonly lastSession: () => Promise<LastSession | undefined>;
  /** The last whole run of the window that has ended; absent before the first. */
  readonly lastRun: () => ExecutionResult | undefined;
  readonly analyses: Pick<ChainAnalyses, 'of'>;
  readonly rejected: Pick<RejectedMappings, 'of'>;
  /** Workspace paths of the chains that require this one or run it as a step. */
  readonly users: () => Promise<readonly string[]>;
}

/** A session with what was found in it. */
type MappedSession = ProposedSession &
  Pick<CopiedSession, 'copies'> &
  Pick<LoopedSession, 'loops'> &
  Pick<TypedSession, 'columns'>;

/** The outcome of mapping. */
type Mapped =
  | { readonly kind: 'stopped' }
  /** `isRun`: there is a run, and nothing answered in it. */
  | { readonly kind: 'no-result'; readonly isRun: boolean }
  | ({
      readonly kind: 'session';
      readonly session: MappedSession;
      /** Entries that were answered with an error. */
      readonly refused: ReadonlySet<number>;
      /** Name of the second recording. */
      readonly recording?: string;
    } & Pick<ReviewView, 'source' | 'startedAt' | 'answered'>);

/** What was applied since a chain was mapped, what it extracts for that, and when. */
interface Applied {
  readonly places: readonly AppliedPlace[];
  readonly made: readonly MadeExtraction[];
  readonly at: string;
}

const NOTHING_APPLIED: Applied = { places: [], made: [], at: '' };

/** A chain, and what was proposed for it. */
export class ChainMapping implements vscode.Disposable {
  #mapping: { readonly mapped: Promise<Mapped>; readonly stopping: AbortController } | undefined;
  #applied = NOTHING_APPLIED;
  /** A second recording that proposals are held against. */
  #recording: vscode.Uri | undefined;

  constructor(
    readonly chain: vscode.Uri,
    private readonly sources: MappingSources,
  ) {}

  /** Forgets what was proposed; the next look maps the last responses. */
  again(): void {
    this.#mapping?.stopping.abort();
    this.#mapping = undefined;
    this.#applied = NOTHING_APPLIED;
  }

  /** Whether a run would say something of what was applied. */
  get isTried(): boolean {
    return this.#applied.places.length > 0;
  }

  /** Holds what is proposed against a second recording from now on; without one, against nothing. */
  verifyBy(recording: vscode.Uri | undefined): void {
    this.again();
    this.#recording = recording;
  }

  /** The open decisions. Rejects with a UserError when the text is not JSON. */
  async view(): Promise<MappingView> {
    const mapped = await this.#mapped();
    const chain = fileTitle(this.chain);
    if (mapped.kind !== 'session') {
      return mapped.kind === 'stopped'
        ? { kind: 'stopped', chain }
        : { ...mapped, chain, trusted: vscode.workspace.isTrusted, guesses: await this.#guesses() };
    }
    const { session, source, startedAt, answered, recording } = mapped;
    const text = (await this.#document()).getText();
    const open = openMappings(text, session);
    const names = namesIn(text);
    const things = mappingThings(open, {
      ids: session.ids,
      names,
      say,
      rejected: this.sources.rejected.of(this.chain),
      hidden: await this.#credentials(text),
    });
    return {
      kind: 'review',
      chain,
      source,
      startedAt,
      answered,
      ...this.#trial(names, text, session),
      ...(recording === undefined ? {} : { verification: { recording, summary: verdictSummary(open, say) } }),
      things,
      copies: shownCopies(await this.#copies(text, session), { names, say }),
      loops: shownLoops(await this.#loops(text, session), { names, say }),
      ...(await this.#columnsView(text, session)),
    };
  }

  /**
   * Carries out what the person picked, in one step that can be undone; gives how many places refer to a variable
   * now. Rejects with a CallFailure when no choice applies any more.
   */
  async apply(picks: readonly PickedUse[]): Promise<number> {
    const mapped = await this.#mapped();
    const document = await this.#document();
    const text = document.getText();
    const { edits, places } =
      mapped.kind === 'session' ? applyPicked(text, mapped.session, picks) : { edits: [], places: 0 };
    if (mapped.kind !== 'session' || places === 0 || !(await tryEdit(toWorkspaceEdit(document, edits)))) {
      throw changedSince();
    }
    const open = openMappings(text, mapped.session);
    this.#remember(
      [...this.#applied.places, ...appliedPlaces(open, picks, (entry) => mapped.refused.has(entry))],
      madeExtractions(open, picks),
    );
    await showIfHidden(document);
    return places;
  }

  /**
   * Lets a place that was applied take another of its sources, in one step that can be undone; gives how many places
   * do. Rejects with a CallFailure when it no longer applies.
   */
  async takeInstead({ key, choice }: PickedUse): Promise<number> {
    const mapped = await this.#mapped();
    const place = this.#applied.places.find(({ mapping }) => mapping.key === key);
    const document = await this.#document();
    const text = document.getText();
    const { edits, places } =
      mapped.kind === 'session' && place !== undefined
        ? takeInstead(text, mapped.session, { place, choice, made: this.#applied.made })
        : { edits: [], places: 0 };
    if (place === undefined || places === 0 || !(await tryEdit(toWorkspaceEdit(document, edits)))) {
      throw changedSince();
    }
    const others = this.#applied.places.filter((one) => one !== place);
    const picks = [{ key, choice }];
    const taken = appliedPlaces([place.mapping], picks, () => place.wasRefused);
    this.#remember([...others, ...taken], madeExtractions([place.mapping], picks));
    await showIfHidden(document);
    return places;
  }

  /**
   * Makes the chain take an object whole that it sends as it was answered; gives how many places refer to it now. Rejects
   * with a CallFailure when it no longer applies.
   */
  async applyCopy(key: string): Promise<number> {
    const { uses } = await this.#take(key, (text, session) => this.#copies(text, session), applyCopy);
    return uses.length;
  }

  /** Makes a value a column of rows of data; gives how many places refer to it now. Rejects as {@link applyCopy}. */
  async applyColumn(key: string): Promise<number> {
    const { uses } = await this.#take(key, (text, session) => this.#columns(text, session), applyColumn);
    return uses.length;
  }

  /** Writes requests as one with a loop; gives how many places refer to its item now. Rejects as {@link applyCopy}. */
  async applyLoop(key: string): Promise<number> {
    await this.#take(key, (text, session) => this.#loops(text, session), applyLoop);
    return 1;
  }

  /**
   * Makes the chain extract variables that were guessed by names, in one step that can be undone; gives how many.
   * Rejects with a CallFailure when none of them is open any more.
   */
  async applyGuesses(variables: readonly string[]): Promise<number> {
    const document = await this.#document();
    const analysis = await this.sources.analyses.of(this.chain);
    const { text } = analysis.source;
    const picked = guessChain(analysis).filter(({ variable }) => variables.includes(variable));
    const edits = text === document.getText() ? editBetween(text, withGuesses(picked, analysis)) : [];
    if (edits.length === 0 || !(await tryEdit(toWorkspaceEdit(document, edits)))) {
      throw changedSince();
    }
    await showIfHidden(document);
    return picked.length;
  }

  dispose(): void {
    this.again();
  }

  /** Carries out an offer that is still open, in one step that can be undone. */
  async #take<Offer extends { readonly key: string }>(
    key: string,
    openIn: (text: string, session: MappedSession) => Promise<readonly Offer[]>,
    editsOf: (text: string, offer: Offer) => readonly TextEdit[],
  ): Promise<Offer> {
    const mapped = await this.#mapped();
    const document = await this.#document();
    const text = document.getText();
    const offers = mapped.kind === 'session' ? await openIn(text, mapped.session) : [];
    const offer = offers.find((one) => one.key === key);
    if (offer === undefined || !(await tryEdit(toWorkspaceEdit(document, editsOf(text, offer))))) {
      throw changedSince();
    }
    await showIfHidden(document);
    return offer;
  }

  /** Remembers what was applied by now. */
  #remember(places: readonly AppliedPlace[], made: readonly MadeExtraction[]): void {
    this.#applied = { places, made: [...this.#applied.made, ...made], at: new Date().toISOString() };
  }

  /** What a run after the last change says of what was applied. */
  #trial(
    names: ReadonlyMap<string, string>,
    text: string,
    session: ProposedSession,
  ): Pick<ReviewView, 'trial'> {
    const { places, made, at } = this.#applied;
    const run = places.length === 0 ? undefined : this.sources.lastRun();
    const exchange = (place: AppliedPlace, choice: number) =>
      takeInstead(text, session, { place, choice, made });
    return run === undefined || run.startedAt < at
      ? {}
      : { trial: trialOf(judgeByRun(places, run, say), run, { names, say, exchange }) };
  }

  async #copies(text: string, session: Pick<CopiedSession, 'copies' | 'ids'>): Promise<readonly OpenCopy[]> {
    const { variables } = await this.sources.analyses.of(this.chain);
    return openCopies(text, { ...session, taken: variables.map(({ name }) => name) });
  }

  async #columns(
    text: string,
    session: Pick<TypedSession, 'columns' | 'ids'>,
  ): Promise<readonly OpenColumn[]> {
    const { variables } = await this.sources.analyses.of(this.chain);
    return openColumns(text, { ...session, taken: variables.map(({ name }) => name) });
  }

  async #columnsView(
    text: string,
    session: Pick<TypedSession, 'columns' | 'ids'>,
  ): Promise<Pick<ReviewView, 'columns' | 'usedBy'>> {
    const columns = shownColumns(await this.#columns(text, session), { names: namesIn(text), say });
    const usedBy = columns.length === 0 ? [] : await this.sources.users();
    return usedBy.length === 0 ? { columns } : { columns, usedBy: usedBy.map((file) => fileText(file)) };
  }

  async #loops(text: string, session: Pick<LoopedSession, 'loops' | 'ids'>): Promise<readonly OpenLoop[]> {
    const { variables } = await this.sources.analyses.of(this.chain);
    return openLoops(text, { ...session, taken: variables.map(({ name }) => name) });
  }

  #mapped(): Promise<Mapped> {
    if (this.#mapping === undefined) {
      const stopping = new AbortController();
      this.#mapping = { mapped: this.#map(stopping), stopping };
    }
    return this.#mapping.mapped;
  }

  async #map(stopping: AbortController): Promise<Mapped> {
    const last = await this.sources.lastSession();
    if (last === undefined || last.steps.every(({ response }) => response === undefined)) {
      return { kind: 'no-result', isRun: last?.source === 'run' };
    }
    const { steps, ids, source, startedAt } = last;
    const { variables } = await this.sources.analyses.of(this.chain);
    const taken = variables.map(({ name }) => name);
    const recording = this.#recording;
    const title = vscode.l10n.t('Mapping {0}', fileText(fileTitle(this.chain)));
    const found = await progressLater(title, stopping, (report) =>
      mapInWorker(
        { steps, taken, ...defined({ recording: recording?.fsPath }) },
        {
          script: MAPPING_WORKER,
          signal: stopping.signal,
          onProgress: (read, total) => report(read / total),
        },
      ),
    );
    const answered = steps.filter(({ response }) => response !== undefined).length;
    return found === undefined
      ? { kind: 'stopped' }
      : {
          kind: 'session',
          session: { ...found, ids },
          refused: new Set(
            steps.flatMap(({ entry, response }) => ((response?.status ?? 0) >= 400 ? [entry] : [])),
          ),
          source,
          startedAt,
          answered,
          ...(recording === undefined ? {} : { recording: path.posix.basename(recording.path) }),
        };
  }

  async #guesses(): Promise<readonly ShownGuess[]> {
    const analysis = await this.sources.analyses.of(this.chain);
    const { requests, text } = analysis.source;
    return shownGuesses(
      guessChain(analysis),
      requests.map(({ id }) => id ?? ''),
      { names: namesIn(text), say },
    );
  }

  #document(): Thenable<vscode.TextDocument> {
    return vscode.workspace.openTextDocument(this.chain);
  }

  /** What of a text nobody should see, as far as the analysis is of this very text. */
  async #credentials(text: string): Promise<readonly string[]> {
    const { problems, source } = await this.sources.analyses.of(this.chain);
    return source.text !== text
      ? []
      : problems.flatMap(({ code, range }) =>
          code === 'hard-coded-credential' ? [text.slice(range.start, range.end)] : [],
        );
  }
}

/** Names of a chain's requests by id. */
function namesIn(text: string): ReadonlyMap<string, string> {
  const { requests } = outlineChain(text);
  return new Map(requests.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}

function changedSince(): CallFailure {
  return new CallFailure(vscode.l10n.t('The chain has changed since. Map it again.'));
}
