/**
 * One proposal under way: what the person has chosen, and what would be written. It proposes, asks and writes through its
 * ports alone.
 */
import path from 'node:path';
import { UserError } from '../../../core/errors';
import type {
  ProposalChoice,
  ProposalView,
  ShownFile,
  ShownProposal,
  SourceName,
} from '../../../protocol/proposalContract';
import type { ProposalOrder, ProposedFiles } from './proposeFrom';

/** A file that a matrix can be proposed from, and where the matrix goes. */
export interface ProposalSource extends SourceName {
  /** Absolute path. */
  readonly file: string;
  /** Absolute path of the folder of the matrix. */
  readonly folder: string;
  /** Absolute path of the folder that paths are relative to. */
  readonly workspace: string;
}

/** What a proposal works with. */
export interface ProposalPorts {
  /** Proposes; rejects with UserError when that is not possible. */
  readonly propose: (order: Omit<ProposalOrder, 'translations' | 'text'>) => Promise<ProposedFiles>;
  /** Whether there is a file or folder (absolute path). */
  readonly isThere: (file: string) => Promise<boolean>;
  /** Writes files, after asking for those that are there; whether it was agreed to. */
  readonly write: (files: ProposedFiles['files'], there: readonly ShownFile[]) => Promise<boolean>;
  /** The error that a page is shown when what it writes has changed. */
  readonly stale: () => Error;
  /** Says why a name is none of a matrix. */
  readonly badName: (name: string) => UserError;
}

/** Three users are enough to try equals on each other, and a role on the functions of another. */
const FIRST_USERS: ProposalChoice['users'] = [
  { name: 'alice', role: 'user' },
  { name: 'bob', role: 'user' },
  { name: 'root', role: 'admin' },
];

/** A proposal as it was shown, with the texts of its files. */
interface Proposed {
  readonly shown: ShownProposal;
  readonly files: ProposedFiles['files'];
}

/** The state of one page. */
export class ProposalSession {
  #revision = 0;
  #sources: readonly ProposalSource[];
  #choice: ProposalChoice;
  /** Ends when the last choice has been proposed from; absent before the first. */
  #pending: Promise<unknown> | undefined;
  #problem: string | undefined;
  #proposed: Proposed | undefined;
  #written: { readonly file: string; readonly name: string } | undefined;

  constructor(
    private readonly ports: ProposalPorts,
    sources: readonly ProposalSource[],
    chosen: ProposalSource | undefined,
  ) {
    this.#sources = sources;
    const source = chosen === undefined ? null : sources.indexOf(chosen);
    this.#choice = { source, name: '', users: FIRST_USERS, answers: [] };
  }

  /** The absolute path of the matrix that was written last; absent when none was. */
  get matrix(): string | undefined {
    return this.#written?.file;
  }

  /** What the page shows now; it may have been hidden while something was proposed, and asks for everything again. */
  async view(): Promise<ProposalView> {
    if (this.#pending === undefined) {
      return this.choose(this.#choice);
    }
    await this.#pending;
    return this.#view();
  }

  /** Proposes again. */
  choose(choice: ProposalChoice): Promise<ProposalView> {
    const proposing = this.#choose(choice);
    this.#pending = proposing;
    return proposing;
  }

  async #choose(choice: ProposalChoice): Promise<ProposalView> {
    this.#revision += 1;
    const revision = this.#revision;
    this.#written = undefined;
    if (choice.source !== this.#choice.source) {
      this.#proposed = undefined;
    }
    this.#choice = choice;
    const outcome = await this.#propose(choice);
    if (revision === this.#revision) {
      this.#problem = 'problem' in outcome ? outcome.problem : undefined;
      this.#proposed = 'problem' in outcome ? this.#proposed : outcome.proposed;
    }
    return this.#view();
  }

  /** Proposes from another file, with the same users. */
  async add(source: ProposalSource): Promise<ProposalView> {
    const known = this.#sources.findIndex(({ file }) => file === source.file);
    if (known === -1) {
      this.#sources = [...this.#sources, source];
    }
    const position = known === -1 ? this.#sources.length - 1 : known;
    return this.choose({ ...this.#choice, source: position, name: '', answers: [] });
  }

  /**
   * Writes what is shown.
   *
   * @throws Error of the ports when the revision is no longer the one that is shown, or nothing can be written
   */
  async write(revision: number): Promise<ProposalView> {
    const proposed = this.#proposed;
    if (proposed === undefined || this.#problem !== undefined || revision !== this.#revision) {
      throw this.ports.stale();
    }
    const there = proposed.shown.files.filter(({ isThere }) => isThere);
    const isWritten = await this.ports.write(proposed.files, there);
    const file = proposed.files.at(-1)?.file ?? '';
    if (isWritten && revision === this.#revision) {
      this.#written = { file, name: path.basename(file) };
    }
    return this.#view();
  }

  async #propose(
    choice: ProposalChoice,
  ): Promise<{ readonly proposed: Proposed | undefined } | { readonly problem: string }> {
    const source = this.#sources[choice.source ?? -1];
    if (source === undefined) {
      return { proposed: undefined };
    }
    try {
      const { files, ...rest } = await this.ports.propose({
        source: source.file,
        target: await this.#target(source, choice.name.trim()),
        workspace: source.workspace,
        users: choice.users,
        answers: new Map(choice.answers.map(({ id, value }) => [id, value])),
      });
      const shown = files.map(async ({ file }) => ({
        name: path.relative(source.workspace, file).replaceAll(path.sep, '/'),
        isThere: await this.ports.isThere(file),
      }));
      return { proposed: { files, shown: { ...rest, files: await Promise.all(shown) } } };
    } catch (error) {
      if (error instanceof UserError) {
        return { problem: error.message };
      }
      throw error;
    }
  }

  /** `shop.authz.json` next to `shop.yaml`, with a number where there is one, or a chain that would be replaced. */
  async #target({ file, folder, kind }: ProposalSource, wanted: string): Promise<string> {
    if (wanted !== '') {
      if (!/^[^\\/:*?"<>|\p{Cc}]{1,100}$/u.test(wanted)) {
        throw this.ports.badName(wanted);
      }
      return path.join(folder, `${wanted.replace(/\.authz\.json$/, '')}${ENDING}`);
    }
    const stem = path.basename(file).replace(/(?:\.chain\.json|\.[^.]*)$/, '');
    for (let count = 1; ; count += 1) {
      const free = path.join(folder, count === 1 ? stem : `${stem}-${count}`);
      const chain = `${free}.chain.json`;
      const isTaken =
        (await this.ports.isThere(`${free}${ENDING}`)) ||
        (kind !== 'chain' && (await this.ports.isThere(chain)));
      if (!isTaken) {
        return `${free}${ENDING}`;
      }
    }
  }

  #view(): ProposalView {
    return {
      revision: this.#revision,
      sources: this.#sources.map(({ name, kind }) => ({ name, kind })),
      choice: this.#choice,
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
      ...(this.#proposed === undefined ? {} : { proposal: this.#proposed.shown }),
      ...(this.#written === undefined ? {} : { written: this.#written.name }),
    };
  }
}

const ENDING = '.authz.json';
