/** What is written in a file. Generated from media/schemas/authz.schema.json by `npm run file-formats`. */
import type { JsonObject, JsonValue, WrittenNumber } from '../../json/json';
/** Users, the objects they own, and who may do what: the authorization tests prove that one user cannot reach another's objects. */
export type WrittenMatrix = {
  /** The JSON Schema of this file, for other editors. */
  readonly $schema?: string;
  /** Version of the file format. Always 1 for now. */
  readonly formatVersion: WrittenNumber;
  /** What people call this matrix. */
  readonly name: string;
  /** What the matrix is about. */
  readonly description?: string;
  /** Name of the environment to test: the name member of an *.environment.json file. */
  readonly environment?: string;
  /** Agree to requests that create, change or delete. The person who runs the tests must agree as well. Absent: only reading operations are tested. */
  readonly mutate?: boolean;
  /** Who sends requests, by name. Two of the same role are needed to try one's objects with the other's credentials; one with the role anonymous sends no credentials at all. */
  readonly users: Readonly<Record<string, WrittenUser>>;
  /** Kinds of objects that belong to somebody, by name. */
  readonly resources?: Readonly<Record<string, WrittenResource>>;
  /** What users may or may not do, by name. Patterns of the policy name them. */
  readonly operations: Readonly<Record<string, WrittenOperation>>;
  /** Who may do what, by role: own, any, none or an attribute of users such as tenant, for patterns of operations. What no pattern of a role names is taken as not granted, and reported. */
  readonly policy: {
    /** Patterns of operations that need no credentials. */
    readonly public?: readonly string[];
  } & Readonly<Record<string, Readonly<Record<string, string | readonly string[]>> | readonly string[]>>;
  /** How this API denies requests in its own way. A denial is neither a flaw nor a pass: a pass takes 403 or 404. */
  readonly denied?: readonly WrittenDeniedPattern[];
  /** Verdicts that somebody accepts for a while. They stay visible in every report. */
  readonly waivers?: readonly WrittenWaiver[];
  /** What a run may cost at most. What is left when a limit is reached counts as not tested. */
  readonly limits?: {
    /** Requests of a run, log-ins and controls included. */
    readonly requests?: WrittenNumber;
    /** Requests of a run that may change something. */
    readonly mutations?: WrittenNumber;
    /** How many seconds a run may wait for tokens to expire. The pack `token` then tries expired tokens; they are tried 5 minutes after they have expired, because servers may allow for clocks that differ. */
    readonly waitSeconds?: WrittenNumber;
  };
  /** Origins besides this machine that may be tested. The person who runs the tests must agree as well. */
  readonly allowHosts?: readonly string[];
  /** Further attacks on another's object, tried where the plain one was denied; and further looks at what users may read. */
  readonly packs?: readonly (
    'pollution' | 'method' | 'path' | 'type' | 'token' | 'identity' | 'id' | 'graphql' | 'exposure'
  )[];
  /** Values that never count as data of another user: what everybody may know. */
  readonly ignore?: readonly string[];
  /** How further users are made, by role. They take the places of the users of the matrix in operations that end credentials, and are deleted at the end of the run. Absent: such operations are tried on the users themselves, which is reported. */
  readonly throwAway?: Readonly<Record<string, WrittenThrowAwayUser>>;
};

/** A user that requests are sent as, and how it logs in. */
export type WrittenUser = {
  /** The role whose grants in the policy the user has. anonymous is somebody without credentials. */
  readonly role: string;
  /** What the user shares with some users and not with others, such as the tenant. The policy can grant objects of users with the same value; cells across different values are reported as such. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Chain or request that gets the credentials. What it extracts goes with every request of the user. */
  readonly login?: string;
  /** A cheap request that succeeds while the credentials hold. It tells a 401 that denies from one for an expired token. */
  readonly alive?: string;
  /** Whether the login ends the credentials that it gets, by a new password or another role. They are granted nothing but what is public, and may be refused with 401 as well. */
  readonly ended?: boolean;
  /** Values for this user's requests. Any JSON value; texts may hold references. Never write a secret here. */
  readonly variables?: JsonObject;
};

/** A kind of object that users own, and the requests that create, read, list and delete it. */
export type WrittenResource = {
  /** Creates an object as its owner and extracts its identifiers. Absent: the object is there already, such as the owner's own account. */
  readonly create?: string;
  /** Shows an object to its owner: the proof that it exists, and after an attack that it is untouched. */
  readonly read?: string;
  /** Lists the objects of an owner: finds what an interrupted run left behind. */
  readonly list?: string;
  /** Deletes an object as its owner, after the tests. */
  readonly delete?: string;
  /** Variables that identify one object; a nested one has those of its parents first. An attack takes exactly these from the owner. A variable alone is extracted from create's response, or given by the user; where the value comes from elsewhere, say so. */
  readonly id: readonly (
    | string
    | {
        /** The variable that identifies the object. */
        readonly variable: string;
        /** Where the value comes from: the list of the owner, which shows it next to the text that was planted, or the request, in which the client chooses it. */
        readonly from: 'list' | 'request';
        /** JSONPath of the value in an item of the list. */
        readonly path?: string;
      }
  )[];
  /** JSONPaths or field names of create's body that take a planted text, which proves a leak where it turns up. Absent: plainly free text such as a note, or else a text that the owner reads back. */
  readonly canary?: readonly string[];
  /** JSONPaths of read's answer whose values tell whose object it is. */
  readonly marker?: readonly string[];
  /** Users whose objects are attacked. Absent: one of each role that may have some, and of each combination of attributes. */
  readonly owners?: readonly string[];
};

