// A failed call, parsed once: everything screens need to show it at the right place.

/** One field that the server refused, with its sentence in the reader's language. */
export interface FieldIssue {
  readonly code: string;
  /** Field, then index and field within rows: ["details", 0, "num"]. */
  readonly path: readonly (string | number)[];
  readonly parameters: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** A row where a refusal is mended (docs/wire.md §2). */
export interface RowTarget {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  /** The action of the row that mends it; "" where its form does. */
  readonly action: string;
}

/**
 * The error of a document that was saved in part (data/providers/lines-after-head.ts): its `data` says the id of the head, "" where that is not
 * known, and how many of the sent lines were saved; its message why the others were not.
 */
export const savedInPart = "savedInPart";

/** The error where rows are searched by a field that the person may not read. */
export const hiddenField = "unseenField";

interface FailureFacts {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The envelope's code, else the HTTP status; 0 without an answer. */
  readonly code: number;
  /** Stable name of the error: the server's code, or network, timeout, aborted, session-ended. */
  readonly error: string;
  readonly message: string;
  readonly issues?: readonly FieldIssue[];
  /** Where it is mended, in the order of the sentences. */
  readonly targets?: readonly RowTarget[];
  /** Further facts of the answer, such as both values of a conflict. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Not shown to the user: aborted by the page itself, or a code on the white list (docs/specification.md §8). */
  readonly silent?: boolean;
}

/** A call that did not succeed. */
export class ApiFailure extends Error implements FailureFacts {
  readonly status: number;
  readonly code: number;
  readonly error: string;
  readonly issues: readonly FieldIssue[];
  readonly targets: readonly RowTarget[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly silent: boolean;
  /** Refine reads this of errors. */
  readonly statusCode: number;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.name = "ApiFailure";
    this.status = facts.status;
    this.code = facts.code;
    this.error = facts.error;
    this.issues = facts.issues ?? [];
    this.targets = facts.targets ?? [];
    this.data = facts.data ?? {};
    this.silent = facts.silent ?? false;
    this.statusCode = facts.code;
  }
}

/** The failure of a thrown error; an error that is not from a call is rethrown as a fault of the page. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  return new ApiFailure({ status: 0, code: 0, error: "fault", message: error instanceof Error ? error.message : String(error) });
}

/** In place of what a call would have answered that was refused, or not reached: the caller goes on without. Everything else is a fault. */
export function unanswered(error: unknown): undefined {
  if (error instanceof ApiFailure) return undefined;
  throw error;
}

/** Whether a write may have been carried out although it failed: no answer came, or the server was out of order. */
export const isUncertain = ({ status }: Pick<ApiFailure, "status">): boolean => status === 0 || status >= 500;
