// Words that the language had before, with what each is called now: the remedy for a definition that was written then.
const renamedWords: Readonly<Record<string, string>> = {
  // of a resource
  carriedIn: "packedIn",
  madeFrom: "calculatedFrom",
  ofMakers: "channelUsersSeeOwn",
  onePer: "upsertBy",
  oneKey: "singlePermission",
  referrersStay: "removableWhenReferenced",
  visibleTo: "visibleToRoles",
  // of a field
  alsoSent: "aliases",
  initialOf: "fallbackInitial",
  ofItself: "isJob",
  perLine: "valuePerLine",
  rowsLeadTo: "rowLink",
  sameAs: "confirms",
};

/** Members of `packedIn`, which have got other names together with it. */
const renamedMembers: Readonly<Record<string, string>> = { resource: "relation", in: "package", stamped: "movedAt" };

/** The remedy for a word that is called something else now; undefined where no word of this place was called so. */
export function renameOf(word: string, allowed: readonly string[]): string | undefined {
  const now = [renamedWords[word], renamedMembers[word]].find((name) => name !== undefined && allowed.includes(name));
  return now === undefined ? undefined : `"${word}" is now "${now}".`;
}

const renamedExports: Readonly<Record<string, string>> = { lifeOfCode: "codeDetailPage" };

/** The same for what definitions import from `#schema`. */
export function renameOfExport(name: string): string | undefined {
  const now = Object.hasOwn(renamedExports, name) ? renamedExports[name] : undefined;
  return now === undefined ? undefined : `"${name}" is now "${now}".`;
}
