// Words that the language had before, with what each is called now: the remedy for a definition that was written then.
const renamedWords: Readonly<Record<string, string>> = {
  // of a resource
  madeFrom: "calculatedFrom",
  onePer: "upsertBy",
  oneKey: "singlePermission",
  referrersStay: "removableWhenReferenced",
  // of a field
  alsoSent: "aliases",
  initialOf: "fallbackInitial",
  known: "initialValues",
  ofItself: "isJob",
  perLine: "valuePerLine",
  rowsLeadTo: "rowLink",
  sameAs: "confirms",
};

/** Words of a resource, under all their names, for which its area now registers a hook on access to rows; with the member of that hook. */
const accessHooks: Readonly<Record<string, string>> = {
  carriedIn: "currentChannel",
  packedIn: "currentChannel",
  channelUsersSeeOwn: "channelUserFilter",
  ofMakers: "channelUserFilter",
  visibleTo: "filter",
  visibleToRoles: "filter",
};

/** A word that only resources have. */
const wordOfResources = "ofChannels";

/** The remedy for a word that is called something else now, or became a hook; undefined where no word of this place was called so. */
export function renameOf(word: string, allowed: readonly string[]): string | undefined {
  const now = renamedWords[word];
  if (now !== undefined && allowed.includes(now)) return `"${word}" is now "${now}".`;
  const hook = Object.hasOwn(accessHooks, word) && allowed.includes(wordOfResources) ? accessHooks[word] : undefined;
  return hook === undefined
    ? undefined
    : `"${word}" is now code: the hook \`access.${hook}\` of the resource (docs/effects.md#which-rows-callers-access).`;
}

const renamedExports: Readonly<Record<string, string>> = { lifeOfCode: "codeDetailPage" };

/** The same for what definitions import from `#schema`. */
export function renameOfExport(name: string): string | undefined {
  const now = Object.hasOwn(renamedExports, name) ? renamedExports[name] : undefined;
  return now === undefined ? undefined : `"${name}" is now "${now}".`;
}
