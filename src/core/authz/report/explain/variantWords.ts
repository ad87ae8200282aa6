/** What is special about the request of a variant, in words for people. */
import type { VariantName } from '../../model/cell';

/** A clause that follows "when": `the path ends in .json`. */
export function variantWords(variant: VariantName): string {
  return WORDS[variant];
}

const WORDS: Readonly<Record<VariantName, string>> = {
  'query-repeated-own-first': "the query has the caller's identifier and then the owner's",
  'query-repeated-own-last': "the query has the owner's identifier and then the caller's",
  'query-array': 'the query has both identifiers as a list',
  'json-duplicate-own-first': "the body has a member twice, first with the caller's identifier",
  'json-duplicate-own-last': "the body has a member twice, last with the caller's identifier",
  'body-disagrees': "the path has the caller's identifier and the body the owner's",
  'verb-GET': 'it is sent with GET',
  'verb-POST': 'it is sent with POST',
  'verb-PUT': 'it is sent with PUT',
  'verb-PATCH': 'it is sent with PATCH',
  'verb-DELETE': 'it is sent with DELETE',
  'override-X-HTTP-Method-Override': 'a POST names its method in X-HTTP-Method-Override',
  'override-X-HTTP-Method': 'a POST names its method in X-HTTP-Method',
  'override-X-Method-Override': 'a POST names its method in X-Method-Override',
  'override-_method': 'a POST names its method in the parameter _method',
  'trailing-slash': 'the slash at the end of the path is added or left out',
  'path-case': 'the letters of the path have another case',
  'double-slash': 'the path has a double slash',
  'percent-dot': 'the path has the segment %2e',
  'dot-dot-semicolon': 'the path has a segment that ..; takes back',
  semicolon: 'a segment of the path has a parameter (;x)',
  'percent-slash': 'a slash of the path is written as %2f',
  'double-encoding': 'a letter of the path is encoded twice',
  'suffix-json': 'the path ends in .json',
  'old-version': 'the path names an older version',
  'X-Original-URL': 'X-Original-URL names the path',
  'X-Rewrite-URL': 'X-Rewrite-URL names the path',
  'id-as-text': 'the identifier is a text',
  'id-as-number': 'the identifier is a number',
  'id-in-array': 'the identifier is in a list',
  'id-in-object': 'the identifier is in an object',
  'token-alg-none': 'the token says that it needs no signature (alg none)',
  'token-no-signature': 'the token has no signature',
  'token-payload': 'the token has other claims than were signed',
  'token-foreign-key': 'the token is signed with the key "secret"',
  'X-User-Id': 'X-User-Id has the identifier of the owner',
  'X-Original-User': 'X-Original-User has the login name of the owner',
  'X-Forwarded-For': 'X-Forwarded-For says that the caller is the server itself',
};
