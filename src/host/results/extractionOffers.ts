/**
 * Keeping parts of responses as variables for one results panel: makes offers, and carries out the last one
 * when the person agrees, as one undoable change of the chain's text.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { ExtractionProposal } from '../../core/extraction/proposeExtraction';
import type { ResponsePart } from '../../core/extraction/responsePart';
import type { RecordedBody, RequestResult } from '../../core/result/result';
import type { ExtractedNote, ExtractionChoice, ExtractionOffer } from '../../protocol/extractionOffer';
import { analysisOf } from '../providers/insight';
import type { ChainAnalyses } from '../services';
import { applyChanges } from '../views/chainEdits';
import type { ResultHistory } from './resultHistory';

/** What offers are made from. */
export interface ExtractionPorts {
  readonly analyses: ChainAnalyses;
  readonly history: Pick<ResultHistory, 'list' | 'read'>;
  /** The whole of a body, when the result holds its beginning only. */
  readonly wholeBody: (body: RecordedBody) => Promise<RecordedBody>;
}

/** A request's result with the chain that contains it. */
export interface PickedResult {
  readonly chain: vscode.Uri;
  readonly result: RequestResult;
}

/** The request that an offer has changed. */
interface Extracted {
  readonly chain: vscode.Uri;
  readonly requestId: string;
}

/** An offer that may still be accepted. */
interface Pending {
  readonly id: number;
  readonly chain: vscode.Uri;
  readonly requestId: string;
  readonly proposal: ExtractionProposal;
  /** The text that it was made for. */
  readonly text: string;
}

/** The offers of one panel; only the one that was asked for last can be accepted. */
export class ExtractionOffers {
  #pending: Pending | undefined;
  /** The offer that was accepted last, and its outcome; a key or button may be pressed twice. */
  #accepted: { readonly offer: number; readonly extracted: Promise<Extracted> } | undefined;
  #count = 0;

  constructor(private readonly ports: ExtractionPorts) {}

  /** Makes an offer, unless the person chose another way for a value that is extracted already. Rejects with a UserError when the chain or the response has changed. */
  async offer({ chain, result }: PickedResult, part: ResponsePart): Promise<ExtractionOffer | ExtractedNote> {
    this.#count += 1;
    const id = this.#count;
    const [{ earlierAnswers }, { findPicked }, { proposeExtraction }, { ruleText }] = await Promise.all([
      import('./earlierAnswers'),
      import('./lookedAtBodies'),
      import('../../core/extraction/proposeExtraction'),
      import('../../core/extraction/extractionRules'),
    ]);
    const document = await vscode.workspace.openTextDocument(chain);
    const analysis = await analysisOf(document, this.ports);
    if (analysis === undefined) {
      throw textHasChanged();
    }
    const found = await findPicked(result, part, this.ports.wholeBody);
    const requestId = result.request.id;
    const earlier = await earlierAnswers(this.ports.history, chain, result);
    const proposal = proposeExtraction(analysis, { requestId, part, found, earlier });
    const { text } = analysis.source;
    const note = await this.#askFirst(document, text, proposal);
    if (note !== undefined) {
      return { note };
    }
    // A page shows the offer that it asked for last, however long an earlier one takes.
    if (id === this.#count) {
      this.#pending = { id, chain, requestId, proposal, text };
    }
    return {
      id,
      variable: proposal.variable,
      rules: proposal.rules.map(({ rule, ...tried }) => ({ text: ruleText(rule), all: rule.all, ...tried })),
      uses: proposal.uses.map(({ requestName, location }) => ({ requestName, location })),
    };
  }

  /** Lets the person choose what to do with a value that is extracted already; a note unless it is extracted again. */
  async #askFirst(
    document: vscode.TextDocument,
    text: string,
    { extracted, uses }: ExtractionProposal,
  ): Promise<string | undefined> {
    if (extracted === undefined) {
      return undefined;
    }
    const { askAboutExtracted } = await import('./extractedBefore');
    return (await askAboutExtracted({ document, text, extracted, uses }))
      ? undefined
      : vscode.l10n.t(
          '{0} already has this value. Later requests can use it as {1}.',
          extracted.name,
          `{{${extracted.name}}}`,
        );
  }

  /**
   * Carries an offer out, once, and says which request has changed. Rejects with a UserError when it is void or the
   * name cannot be used; then it can be accepted again.
   */
  async accept(offer: number, choice: ExtractionChoice): Promise<Extracted> {
    if (this.#accepted?.offer !== offer) {
      this.#accepted = { offer, extracted: this.#extract(offer, choice) };
    }
    try {
      return await this.#accepted.extracted;
    } catch (error) {
      this.#accepted = undefined;
      throw error;
    }
  }

  async #extract(offer: number, { variable, rule, uses }: ExtractionChoice): Promise<Extracted> {
    const pending = this.#pending;
    const chosen = pending?.id === offer ? pending.proposal.rules[rule]?.rule : undefined;
    if (pending === undefined || chosen === undefined) {
      throw textHasChanged();
    }
    const document = await vscode.workspace.openTextDocument(pending.chain);
    const { extractionEdits } = await import('../../core/extraction/proposeExtraction');
    if (document.getText() !== pending.text) {
      throw textHasChanged();
    }
    const edits = extractionEdits(document.getText(), {
      requestId: pending.requestId,
      extraction: { variable, ...chosen },
      replace: pending.proposal.uses.filter((_, index) => uses.includes(index)),
    });
    await applyChanges([{ document, edits }]);
    this.#pending = undefined;
    return { chain: pending.chain, requestId: pending.requestId };
  }
}

function textHasChanged(): UserError {
  return new UserError(
    vscode.l10n.t('The chain has changed since, so nothing was extracted.'),
    vscode.l10n.t('Choose the value again.'),
  );
}
