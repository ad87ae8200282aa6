/**
 * Results of requests as a form shows them: the last of each, whichever run it is from, and what was recorded
 * elsewhere of those that were never run. The page names one by a number that it was given; an older one is
 * answered with a failure.
 */
import * as vscode from 'vscode';
import type { RecordedBody, RequestResult } from '../../core/result/result';
import { exchangesOf } from '../../core/result/savedExamples';
import { CallFailure } from '../../protocol/channel';
import { bodyUri, type ResponsePlace } from '../responseBodies';
import type { FormPorts } from './formPorts';

/** Results that can be asked for: pages may still be busy with one that another has replaced. */
const KEPT = 8;

/** Results of runs on disk that are searched for the one that a body is asked of; recordings all are. */
const SEARCHED = 20;

/** A result where it was kept. */
type KeptPlace = Omit<ResponsePlace, 'example'>;

/** The results that the page of one form was given. */
export class FormResults {
  readonly #given = new Map<number, RequestResult>();
  #count = 0;

  constructor(
    private readonly chain: vscode.Uri,
    private readonly ports: Pick<FormPorts, 'shown' | 'history'>,
  ) {}

  /** The number of a result, the same as long as it is the last requested one. */
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

  /**
   * Shows the body of a response in an editor of its own.
   *
   * @throws CallFailure when its result was not kept
   */
  async openBody(run: number, example: number): Promise<void> {
    const result = this.at(run);
    await this.#whereKept(result, async (place) => {
      if (place === undefined) {
        throw new CallFailure(
          vscode.l10n.t('The result with this body is gone. Run the request again to open its body.'),
        );
      }
      const uri = bodyUri({ ...place, example }, result);
      await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
    });
  }

  /** The whole body if it is still there, else its beginning. */
  async wholeBody(body: RecordedBody): Promise<RecordedBody> {
    const result = [...this.#given.values()].find((given) =>
      exchangesOf(given).some(({ response }) => response?.body === body),
    );
    if (result === undefined || body.stored === undefined) {
      return body;
    }
    return this.#whereKept(result, async (place) =>
      place === undefined ? body : this.ports.shown.wholeBody(place.subject, body),
    );
  }

  /** Does something with the place of a result: the last run of this window, else a result from disk, open as long. */
  async #whereKept<T>(result: RequestResult, use: (place: KeptPlace | undefined) => Promise<T>): Promise<T> {
    const inWindow = this.#inRunOf(this.chain, result);
    const file = inWindow === undefined ? await this.#fileOf(result) : undefined;
    if (file === undefined) {
      return use(inWindow);
    }
    const { shown } = this.ports;
    const subject = vscode.Uri.file(file);
    const wasShown = shown.runOf(subject) !== undefined;
    await shown.open(subject);
    try {
      return await use(this.#inRunOf(subject, result));
    } finally {
      if (!wasShown) {
        shown.close(subject);
      }
    }
  }

  /** The last run of this window has the result itself, one from disk an equal one. */
  #inRunOf(subject: vscode.Uri, result: RequestResult): KeptPlace | undefined {
    const shown = this.ports.shown.runOf(subject);
    const index = [...(shown?.results ?? [])].find(([, other]) => isSame(other, result))?.[0];
    return shown === undefined || index === undefined ? undefined : { subject, run: shown.view.run, index };
  }

  /** The file that has a result; absent when it was not kept. */
  async #fileOf(result: RequestResult): Promise<string | undefined> {
    const { history } = this.ports;
    const stored = await history.list(this.chain);
    const wanted = stored.filter(({ head }, index) => index < SEARCHED || head.kind === 'recorded');
    for (const { file } of wanted) {
      // A result that was deleted meanwhile is not the one.
      const read = await history.read(this.chain, file).catch(() => undefined);
      if (read?.requests.some((other) => isSame(other, result)) === true) {
        return file;
      }
    }
    return undefined;
  }
}

/** Whether both belong to the same attempt of a request. */
function isSame(one: RequestResult, other: RequestResult): boolean {
  return (
    one.startedAt === other.startedAt &&
    one.request.id === other.request.id &&
    one.request.chain === other.request.chain
  );
}
