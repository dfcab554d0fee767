// A finding of the checks over the definitions: a file, a stable code, the path in the definition, the problem and its remedy.

export type FindingCode =
  // the file and its shape
  | "not-loadable"
  | "wrong-type"
  | "missing-member"
  | "unknown-member"
  | "unknown-kind"
  | "unknown-option"
  | "unused-fields"
  // names
  | "file-name"
  | "duplicate-name"
  | "duplicate-path"
  | "duplicate-table"
  | "duplicate-call"
  | "duplicate-permission"
  | "field-name"
  | "reserved-name"
  | "base-column"
  | "duplicate-column"
  | "label-key"
  // texts
  | "missing-text"
  | "wrong-language"
  // references
  | "unknown-target"
  | "unknown-shown-field"
  | "unknown-value-field"
  | "unknown-filter-field"
  | "unknown-within"
  | "within-not-a-choice"
  | "unresolved-cascade"
  // conditions
  | "unknown-condition-field"
  | "impossible-condition"
  | "pointless-alternatives"
  | "condition-cycle"
  | "unsupported-comparison"
  | "pointless-rule"
  | "unknown-formula-field"
  | "unsupported-formula"
  | "formula-cycle"
  | "unknown-distinct-field"
  | "unknown-overlap-field"
  | "unsupported-overlap"
  | "unknown-role"
  | "unknown-grant"
  // values
  | "unsupported-search"
  | "unsupported-unique"
  | "duplicate-option"
  | "bad-limits"
  | "bad-pattern"
  | "bad-default"
  | "no-sample"
  | "no-json-schema"
  | "unsupported-form"
  | "unknown-repeated-field"
  // the life cycle
  | "unknown-state"
  | "duplicate-state"
  | "several-life-cycles"
  | "no-life-cycle"
  | "unreachable-state"
  // the resource
  | "unknown-title"
  | "unknown-date"
  | "unknown-section"
  | "long-form"
  | "unknown-key"
  | "unknown-tree-field"
  | "unknown-unique-field"
  | "sortable-without-index"
  | "unknown-numbered-field"
  | "unknown-owner-field"
  | "channel-cycle"
  | "unknown-leading-screen"
  | "unknown-needed-filter"
  | "unknown-list-read"
  | "unknown-tree-filter"
  | "unsupported-tree-filter"
  | "unknown-details"
  | "unknown-details-field"
  | "unknown-details-read"
  | "no-details"
  | "contradictory-calls"
  // reads and actions
  | "unknown-read-field"
  | "unknown-parameter"
  | "unknown-permission"
  | "unknown-asked-field"
  | "duplicate-parameter"
  | "secret-in-address"
  | "unknown-set-field"
  | "bad-set-value"
  | "unknown-opened"
  | "unknown-tree-read"
  | "contradictory-trees"
  | "contradictory-dialog"
  | "bad-rename"
  | "missing-computation"
  | "missing-handler"
  | "missing-effect"
  | "unknown-handler"
  // the menu
  | "area-name"
  | "missing-area"
  | "duplicate-area"
  | "menu-without-screen"
  | "missing-page"
  | "unknown-icon"
  // seed rows
  | "unknown-seed-field"
  | "bad-seed-value"
  | "unknown-seed-reference";

/** `information` does not fail the check. */
export type Level = "error" | "information";

export interface Message {
  /** The problem. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Names of members from the top of the definition: ["fields", "shopId", "within"]. */
export type Place = readonly (string | number)[];

export interface Finding {
  readonly file: string;
  readonly code: FindingCode;
  readonly level: Level;
  readonly place: Place;
  readonly message: Message;
  /** Line of the place in its file, from 1; added by who can read files. */
  readonly line?: number;
}

/** A finding of one definition, before its file is known. */
export interface UnplacedFinding {
  readonly code: FindingCode;
  readonly level: Level;
  readonly place: Place;
  readonly message: Message;
}

/** An error at a path of the checked definition. */
export function errorAt(code: FindingCode, place: Place, problem: string, remedy: string): UnplacedFinding {
  return { code, level: "error", place, message: { problem, remedy } };
}

/** A hint at a path of the checked definition, which is right without it too. */
export function informationAt(code: FindingCode, place: Place, problem: string, remedy: string): UnplacedFinding {
  return { code, level: "information", place, message: { problem, remedy } };
}

/** The finding with its file. */
export function inFile(file: string, finding: UnplacedFinding): Finding {
  return { file, ...finding };
}
