/** A request of Insomnia as one of a chain, with what the folders around it state for it. */
import type { WrittenField } from '../../../../core/files/writtenChain';
import { defined } from '../../../../core/defined';
import { isReservedName, requestFault } from '../../shape/chainNames';
import {
  descriptionOf,
  isTrue,
  itemsOf,
  memberOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import { contentTypeIn, withInherited, withScripted } from '../../shape/inherited';
import type { ImportedMembers, ImportedRequest } from '../../shape/imported';
import type { ScriptTexts } from '../scripts/postmanApi';
import { beforeRequest, readScript } from '../scripts/readScript';
import { flowMembers } from '../scripts/scriptFlow';
import { decodedWhereEscaped, withPathValues, withScheme } from '../../shape/urlTexts';
import { leftOutRequest, NO_AUTH, type ReadRequest, type Surroundings } from '../folderRequest';
import { readAuth } from './insomniaAuth';
import { readBody } from './insomniaBody';
import type { InsomniaItem } from './insomniaTree';
import { documentation, type Remark } from '../../shape/remark';

/** Reads one. `remarks` collects what could not be carried over, and may hold what its texts said before. */
export function readRequest(
  item: InsomniaItem,
  surroundings: Surroundings<Foreign>,
  reader: ScriptTexts,
  remarks: Remark[],
): ReadRequest {
  const { name, source } = item;
  const { folders, around } = surroundings;
  const context = { reader, remark: (one: Remark) => void remarks.push(one) };
  const url = urlOf(source, context);
  const method = (textOf(memberOf(source, 'method')) ?? '').trim() || 'GET';
  const reason = reasonWhyNot(item, url, method);
  if (reason !== undefined) {
    return leftOutRequest({ name, folders }, reason);
  }
  const { auth, remarks: onAuth } = readAuth(memberOf(source, 'authentication'), reader);
  const beforeTitle = 'Pre-request script';
  const texts = { ...reader, requestName: name };
  const before = beforeRequest(
    readScript(item.before, beforeTitle, { ...texts, takesHeaders: true, takesCalls: true }),
    beforeTitle,
  );
  const after = readScript(item.after, 'After-response script', texts);
  // Scripts run last, and those of the request after those around it.
  const added = [...around.headers, ...(before.headers ?? [])];
  const { members, typed } = membersOf(source, surroundings.headers, added, context);
  remarks.push(...onAuth, ...before.remarks, ...after.remarks, ...settingsLost(item));
  const flows = [...around.flows, ...[before, after].flatMap(({ flow = [] }) => flow)];
  const { retry, ...sending } = flowMembers(flows, (one) => remarks.push(one));
  const { description } = item;
  const request: ImportedRequest = {
    kind: 'kept',
    name,
    folders,
    ...defined({ description }),
    request: {
      ...sending,
      method,
      url,
      ...members,
      ...defined({ expect: after.expect, retry }),
      ...(item.followsRedirects ? {} : { redirects: 'manual' as const }),
    },
    remarks,
  };
  return {
    request,
    auth: auth ?? surroundings.auth ?? NO_AUTH,
    before: [...around.before, ...before.constants],
    after: [...after.constants, ...around.after],
    extracted: after.extractions,
    typed,
    ...defined({ calls: before.calls }),
    unknownCode: [before, after].flatMap(({ unknownCode = [] }) => unknownCode),
  };
}

/** Texts of a request, and where to tell what is lost. */
interface RequestContext {
  readonly reader: ScriptTexts;
  readonly remark: (remark: Remark) => void;
}

/** Why an item does not become a request; absent when it does. */
function reasonWhyNot(item: InsomniaItem, url: string, method: string): string | undefined {
  return item.kind === 'left-out' ? item.reason : requestFault(url, method);
}

function settingsLost({ settings }: InsomniaItem): readonly string[] {
  return settings.length === 0 ? [] : [`Settings of Insomnia are not carried over: ${settings.join(', ')}.`];
}

/** Members `query`, `headers` and `body`, with headers that scripts add. */
function membersOf(
  source: Foreign,
  inherited: readonly Foreign[],
  added: readonly WrittenField[],
  context: RequestContext,
): { readonly members: Omit<ImportedMembers, 'method' | 'url'>; readonly typed: readonly string[] } {
  const query = rowsOf(itemsOf(memberOf(source, 'parameters')), context).map(decodedRow);
  const own = rowsOf(itemsOf(memberOf(source, 'headers')), context);
  const headers = withScripted(withInherited(own, rowsOf(inherited, context)), added);
  const contentType = contentTypeIn(headers);
  const { body, typed } = readBody(memberOf(source, 'body'), { ...context, contentType });
  const members = {
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...defined({ body }),
  };
  return { members, typed };
}

/** The address, with the values of path parameters in the place of `:name`. */
function urlOf(source: Foreign, { reader, remark }: RequestContext): string {
  const written = (textOf(memberOf(source, 'url')) ?? '').trim();
  const values = new Map(
    itemsOf(memberOf(source, 'pathParameters')).map((row) => [
      scalarText(memberOf(row, 'name')) ?? '',
      scalarText(memberOf(row, 'value')) ?? '',
    ]),
  );
  return withScheme(reader.read(withPathValues(written, values, remark)));
}

/** A row of the query: Insomnia encodes what is not encoded yet. */
function decodedRow({ name, value, ...more }: WrittenField): WrittenField {
  return {
    name: decodedWhereEscaped(name),
    value: decodedWhereEscaped(value),
    ...more,
  };
}

/** Rows of headers or of the query. */
function rowsOf(rows: readonly Foreign[], { reader, remark }: RequestContext): readonly WrittenField[] {
  return rows.flatMap((row): readonly WrittenField[] => {
    const name = reader.read((scalarText(memberOf(row, 'name')) ?? '').trim());
    const value = reader.read(scalarText(memberOf(row, 'value')) ?? '');
    if (name === '' || isReservedName(name)) {
      if (name !== '' || value !== '') {
        remark(`A row that has no usable name is left out: ${JSON.stringify(`${name}: ${value}`)}.`);
      }
      return [];
    }
    if (descriptionOf(memberOf(row, 'description')) !== undefined) {
      remark(documentation(`The description of ${JSON.stringify(name)} is not carried over.`));
    }
    return [{ name, value, ...(isTrue(row, 'disabled') ? { disabled: true } : {}) }];
  });
}
