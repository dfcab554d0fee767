// Masks of sensitive values, for users who may see a row but not all of it.

/** A telephone number or longer code keeps its first three and last four characters: 138****0000. */
const visiblePrefix = 3;
const visibleSuffix = 4;

/** The masked form of a value; an empty one has nothing to hide. */
export function masked(value: string): string {
  const characters = [...value];
  if (characters.length === 0) return value;
  if (characters.length <= visiblePrefix + visibleSuffix) return `${characters[0]}****`;
  return `${characters.slice(0, visiblePrefix).join("")}****${characters.slice(-visibleSuffix).join("")}`;
}

/** The masked form of a value on the wire that is not null. */
export function maskedWire(value: unknown): unknown {
  if (typeof value === "string") return masked(value);
  // Numbers, lists of rows and structured data have no half that could be shown.
  return "****";
}
