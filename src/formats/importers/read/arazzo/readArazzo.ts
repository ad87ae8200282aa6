/**
 * Arazzo 1.0 and 1.1: a workflow is a chain, a step a request. What its steps send comes from the OpenAPI documents that
 * it names, read by the OpenAPI importer; outputs are extracted and referred to, success criteria are expected.
 */
import { descriptionOf, memberAt, textOf } from '../../shape/externalJson';
import type { ImportedCollection, ImportedEnvironment, ImportSource } from '../../shape/imported';
import { createVariableNames } from '../../shape/chainNames';
import { shareAuth } from '../../shape/inherited';
import { defined } from '../../../../core/defined';
import { literalJson } from '../openapi/literalText';
import type { OpenedSpecification } from '../openapi/readOpenapi';
import { createSpecSecrets } from '../openapi/security';
import { readChains } from './chains';
import { openDocuments } from './documents';
import { WorkflowVariables } from './variables';

/** Reads a document. Rejects with UserError when it is none that can be used. */
export async function readArazzo(source: ImportSource): Promise<ImportedCollection> {
  const names = createVariableNames([]);
  const secrets = createSpecSecrets();
  const found: string[] = [];
  const document = await openDocuments(source, {
    nameOf: (variable) => names.nameFor(variable),
    secrets,
    remark: (sentence) => found.push(sentence),
  });
  const variables = new WorkflowVariables(names, secrets);
  const { chains, requests, constants, remarks } = readChains(document, variables);
  const { root } = document.spec;
  const specifications = [...document.sources.values()].flatMap((one) =>
    one.kind === 'openapi' ? [one.specification] : [],
  );
  return {
    format: `Arazzo ${document.version}`,
    name: textOf(memberAt(root.value, 'info', 'title'))?.trim() || source.name.replace(/\.[^.]*$/, ''),
    ...defined({ description: descriptionOf(memberAt(root.value, 'info', 'description')) }),
    ...shareAuth(requests),
    chains,
    variables: [
      ...variables.stated(),
      ...[...constants].map(([name, value]) => ({ name, value: literalJson(value), isSecret: false })),
    ],
    secrets: secrets.names(),
    environments: joinEnvironments(specifications),
    remarks: [
      ...new Set(found),
      ...document.remarks(),
      ...specifications.flatMap((one) => one.remarks()),
      ...remarks,
    ],
    renamed: names.renamed(),
    typedVariables: [],
  };
}

/** Environments with the addresses of all descriptions: the first servers of each together, then the second ones. */
function joinEnvironments(specifications: readonly OpenedSpecification[]): readonly ImportedEnvironment[] {
  const all = specifications.map(({ servers }) => servers.environments).filter((list) => list.length > 0);
  const [first = []] = all.toSorted((one, other) => other.length - one.length);
  return first.map((environment, index) => {
    const joined = all.flatMap((list) => list[index] ?? list.slice(0, 1));
    const byName = new Map(
      joined.flatMap(({ variables }) => variables.map((one) => [one.name, one] as const)),
    );
    return {
      name: environment.name,
      variables: [...byName.values()],
      remarks: [...new Set(joined.flatMap(({ remarks }) => remarks))],
    };
  });
}
