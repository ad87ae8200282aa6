/** A request of a form as it will be sent, with what is being typed, for looking at and for a terminal. */
import * as vscode from 'vscode';
import type { ChainSource } from '../../core/analysis/chainSource';
import { defined } from '../../core/defined';
import { draftedChain, type DraftedChain } from '../../core/form/draftedChain';
import { parseJson, type JsonValue } from '../../core/json/json';
import { nameMasks } from '../../core/masking/nameMasks';
import { curlCommand } from '../../formats/exporters/curl';
import type { PreviewJob } from '../../node/preview/previewContext';
import { CallFailure } from '../../protocol/channel';
import type { FormChange, FormRequest } from '../../protocol/formEdit';
import type { FormPreview } from '../../protocol/formPreview';
import { chainPlace } from '../chainDocument';
import type { FormPorts } from './formPorts';
import type { FormText } from './formText';
import { previewSegments } from '../../node/preview/previewSegments';
import { previewRequest } from '../../node/preview/previewRequest';
import { changedText } from '../../protocol/formText';
import { createChainReader } from '../../core/analysis/readSource';

/** Previews of the requests of one form. */
export class FormPreviews {
  #missingSecrets: readonly string[] = [];

  constructor(
    private readonly text: FormText,
    private readonly ports: FormPorts,
  ) {}

  /**
   * The request in pieces.
   *
   * @throws CallFailure when it is gone, UserError when a file around the chain cannot be read
   */
  async preview(target: FormRequest, draft: FormChange | null): Promise<FormPreview> {
    const { analysis, part } = await this.text.partOf(target);
    const drafted = this.#drafted(analysis.source, target, draft);
    if (drafted === undefined) {
      return { ...NOTHING, method: part?.method ?? '', remarks: [cannotBeRead()] };
    }
    const { uri } = this.text.document;
    const preview = await previewSegments(await this.#job(drafted), await this.ports.settings(uri));
    this.#missingSecrets = preview.missingSecrets;
    return preview;
  }

  /** Asks for the value of a secret that the last preview lacks; does nothing for another one. */
  async setSecret(name: string): Promise<void> {
    if (this.#missingSecrets.includes(name)) {
      await this.ports.help.setSecret(name, this.text.document.uri);
    }
  }

  /**
   * Copies the request as a command for a terminal, with a variable of the shell for each secret.
   *
   * @throws CallFailure when it is gone or cannot be read
   */
  async copyCurl(target: FormRequest): Promise<void> {
    const { analysis } = await this.text.partOf(target);
    const drafted = this.#drafted(analysis.source, target, null);
    if (drafted === undefined) {
      throw new CallFailure(cannotBeRead());
    }
    const { chain, requestId } = drafted;
    if (chain.requests.some(({ id, call }) => id === requestId && call !== undefined)) {
      throw new CallFailure(
        vscode.l10n.t('This step runs another chain. Open that chain to copy one of its requests.'),
      );
    }
    const job = await this.#job(drafted);
    const settings = await this.ports.settings(this.text.document.uri);
    const { request, maskNames } = await previewRequest(job, settings);
    if (request !== undefined) {
      await vscode.env.clipboard.writeText(curlCommand(nameMasks(request, maskNames)));
    }
  }

  #drafted(
    source: ChainSource,
    { index, id }: FormRequest,
    draft: FormChange | null,
  ): DraftedChain | undefined {
    const whole = draft === null ? undefined : wholeValue(draft);
    if (draft === null || whole !== undefined) {
      return draftedChain(source, index, whole);
    }
    const text = changedText(source.text, draft) ?? source.text;
    const read = createChainReader()(text, source.file);
    const there = read.requests.some((request) => request.index === index && request.id === id);
    return there ? draftedChain(read, index, undefined) : undefined;
  }

  async #job({ chain, requestId }: DraftedChain): Promise<PreviewJob> {
    const { last, environments, memory } = this.ports;
    const { uri } = this.text.document;
    const { file, root } = chainPlace(uri);
    const environment = await environments.nameFor(uri);
    const known = memory(uri);
    return {
      file,
      workspace: root,
      chain,
      requestId,
      shown: new Map([...last.values(uri)].map(([name, { shown }]) => [name, shown])),
      trusted: vscode.workspace.isTrusted,
      ...defined({ environment, known }),
    };
  }
}

const NOTHING: Omit<FormPreview, 'method' | 'remarks'> = { url: [], headers: [], missingSecrets: [] };

/** The request as a draft states it as a whole, which is how pages write it. */
function wholeValue({ edits }: FormChange): JsonValue | undefined {
  const [edit] = edits;
  return edits.length === 1 && edit?.kind === 'set' && edit.path.length === 0 && edit.value !== null
    ? parseJson(edit.value)
    : undefined;
}

function cannotBeRead(): string {
  return vscode.l10n.t('The request is not complete yet. Fix the highlighted fields, or the settings.');
}
