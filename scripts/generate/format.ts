// Writes JSON for reviews: small values are on one line, and a changed label is one changed line.

/** Most entries of a list of scalars on one line. */
const maxLineLength = 40;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** A scalar, or a list of scalars such as a label. */
function isFlat(value: unknown): boolean {
  return !isObject(value) || (Array.isArray(value) && value.length <= maxLineLength && !value.some(isObject));
}

/** By the shape, never by the length of texts: a label that grows must not break its line. */
function standsOnOneLine(value: unknown): boolean {
  if (isFlat(value)) return true;
  if (!isObject(value) || Array.isArray(value)) return false;
  return Object.values(value).every(
    (member) => isFlat(member) || (isObject(member) && !Array.isArray(member) && Object.values(member).every(isFlat)),
  );
}

function membersOf(value: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function inline(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  const members = membersOf(value).map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function write(value: unknown, indent: string): string {
  if (!isObject(value) || standsOnOneLine(value)) return inline(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((member) => `${inner}${write(member, inner)}`).join(",\n")}\n${indent}]`;
  return `{\n${membersOf(value)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${write(member, inner)}`)
    .join(",\n")}\n${indent}}`;
}

/** The value as JSON text with a line break at the end. */
export function formatJson(value: unknown): string {
  return `${write(value, "")}\n`;
}
