// Words that names of the code do not use, each with the standard term that is used instead.

interface ReplacedWord {
  readonly word: string;
  /** What to write, with an example where the word alone does not say it. */
  readonly use: string;
  /** Where in a name it is refused. `first`: only as its first word, since "at least" and "at most" are terms. Default: anywhere. */
  readonly at?: "first";
}

export const replacedWords: readonly ReplacedWord[] = [
  { word: "most", use: "max: maxRows", at: "first" },
  { word: "longest", use: "max…Length, max…Ms: maxNameLength", at: "first" },
  { word: "least", use: "min: minLength", at: "first" },
  { word: "usual", use: "default: defaultSort", at: "first" },
  { word: "kept", use: "cached or stored: cachedBy, storedRows" },
  { word: "known", use: "existing, current or accepted: acceptedParameters" },
  { word: "begun", use: "started: startedReads" },
  { word: "told", use: "reported, localized or format…: formatError" },
  { word: "said", use: "localized or message: localizedText" },
  { word: "asked", use: "requested, or what it is: dialogFields" },
  { word: "found", use: "what was found: searchResults, matches, existingRow", at: "first" },
  { word: "held", use: "assigned, granted, stored or locked: assignedIds" },
  { word: "drawn", use: "rendered: renderedCell" },
  { word: "sight", use: "readable fields or access: readableFields, instanceAccess" },
  { word: "sees", use: "isReadable or mayRead" },
  { word: "unseen", use: "hidden: hiddenFields" },
  { word: "beside", use: "treeFilter, siblings or outside: outsideTransaction" },
  { word: "besides", use: "extra or other: extraParameters" },
  { word: "tell", use: "notify, report or format: sendNotices" },
  { word: "happening", use: "event: HistoryEvent" },
  { word: "happenings", use: "events: historyEvents" },
  { word: "rehome", use: "reassign: reassignTasksOf" },
  { word: "lapse", use: "expiry" },
  { word: "lapses", use: "expiries: expiriesOf" },
  { word: "anew", use: "again as a verb's prefix: recomputeDerived, rebuildFigures" },
];

/** Names of files that say nothing of what is in them. */
export const replacedFiles: Readonly<Record<string, string>> = {
  apart: "what it sets apart: chunks",
  historyEvents: "events",
  heads: "whose heads: department-heads",
  moves: "transitions",
  settling: "settlement",
};

/** Names that belong to stored data or to the calls of other systems: the table of the log of users' own records. */
export const givenNames: ReadonlySet<string> = new Set(["usualLog", "usual-log", "log-usual"]);
