/**
 * Results of requests as a form shows them: the last of each, whichever run it is from. The page names one by a
 * number that it was given; an older one is answered with a failure.
 */
import * as vscode from 'vscode';
import type { RecordedBody, RequestResult } from '../../core/result';
import { CallFailure } from '../../protocol/channel';
import { bodyUri } from '../responseBodies';
import type { ShownRuns } from '../results/shownRuns';

/** Results that can be asked for: pages may still be busy with one that another has replaced. */
const KEPT = 8;

/** The results that the page of one form was given. */
export class FormResults {
  readonly #given = new Map<number, RequestResult>();
  #count = 0;

  constructor(
    private readonly chain: vscode.Uri,
    private readonly shown: ShownRuns,
  ) {}

  /** The number of a result, the same as long as it is the last one that was asked for. */
  give(result: RequestResult): { readonly run: number; readonly index: number } {
    const known = [...this.#given].find(([, given]) => given === result)?.[0];
    if (known !== undefined) {
      return { run: known, index: 0 };
    }
    this.#count += 1;
    this.#given.set(this.#count, result);
    this.#given.delete(this.#count - KEPT);
    return { run: this.#count, index: 0 };
  }

  /**
   * The result with a number.
   *
   * @throws CallFailure when it was replaced long ago
   */
  at(run: number): RequestResult {
    const result = this.#given.get(run);
    if (result === undefined) {
      throw new CallFailure(vscode.l10n.t('This result is no longer there. Run the chain again.'));
    }
    return result;
  }

  /** Shows the body of a response in an editor of its own. */
  async openBody(run: number): Promise<void> {
    const result = this.at(run);
    const latest = this.#inLatestRun(result);
    if (latest === undefined) {
      throw new CallFailure(
        vscode.l10n.t('Only bodies of the last run can be opened. Run the request again to open this one.'),
      );
    }
    const uri = bodyUri(this.chain, latest.run, latest.index, result);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
  }

  /** The whole of a body as far as it is still there: of an earlier run it may be the beginning. */
  async wholeBody(body: RecordedBody): Promise<RecordedBody> {
    const results = this.shown.runOf(this.chain)?.results.values() ?? [];
    const isLatest = [...results].some(({ exchange }) => exchange?.response?.body === body);
    return isLatest ? this.shown.wholeBody(this.chain, body) : body;
  }

  #inLatestRun(result: RequestResult): { readonly run: number; readonly index: number } | undefined {
    const latest = this.shown.runOf(this.chain);
    const index = [...(latest?.results ?? [])].find(([, other]) => other === result)?.[0];
    return latest === undefined || index === undefined ? undefined : { run: latest.view.run, index };
  }
}