/** A request that users may or may not send. */
export type WrittenOperation = {
  /** The kind of object it works on. Absent: a function that concerns no object. */
  readonly resource?: string;
  /** The request that does it. */
  readonly request: string;
  /** What it does to its object. Absent: by the method; GET, HEAD and OPTIONS read, POST creates, PUT and PATCH update, DELETE deletes. */
  readonly effect?: 'read' | 'create' | 'update' | 'delete' | 'action';
  /** Whether a request that reads by its method and sounds as if it changed something, such as GET /createdb, changes it. It is not sent until this is declared: true agrees to the change, false says that it only reads. */
  readonly mutates?: boolean;
  /** Shows an effect that reading the object does not show, such as a login with the old password, or a count that a new object would move. */
  readonly probe?: string;
  /** The next page of a list: uses variables that request extracts. */
  readonly next?: string;
  /** Properties that a caller must not be able to set: the owner, a role. */
  readonly assign?: readonly WrittenAssignment[];
  /** Of an operation that reads: members of its answer that some roles must not be shown, although they may use it. */
  readonly hidden?: readonly WrittenHiddenMember[];
  /** Has effects that nobody can take back, such as mail or a payment: tested only when a person names it. */
  readonly irreversible?: boolean;
  /** Ends credentials of whom it is done to, such as a log-out or a new password: tried last, on throw-away users. */
  readonly endsCredentials?: boolean;
};

/** An answer that is a denial when every member that is there holds. */
export type WrittenDeniedPattern = {
  /** The HTTP status of the answer. */
  readonly status?: WrittenNumber;
  /** JSONPath into the body. Alone it must find something. */
  readonly path?: string;
  /** What the path must find. */
  readonly equals?: JsonValue;
  /** What the body holds as a text, such as that of a page to sign in on that is answered with 200. */
  readonly text?: WrittenTextPattern;
  /** A header of the answer. With nothing but a name it must be there. */
  readonly header?: {
    /** Name of the header, in any case. */
    readonly name: string;
    /** A part of the text, written out. */
    readonly contains?: string;
    /** A regular expression (RE2) that occurs in the text. */
    readonly matches?: string;
  };
  /** Media type of the answer, without parameters. */
  readonly contentType?: string;
  /** The equivalent HTTP status, in GraphQL and RPC. Absent: a soft denial, which does not pass. */
  readonly as?: WrittenNumber;
};

/** A verdict that somebody accepts until a day. */
export type WrittenWaiver = {
  /** Id of a cell as reports show it, * standing for any characters. */
  readonly cell: string;
  /** Only this verdict is accepted. Absent: any that does not pass. */
  readonly class?:
    | 'FLAW_READ'
    | 'FLAW_WRITE'
    | 'FLAW_DELETE'
    | 'SUSPECT_ACCEPTED'
    | 'OVER_RESTRICTED'
    | 'ID_IGNORED'
    | 'SOFT_DENY'
    | 'DENIED_REDIRECT'
    | 'DENIED_401'
    | 'DENIED_OTHER'
    | 'INCONCLUSIVE_CONTROL'
    | 'INCONCLUSIVE_AUTH'
    | 'INCONCLUSIVE_RATE_LIMIT'
    | 'INCONCLUSIVE_SERVER_ERROR'
    | 'INCONCLUSIVE_NETWORK'
    | 'INCONCLUSIVE_STATE';
  /** Why it is accepted, for those who read the report. */
  readonly reason: string;
  /** Last day it holds. */
  readonly expires: string;
};

/** How users of a role are made for one test and removed after it. */
export type WrittenThrowAwayUser = {
  /** The resource whose create registers a user, and whose delete removes one. */
  readonly resource: string;
  /** The user who registers and removes them. Absent: each registers without credentials, signs in, and removes the own account. */
  readonly by?: string;
  /** What such a user registers and signs in with, instead of the variables of the user whose place it takes. {{throwAway}} is a text that is different for each. */
  readonly variables?: JsonObject;
};

/** A property that no user may set, and a value to try it with. */
export type WrittenAssignment = {
  /** JSONPath into the body of the request. */
  readonly path: string;
  /** What an attack sets it to. References take the values of another owner. */
  readonly value: JsonValue;
  /** Roles that may set it. */
  readonly except?: readonly string[];
};

/** A property of responses that some roles must not be shown. */
export type WrittenHiddenMember = {
  /** JSONPath into the answer. */
  readonly path: string;
  /** Roles that must not be shown it. */
  readonly from: readonly string[];
};

/** A part of a text: written out, or a regular expression. */
export type WrittenTextPattern = {
  /** A part of the text, written out. */
  readonly contains?: string;
  /** A regular expression (RE2) that occurs in the text. */
  readonly matches?: string;
};
