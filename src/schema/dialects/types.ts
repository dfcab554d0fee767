// What may differ between Blade back-ends, as data (docs/back-end.md). Plain JSON values only: the server sends a dialect with the page, and
// DIALECT_FILE overrides single values of it.
import type { Call, ReadShape } from "../call-types.ts";
import type { Text } from "../text.ts";

/** How a typed password is sent: as its md5, encrypted for the back-end's key, or as it is. */
export type Transform = "md5" | "sm2" | "plain";

export type GrantType = "password" | "captcha" | "social" | "refresh_token";

/** The application's own calls, which belong to no screen. */
interface DialectPaths {
  readonly token: string;
  readonly captcha: string;
  /** Begins a sign-in at another platform; the platform's key is appended. */
  readonly render: string;
  readonly logout: string;
  readonly clearCache: string;
  readonly userInfo: string;
  /** The figures of the home page; "": there are none. */
  readonly home: string;
  /** Rows of any screen by a text; "": there is no such call. */
  readonly find: string;
  readonly routes: string;
  readonly buttons: string;
  /** Menu, keys and entries of the header in one small answer, where the back-end has it (docs/wire.md §7). */
  readonly workspace: string;
  /** The entries of the header. */
  readonly topMenus: string;
  readonly dictionary: string;
  readonly businessDictionary: string;
}

/** The names of the parameters of a request for a token. */
interface TokenNames {
  readonly account: string;
  readonly grantType: string;
  readonly refreshToken: string;
}

/** Where an answer to a request for a token has what a session is made of: names, tried in order; a dot leads into an object. */
export interface SessionNames {
  readonly accessToken: readonly string[];
  readonly refreshToken: readonly string[];
  readonly tenantId: readonly string[];
  readonly userId: readonly string[];
  readonly account: readonly string[];
  readonly name: readonly string[];
  readonly roleAliases: readonly string[];
  readonly avatar: readonly string[];
  readonly deptId: readonly string[];
  readonly roleId: readonly string[];
  readonly oauthId: readonly string[];
  readonly ext: readonly string[];
  readonly mustChangePassword: readonly string[];
  readonly mustSetUpFactor: readonly string[];
  /** How many seconds the access token is good for. */
  readonly expiresIn: readonly string[];
}

/** How a list is told to compare for equality (docs/wire.md §5): the suffix for texts, and for everything else. */
interface EqualBy {
  readonly text: string;
  readonly other: string;
}

/** A read that another one answers. */
interface ReplacedRead {
  readonly path: string;
  readonly shape: ReadShape;
  /** Parameters that make the other read answer the same rows. */
  readonly query?: Readonly<Record<string, string>>;
}

/** A read or an action of a definition: as the specification has it, or missing. */
type Presence = "same" | "absent";

/** What is different about a field that the back-end has. */
export interface FieldDialect {
  /** Required in the form of a new row, with the message for a missing value. */
  readonly required?: Text;
  /** The back-end has no dictionary and no rule for it: people type the value. */
  readonly typed?: true;
  /** It may be left empty. */
  readonly optional?: true;
  /** The value that forms begin with; "": none. */
  readonly default?: string | number;
  /** No list searches by it. */
  readonly unsearched?: true;
  /** Rows of lists do not have it; the answer for one row does. */
  readonly unlisted?: true;
}

/** What is different about a resource. */
export interface ResourceDialect {
  /** Common calls that the back-end does not have. */
  readonly without?: readonly Call[];
  /** Every read and every action of the definition. */
  readonly reads?: Readonly<Record<string, Presence | ReplacedRead>>;
  readonly actions?: Readonly<Record<string, Presence>>;
  /** Fields that differ; the others are there. */
  readonly fields?: Readonly<Record<string, "absent" | FieldDialect>>;
  /** Its list compares for equality only, and ignores suffixes without a word. */
  readonly exact?: boolean;
  /** Its list answers the whole tree at once; there is none of one level. */
  readonly wholeTree?: boolean;
  /** One row is removed per call. */
  readonly removesSingly?: boolean;
  /** What is sent for a field that is empty, such as the parent of a row at the top. */
  readonly whenEmpty?: Readonly<Record<string, string>>;
  /** What its rows hold where a field is empty, and what no call may send. */
  readonly readsAsEmpty?: Readonly<Record<string, string>>;
}

/** Requests for a token, and their answers. */
export interface SignInDialect {
  readonly token: TokenNames;
  /** Grants with a header Tenant-Id. */
  readonly tenantHeader: readonly GrantType[];
  readonly session: SessionNames;
  /** Where the sentence of a refused sign-in stands, tried in order. */
  readonly refusal: readonly string[];
  /** Pictures that stand for people without one. */
  readonly noAvatar: readonly string[];
}

export interface Dialect {
  readonly name: string;
  readonly paths: DialectPaths;
  /** Paths that the back-end has elsewhere: whole paths or their beginnings; the first that fits counts. */
  readonly moved: readonly (readonly [ours: string, theirs: string])[];
  /** Requests for a token; absent: as in the specification (usual-sign-in.ts). */
  readonly signIn?: SignInDialect;
  /** How passwords travel: for a token, and chosen or changed. */
  readonly passwords: { readonly signIn: Transform; readonly chosen: Transform };
  readonly equalBy: EqualBy;
  /** There is a filter for one of several values. */
  readonly several: boolean;
  /** Answers that are no pages come in the order that was asked for. */
  readonly sortsWhole: boolean;
  /** Rows carry the names of what they refer to. */
  readonly named: boolean;
  /** Days are taken with a time only. */
  readonly daysWithTime: boolean;
  /** The HTTP status of code 401 where a right is missing and the session goes on; 0: code 401 always ends it (docs/wire.md §10.1). */
  readonly forbiddenStatus: number;
  /**
   * A refused refresh that looks like a fault: its status, 0 for none. It is one once the access token has run out, which the answer with the
   * token tells; `after`: the age in seconds from which it has, where the answer does not.
   */
  readonly refusedRefresh: { readonly status: number; readonly after: number };
  /** Codes of menu entries that are named otherwise; a code that is not listed has hyphens for its underscores where `hyphens` is set. */
  readonly menu: { readonly hyphens: boolean; readonly codes: Readonly<Record<string, string>> };
  /** Icons of other names, by that name or by the code of the entry. */
  readonly icons: Readonly<Record<string, string>>;
  /** Only the resources that are listed are there. */
  readonly onlyListed: boolean;
  readonly resources: Readonly<Record<string, ResourceDialect | "absent">>;
}
