/** What is written in a file. Generated from media/schemas/chain.schema.json by `npm run file-formats`. */
import type { JsonObject, JsonValue, WrittenNumber } from '../json/json';
/** An ordered list of dependent HTTP requests: values are extracted from responses and used in later requests as {{variable}}. */
export type WrittenChain = {
  /** The JSON Schema of this file, for other editors. */
  readonly $schema?: string;
  /** Version of the file format: 1, or 2 for a chain that uses functions, variables of requests, conditions, pauses, loops, streams, rows of data or chains as steps. */
  readonly formatVersion: WrittenNumber;
  /** What people call this chain. */
  readonly name: string;
  /** What the chain shows or checks. */
  readonly description?: string;
  /** The lifecycle state of the chain. Executing for the record needs active. */
  readonly status?: 'draft' | 'active' | 'archived';
  /** Name of the environment the chain is meant for: the name member of an *.environment.json file. */
  readonly environment?: string;
  /** OpenAPI or Swagger description of the API, relative to this file. Absent: that of the environment. */
  readonly openapi?: string;
  /** Words to find and select by. */
  readonly tags?: readonly string[];
  /** Chain files to run first, relative to this file, once per run. This chain can use their variables. */
  readonly requires?: readonly string[];
  /** Constants of this chain. Any JSON value; texts may hold references. */
  readonly variables?: JsonObject;
  /** Rows of data: the chain runs once for each. A file (CSV, JSON or JSON Lines) relative to this one, or the rows. Columns are variables. Needs format version 2. */
  readonly data?: string | readonly JsonObject[];
  /** Whether rows may run at the same time, as run --parallel asks for. Needs format version 2. */
  readonly independentRows?: boolean;
  /** What "type": "inherit" means in the requests of this chain. Absent: no authentication. */
  readonly auth?: WrittenAuth;
  /** The requests, in order of execution. A request may be another chain (chain, with, take). */
  readonly requests: readonly (WrittenCall | WrittenRequest)[];
};

/** How a request proves who sends it. */
export type WrittenAuth =
  | {
      /** The kind of authentication. */
      readonly type: 'none' | 'inherit';
    }
  | {
      /** The kind of authentication. */
      readonly type: 'bearer';
      /** The token. May hold references. */
      readonly token: string;
    }
  | {
      /** The kind of authentication. */
      readonly type: 'basic' | 'digest';
      /** The user's name. May hold references. */
      readonly username: string;
      /** The password, best a reference to a secret. */
      readonly password: string;
    }
  | {
      /** The kind of authentication. */
      readonly type: 'apiKey';
      /** Where the key is sent. */
      readonly in: 'header' | 'query' | 'cookie';
      /** Name of the header, query parameter or cookie. */
      readonly name: string;
      /** The key, best a reference to a secret. */
      readonly value: string;
    }
  | {
      /** The kind of authentication. */
      readonly type: 'oauth1';
      /** Identifier of the client. */
      readonly consumerKey: string;
      /** Secret of the client, best a reference to a secret. RSA-SHA1 does not use it. */
      readonly consumerSecret: string;
      /** The token of the user, or the temporary one while it is being obtained. May hold references. */
      readonly token?: string;
      /** Secret of the token, best a reference. */
      readonly tokenSecret?: string;
      /** How the request is signed. PLAINTEXT sends the secrets themselves. */
      readonly signatureMethod?: 'HMAC-SHA1' | 'HMAC-SHA256' | 'RSA-SHA1' | 'PLAINTEXT';
      /** RSA key as PEM, for RSA-SHA1, best a reference to a secret. */
      readonly privateKey?: string;
      /** What the Authorization header says as realm. */
      readonly realm?: string;
      /** Where the user is sent after allowing access: for the request that obtains a temporary token. */
      readonly callback?: string;
      /** What the server gave when the user allowed access: for the request that obtains the token. */
      readonly verifier?: string;
      /** Where the signature is sent. */
      readonly in?: 'header' | 'query';
    }
  | {
      /** The kind of authentication. */
      readonly type: 'oauth2';
      /** How the token is obtained. */
      readonly grant: 'clientCredentials' | 'password' | 'refreshToken' | 'authorizationCode';
      /** Address of the token endpoint. */
      readonly tokenUrl: string;
      /** Identifier of the client. */
      readonly clientId: string;
      /** Secret of the client, best a reference to a secret. */
      readonly clientSecret?: string;
      /** How the client proves itself to the token endpoint. */
      readonly clientAuth?: 'basic' | 'body';
      /** Scopes, separated by spaces. */
      readonly scope?: string;
      /** The user's name, for the grant password. */
      readonly username?: string;
      /** The user's password, for the grant password. */
      readonly password?: string;
      /** The refresh token, for the grant refreshToken. */
      readonly refreshToken?: string;
      /** Address of the page to sign in on, for the grant authorizationCode. */
      readonly authorizationUrl?: string;
      /** Where that page leads back to: the editor's own address (the default), or an address of this machine. It must be registered for the client. */
      readonly redirectUri?: string;
    }
  | {
      /** The kind of authentication. */
      readonly type: 'awsSigV4';
      /** Access key id. */
      readonly accessKeyId: string;
      /** Secret access key. */
      readonly secretAccessKey: string;
      /** Token of temporary credentials. */
      readonly sessionToken?: string;
      /** Region of the service. */
      readonly region: string;
      /** Name of the service in signatures. */
      readonly service: string;
    };

