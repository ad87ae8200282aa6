/** The body of a request as formats write it that are texts themselves: one text, a file, or parts. */
import { defined } from '../../core/defined';
import type { JsonObject } from '../../core/json/json';
import type { Body, MultipartPart } from '../../core/model';
import type { Reference } from '../../core/prepare/template';
import { fieldPieces, isEnabled } from './requestTexts';
import { writeJson, writeText, type Pieces } from './templatePieces';

/** A body that is written out. */
export type BodyContent =
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  /** The path is as the chain says it. */
  | { readonly kind: 'file'; readonly path: string; readonly contentType?: string }
  | { readonly kind: 'parts'; readonly parts: readonly MultipartPart[] };

/** Where in a body a reference is: between the quotes of JSON, in place of a value of JSON, in a form, or in a text. */
export type BodyPlace = 'json text' | 'json value' | 'field' | 'text';

/** How references are written in a body. */
export interface BodyWriter {
  readonly reference: (reference: Reference, place: BodyPlace) => string;
  /** Whether a value that is one reference is written without quotes in JSON, because it is not a string. */
  readonly isBare: (reference: Reference) => boolean;
  /** How JSON is laid out. */
  readonly layout: 'lines' | 'one line';
  /** How people's texts are written in JSON. */
  readonly literalInJson: (text: string) => string;
  /** What pieces become outside of JSON before they are written; as they are when absent. */
  readonly arrange?: (pieces: Pieces) => Pieces;
}

/** The content of a body. */
export function bodyContent(body: Body, writer: BodyWriter): BodyContent {
  const { reference, isBare, layout, literalInJson, arrange } = writer;
  const lineStart = layout === 'lines' ? '\n' : '';
  const at = (place: BodyPlace) => (one: Reference) => reference(one, place);
  const json = {
    text: (text: string) => writeText(text, { reference: at('json text'), literal: literalInJson }),
    bare: (whole: Reference) => (isBare(whole) ? reference(whole, 'json value') : undefined),
  };
  const plain = { reference: at('text'), literal: (text: string) => text, ...defined({ arrange }) };
  switch (body.kind) {
    case 'json':
      return { kind: 'text', text: writeJson(body.value, json, lineStart), contentType: 'application/json' };
    case 'graphql': {
      const message = graphqlMessage(body);
      return { kind: 'text', text: writeJson(message, json, lineStart), contentType: 'application/json' };
    }
    case 'text':
      return {
        kind: 'text',
        text: writeText(body.text, plain),
        contentType: body.contentType ?? 'text/plain; charset=utf-8',
      };
    case 'form': {
      const pieces = fieldPieces(body.fields);
      const text = pieces
        .map((piece) => (typeof piece === 'string' ? piece : reference(piece, 'field')))
        .join('');
      return { kind: 'text', text, contentType: 'application/x-www-form-urlencoded' };
    }
    case 'multipart':
      return { kind: 'parts', parts: body.parts.filter(isEnabled) };
    case 'file': {
      const { path, contentType } = body;
      return { kind: 'file', path, ...defined({ contentType }) };
    }
  }
}

/** The message that a GraphQL body is. */
export function graphqlMessage({
  query,
  operationName,
  variables,
}: Extract<Body, { kind: 'graphql' }>): JsonObject {
  return {
    query,
    ...defined({ operationName, variables }),
  };
}
