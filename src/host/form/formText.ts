/**
 * The text behind a form: the document with its analysis, and the way to change it. Changes are made one after the
 * other, because each is worked out on the text that the one before left.
 */
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import type { Part } from '../../core/form/partProblems';
import { CallFailure } from '../../protocol/channel';
import type { FormAnswer, FormChange, FormTarget, FormRequest } from '../../protocol/formEdit';
import type { ChainAnalyses } from '../services';
import { changeText } from '../textEdits';
import { oneByOne } from '../../core/oneByOne';
import { partOf } from '../../protocol/chainForm';
import { changedText } from '../../protocol/formText';

/** The analysis of a document, and its version. */
export interface AnalysedText {
  readonly analysis: ChainAnalysis;
  readonly revision: number;
}

/** A document that a form shows and changes. */
export class FormText {
  /** Does something when every change before has been made. */
  readonly inTurn = oneByOne();

  constructor(
    readonly document: vscode.TextDocument,
    private readonly analyses: ChainAnalyses,
  ) {}

  /** The analysis of the current text. Rejects when its file is gone. */
  async analysed(): Promise<AnalysedText> {
    while (!this.document.isClosed) {
      const analysis = await this.analyses.of(this.document.uri);
      if (analysis.source.text === this.document.getText()) {
        return { analysis, revision: this.document.version };
      }
      // Somebody typed in the text meanwhile.
    }
    throw new CallFailure(vscode.l10n.t('The file is closed. Open it again.'));
  }

  /**
   * The part of the text that a page names.
   *
   * @throws CallFailure when another request, or none, is there
   */
  async partOf(target: FormTarget): Promise<{ readonly analysis: ChainAnalysis; readonly part: Part }> {
    const { analysis } = await this.analysed();
    const found = partOf(analysis.source, target);
    if (found === undefined) {
      throw requestIsGone();
    }
    return { analysis, part: found.part };
  }

  /**
   * Positions of requests that a page has picked.
   *
   * @throws CallFailure when another request, or none, is at one of the given positions
   */
  async positionsOf(picked: readonly FormRequest[]): Promise<readonly number[]> {
    const { analysis } = await this.analysed();
    const ids = new Map(analysis.source.requests.map(({ index, id }) => [index, id]));
    return picked.map(({ index, id }) => {
      if (ids.get(index) !== id) {
        throw requestIsGone();
      }
      return index;
    });
  }

  /** Changes the text in one step, unless it says something else than the page believes. */
  async change(change: FormChange): Promise<FormAnswer> {
    const { document } = this;
    const isDone = await changeText(document, (text) => changedText(text, change));
    return isDone ? { kind: 'done', revision: document.version } : { kind: 'stale' };
  }
}

function requestIsGone(): CallFailure {
  return new CallFailure(vscode.l10n.t('This request is no longer there. The chain has changed.'));
}