/** Another chain as a step: its requests are sent in this place, with values of their own. */
export type WrittenCall = {
  /** Unique in this chain and stable: results and other files refer to it. */
  readonly id: string;
  /** What people call this step. Absent: the id. */
  readonly name?: string;
  /** What the request is for. */
  readonly description?: string;
  /** Words to find and select by. */
  readonly tags?: readonly string[];
  /** The chain is run only when this holds, and skipped otherwise. A list: all of it has to hold. */
  readonly when?: WrittenCondition | readonly WrittenComparison[];
  /** The chain is run once for each item of a list. What is taken from it become lists. */
  readonly forEach?: WrittenLoop;
  /** Milliseconds to wait before the request is sent or the chain is run, and before each item of forEach. May be a reference. Needs format version 2. */
  readonly delayMs?: WrittenNumber | string;
  /** The chain file to run, relative to this file. It sees nothing of this chain but what is in with. Needs format version 2. */
  readonly chain: string;
  /** Values for the chain. They hide its constants of the same names. Texts may hold references. */
  readonly with?: JsonObject;
  /** Variables that the chain extracts and later requests of this one may use. The step fails when one has no value. */
  readonly take?: readonly string[];
  /** Switched off without being removed. */
  readonly disabled?: boolean;
};

/** An HTTP request, with what is taken from its response and what the response must be. */
export type WrittenRequest = {
  /** Unique in this chain and stable: results and other files refer to it. */
  readonly id: string;
  /** What people call this request. Absent: the id. */
  readonly name?: string;
  /** What the request is for. */
  readonly description?: string;
  /** Words to find and select by. */
  readonly tags?: readonly string[];
  /** The request is sent only when this holds, and skipped otherwise. A list: all of it has to hold. Needs format version 2. */
  readonly when?: WrittenCondition | readonly WrittenComparison[];
  /** The request is sent once for each item of a list, or for each page of one. What it extracts become lists. Needs format version 2. */
  readonly forEach?: WrittenLoop;
  /** Milliseconds to wait before the request is sent or the chain is run, and before each item of forEach. May be a reference. Needs format version 2. */
  readonly delayMs?: WrittenNumber | string;
  /** The HTTP method, sent as written. */
  readonly method: string;
  /** Absolute http: or https: address. May hold references; those in the path are percent-encoded. */
  readonly url: string;
  /** Query parameters, in order, added to those written in the URL. */
  readonly query?: readonly WrittenField[];
  /** Headers, in order; a name can occur several times. */
  readonly headers?: readonly WrittenHeader[];
  /** Values of this request, computed before each attempt. They hide constants of the chain, and may use what will be sent as $request.method, .url, .host, .path, .query and .body. Needs format version 2. */
  readonly variables?: JsonObject;
  /** How the request proves who sends it. Absent: as the chain says. */
  readonly auth?: WrittenAuth;
  /** What is sent: exactly one of json, text, form, multipart, file and graphql. */
  readonly body?: WrittenBody;
  /** Variables that take parts of the response. Of several for one variable, the last one that finds something counts. */
  readonly extract?: readonly WrittenExtraction[];
  /** What the response must be for the request to pass. Absent: any status 2xx or 3xx. */
  readonly expect?: WrittenExpectation;
  /** Send again until a condition holds, or, without one, until the request passes. */
  readonly retry?: WrittenRetry;
  /** The response is an event stream (text/event-stream), which is read until a condition holds or a limit is reached; then the connection is closed. Needs format version 2. */
  readonly stream?: WrittenStream;
  /** Milliseconds for the whole exchange, redirects included; with stream, until the stream begins. Absent: the setting of the run. */
  readonly timeoutMs?: WrittenNumber;
  /** What happens when the server answers with a redirect. */
  readonly redirects?: 'follow' | 'manual';
  /** Switched off without being removed. */
  readonly disabled?: boolean;
};

