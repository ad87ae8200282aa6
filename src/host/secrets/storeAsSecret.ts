/**
 * "Store as secret": moves a value that is written in a chain into VS Code's keychain and leaves a reference
 * in its place. Both files that change do so in one step, which can be undone; the value stays kept. Where they
 * cannot be changed, nothing is kept either.
 */
import * as vscode from 'vscode';
import { applyEdits } from '../../core/edit/textEdit';
import { UserError } from '../../core/errors';
import type { TextRange } from '../../core/problem';
import { findSecretLiteral, referToSecret, type SecretLiteral } from '../../core/permission/secretLiteral';
import type { StoredSecret } from '../../node/secrets/secretValues';
import { isChainFile } from '../chainDocument';
import { carryOut, isTextRange, toWorkspaceEdit } from '../textEdits';
import { requireTrust } from '../trust';
import { askNewName, askOrigins } from './secretQuestions';
import { suggestOrigins, type SurroundingPorts } from './secretSurroundings';
import { declareSecret } from '../../core/edit/environmentEdit';

/** A value of a chain that makes room for a secret. */
interface Replaced {
  readonly document: vscode.TextDocument;
  readonly literal: SecretLiteral;
  readonly name: string;
}

/** Answers the name of the secret, or nothing when the person gave up. */
export async function storeAsSecret(
  ports: SurroundingPorts,
  chain: unknown,
  range: unknown,
): Promise<string | undefined> {
  requireTrust();
  if (!(chain instanceof vscode.Uri) || !isChainFile(chain) || !isTextRange(range)) {
    throw new UserError(
      vscode.l10n.t('What this command was called with names no value in a chain.'),
      vscode.l10n.t('Use the quick fix at the value.'),
    );
  }
  const document = await vscode.workspace.openTextDocument(chain);
  const text = document.getText();
  const stored = await ports.secrets.values();
  const literal = literalAt(text, range, new Set(stored.keys()));
  const others = [...stored].filter(([, { value }]) => value !== literal.value).map(([name]) => name);
  const name = await askNewName(literal.name, new Set(others));
  const origins = name === undefined ? undefined : await originsFor(ports, { document, literal, name });
  if (name === undefined || origins === undefined) {
    return undefined;
  }
  if (document.getText() !== text) {
    throw new UserError(
      vscode.l10n.t('The chain was changed in the meantime, so nothing was stored.'),
      vscode.l10n.t('Use the quick fix again.'),
    );
  }
  const edit = await replacement(ports, { document, literal, name });
  await ports.secrets.set(name, { value: literal.value, origins });
  try {
    await carryOut(edit);
  } catch (error) {
    await putBack(ports, name, stored.get(name));
    throw error;
  }
  return name;
}

/** Keeps what was kept under a name before; when that was nothing, nothing. */
function putBack(
  { secrets }: SurroundingPorts,
  name: string,
  before: StoredSecret | undefined,
): Promise<void> {
  return before === undefined ? secrets.delete(name) : secrets.set(name, before);
}

function literalAt(text: string, range: TextRange, taken: ReadonlySet<string>): SecretLiteral {
  const found = findSecretLiteral(text, range, taken);
  if (found.ok) {
    return found.literal;
  }
  throw new UserError(
    found.reason === 'references'
      ? vscode.l10n.t('This value consists of references, so it cannot be stored.')
      : vscode.l10n.t('No text to store as a secret was found here.'),
    vscode.l10n.t('Use it on a password, key or token that is written out.'),
  );
}

/** Asks where the secret may go: most likely where the literal goes now, and what was allowed before. */
async function originsFor(
  ports: SurroundingPorts,
  { document, literal, name }: Replaced,
): Promise<readonly string[] | undefined> {
  const text = applyEdits(document.getText(), [referToSecret(literal, name)]);
  const { likely, possible } = await suggestOrigins(ports, document.uri, { name, text });
  const before = ports.secrets.entries.find((entry) => entry.name === name)?.origins ?? [];
  return askOrigins(name, { likely: [...before, ...likely], possible });
}

/** The reference in the chain, and the name in its environment file. */
async function replacement(
  ports: SurroundingPorts,
  { document, literal, name }: Replaced,
): Promise<vscode.WorkspaceEdit> {
  const edit = toWorkspaceEdit(document, [referToSecret(literal, name)]);
  const file = await environmentFileOf(ports, document.uri);
  if (file !== undefined) {
    const environment = await vscode.workspace.openTextDocument(file);
    const declared = toWorkspaceEdit(environment, declareSecret(environment.getText(), name));
    edit.set(environment.uri, declared.get(environment.uri));
  }
  return edit;
}

/** Of our own format only: files of other tools have no list of secrets. */
async function environmentFileOf(
  { environments }: SurroundingPorts,
  chain: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  const selected = await environments.nameFor(chain);
  const summary = (await environments.summaries(chain)).find(({ name }) => name === selected);
  return summary?.file.endsWith('.environment.json') === true ? vscode.Uri.file(summary.file) : undefined;
}