/** One comparison, a list of comparisons that all have to hold, or any: a list of which one has to hold. */
export type WrittenCondition = {
  /** The value that is compared. Texts may hold references; one that is a whole text keeps its type. */
  readonly value?: JsonValue;
  /** Comparisons of which one has to hold. */
  readonly any?: readonly WrittenComparison[];
};

/** A value and what it is compared with. */
export type WrittenComparison = WrittenOperators & {
  /** The value that is compared. Texts may hold references; one that is a whole text keeps its type. */
  readonly value: JsonValue;
};

/** What a request is sent for, again and again: the items of a list (in, as), or the pages of one (page). */
export type WrittenLoop = {
  /** The list: a reference to one, or its items. */
  readonly in?: string | readonly JsonValue[];
  /** The variable that is one item in this request. It hides all others of its name. */
  readonly as?: string;
  /** Only items for which this holds are sent. */
  readonly when?: WrittenCondition | readonly WrittenComparison[];
  /** The most items that are allowed; with more, nothing is sent and the request fails. */
  readonly max?: WrittenNumber;
  /** The request is sent for one page after the other. */
  readonly page?: WrittenPages;
};

/** A name and a value, which can be switched off. */
export type WrittenField = {
  /** The name, as sent. */
  readonly name: string;
  /** The value. May hold references. */
  readonly value: string;
  /** Switched off without being removed. */
  readonly disabled?: boolean;
};

/** A header that is sent, which can be switched off. */
export type WrittenHeader = {
  /** The header's name, as sent. */
  readonly name: string;
  /** The value. May hold references. */
  readonly value: string;
  /** Switched off without being removed. */
  readonly disabled?: boolean;
};

/** What is sent: exactly one of json, text, form, multipart, file and graphql. */
export type WrittenBody = {
  /** Any JSON value. A text that is exactly one reference takes the value with its type. */
  readonly json?: JsonValue;
  /** Text, sent as UTF-8. May hold references. */
  readonly text?: string;
  /** Media type of text and file, unless a Content-Type header says it. May hold references. */
  readonly contentType?: string;
  /** Fields sent as application/x-www-form-urlencoded. */
  readonly form?: readonly WrittenField[];
  /** Parts sent as multipart/form-data. */
  readonly multipart?: readonly WrittenPart[];
  /** A file whose bytes are sent, relative to this file and inside the workspace. */
  readonly file?: string;
  /** A GraphQL request. */
  readonly graphql?: {
    /** The document. */
    readonly query: string;
    /** Variables of the operation, as in a json body. */
    readonly variables?: JsonValue;
    /** Which operation of the document. */
    readonly operationName?: string;
  };
};

/** A rule: a variable takes a part of the response. */
export type WrittenExtraction = {
  /** The variable that takes the value; later requests use it as {{variable}}. */
  readonly variable: string;
  /** Where the value comes from. */
  readonly from: 'body' | 'header' | 'cookie' | 'status' | 'url';
  /** Name of the header (case does not matter) or of the cookie. */
  readonly name?: string;
  /** JSONPath (RFC 9535) to the part. */
  readonly path?: string;
  /** Regular expression; the first group is the value, or the whole match without one. */
  readonly regex?: string;
  /** CSS selector, for an HTML body. */
  readonly css?: string;
  /** Attribute of what css finds. Absent: its text. */
  readonly attribute?: string;
  /** XPath 1.0, for an XML body. */
  readonly xpath?: string;
  /** What is found is a text that carries the value inside: it is decoded, and the value taken from there. */
  readonly decode?: {
    /** How the text is decoded. */
    readonly as: 'jwt' | 'base64' | 'json' | 'percent';
    /** JSONPath (RFC 9535) in the decoded text. Absent: the whole text. */
    readonly path?: string;
  };
  /** Take all matches as a list. Otherwise several matches are a failure. */
  readonly all?: boolean;
  /** Finding nothing is not a failure; a value from earlier in the run stays. */
  readonly optional?: boolean;
};

/** What the response must be for the request to pass. Absent: any status 2xx or 3xx. */
export type WrittenExpectation = {
  /** The accepted status: a number, a class such as 2xx, or a list of these. */
  readonly status?: WrittenNumber | string | readonly (WrittenNumber | string)[];
  /** Conditions on response headers. */
  readonly headers?: readonly WrittenHeaderCheck[];
  /** Conditions on the response body. */
  readonly body?: readonly WrittenBodyCheck[];
  /** Milliseconds the exchange may take, from the first byte sent to the last byte received. */
  readonly maxDurationMs?: WrittenNumber;
  /** Whether the response must be as the OpenAPI description says: status, content type and JSON body. Needs format version 2. */
  readonly contract?: boolean;
};

/** Send again until a condition holds, or, without one, until the request passes. */
export type WrittenRetry = {
  /** Further attempts after the first. */
  readonly times: WrittenNumber;
  /** Milliseconds between two attempts. */
  readonly delayMs?: WrittenNumber;
  /** Condition that ends the waiting: on a part of the body (path) or on a header (name). */
  readonly until?: WrittenResponseCheck;
};

/** The response is an event stream (text/event-stream), which is read until a condition holds or a limit is reached; then the connection is closed. Needs format version 2. */
export type WrittenStream = {
  /** A condition on a part of the events so far (path), checked after each event, that ends the reading. When it does not come to hold, the request fails. */
  readonly until?: WrittenBodyCheck;
  /** The most events that are read. */
  readonly maxEvents?: WrittenNumber;
  /** The most milliseconds that are read for, from the beginning of the stream. */
  readonly maxMs?: WrittenNumber;
};

/** What a value is compared with; all that are given must hold. */
export type WrittenOperators = {
  /** The value is this, with its type. */
  readonly equals?: JsonValue;
  /** The value is not this. */
  readonly notEquals?: JsonValue;
  /** There is a value, or there is none. */
  readonly exists?: boolean;
  /** A regular expression that matches the value. */
  readonly matches?: string;
  /** A text holds this text, or a list this entry. */
  readonly contains?: JsonValue;
  /** The value is less than this. */
  readonly lessThan?: WrittenNumber | string;
  /** The value is greater than this. */
  readonly greaterThan?: WrittenNumber | string;
  /** The JSON type of the value. */
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';
  /** A JSON Schema the value fulfils. */
  readonly schema?: JsonObject | boolean;
};

/** The request is sent for one page after the other. */
export type WrittenPages = {
  /** The variable that leads to the next page: each page extracts it, and the request after it uses it. Parameters with it are left out for the first page when it has no value. */
  readonly next: string;
  /** What holds for the last page: on a part of the body (path) or on a header (name). */
  readonly until: WrittenResponseCheck;
  /** The most pages that are asked for; when the last of them is not the last page, the request fails. */
  readonly max?: WrittenNumber;
};

/** A part of a multipart body: a text or a file. */
export type WrittenPart = {
  /** Name of the field. */
  readonly name: string;
  /** Text of the part. May hold references. */
  readonly value?: string;
  /** A file whose bytes are sent, relative to this file and inside the workspace. */
  readonly file?: string;
  /** File name sent to the server. Absent: the file's own. */
  readonly fileName?: string;
  /** Media type of the part. May hold references. */
  readonly contentType?: string;
  /** Switched off without being removed. */
  readonly disabled?: boolean;
};

/** A condition on a header. */
export type WrittenHeaderCheck = WrittenOperators & {
  /** Name of the header; case does not matter. */
  readonly name: string;
};

/** A condition on the body or on a part of it. */
export type WrittenBodyCheck = WrittenOperators & {
  /** JSONPath (RFC 9535) to the part. Absent: the whole body. */
  readonly path?: string;
};

/** A condition on a response: on a part of the body (path), on a header (name), or on the whole body. */
export type WrittenResponseCheck = WrittenOperators & {
  /** JSONPath (RFC 9535) to the part. */
  readonly path?: string;
  /** Name of a header; case does not matter. */
  readonly name?: string;
};

/** The members of a chain, in the order in which people write them. */
export const chainMembers: readonly (keyof WrittenChain)[] = [
  '$schema',
  'formatVersion',
  'name',
  'description',
  'status',
  'environment',
  'openapi',
  'tags',
  'requires',
  'variables',
  'data',
  'independentRows',
  'auth',
  'requests',
];

/** The members of a request, in the order in which people write them. */
export const requestMembers: readonly (keyof WrittenRequest)[] = [
  'id',
  'name',
  'description',
  'tags',
  'when',
  'forEach',
  'delayMs',
  'method',
  'url',
  'query',
  'headers',
  'variables',
  'auth',
  'body',
  'extract',
  'expect',
  'retry',
  'stream',
  'timeoutMs',
  'redirects',
  'disabled',
];

/** The members of a call, in the order in which people write them. */
export const callMembers: readonly (keyof WrittenCall)[] = [
  'id',
  'name',
  'description',
  'tags',
  'when',
  'forEach',
  'delayMs',
  'chain',
  'with',
  'take',
  'disabled',
];
