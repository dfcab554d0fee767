// Check constraints as PostgreSQL and MySQL write them back, in what they mean for fields: values, limits, and comparisons of two columns.

export interface ReadConditions {
  /** Column → the values that it may have. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly min: ReadonlyMap<string, number>;
  readonly max: ReadonlyMap<string, number>;
  /** Columns whose lowest or highest value is not one of theirs: those of whole numbers begin with the next. */
  readonly excluded: Readonly<Record<"min" | "max", ReadonlySet<string>>>;
  /** Columns that hold JSON, which MariaDB keeps as text. */
  readonly json: ReadonlySet<string>;
  readonly comparisons: readonly { readonly left: string; readonly operator: "gt" | "ge" | "lt" | "le"; readonly right: string }[];
  /** What was not understood. */
  readonly others: readonly string[];
}

const operators = { ">": "gt", ">=": "ge", "<": "lt", "<=": "le" } as const;
const opposite = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" } as const;
type Operator = keyof typeof operators;
const isOperator = (text: string): text is Operator => text in operators;

/** One condition without casts, quotation marks of names, character sets and brackets that enclose all of it. */
function plain(condition: string): string {
  let text = condition
    .replace(/^CHECK\s*/i, "")
    .replaceAll(
      /::(?:character varying|double precision|timestamp with(?:out)? time zone|[a-z_][\w]*)(?:\(\d+(?:,\s*\d+)?\))?(?:\[\])?/gi,
      "",
    )
    .replaceAll(/_(?:utf8mb4|utf8mb3|utf8|latin1)\s*(?=\\?')/gi, "")
    .replaceAll("\\'", "'")
    .replaceAll(/["`]/g, "")
    .replaceAll(/\s+NOT VALID$/gi, "")
    .trim();
  while (isEnclosed(text)) text = text.slice(1, -1).trim();
  return text;
}

function isEnclosed(text: string): boolean {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if (sign === "(") depth += 1;
    if (sign === ")") depth -= 1;
    if (depth === 0 && at < text.length - 1) return false;
  }
  return true;
}

/** The parts that AND joins outside of brackets; those of BETWEEN belong together. */
function conjuncts(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  let isBetween = false;
  for (const match of text.matchAll(/[()]|\bbetween\b|\band\b|'(?:[^']|'')*'/gi)) {
    const word = match[0].toLowerCase();
    if (word === "(") depth += 1;
    else if (word === ")") depth -= 1;
    else if (word === "between") isBetween = true;
    else if (word === "and" && depth === 0) {
      if (isBetween) isBetween = false;
      else {
        parts.push(text.slice(begin, match.index));
        begin = match.index + match[0].length;
      }
    }
  }
  return [...parts, text.slice(begin)];
}

const column = String.raw`\(?([A-Za-z_\u4e00-\u9fff][\w\u4e00-\u9fff$]*)\)?`;
const number = String.raw`\(?'?(-?\d+(?:\.\d+)?)'?\)?`;
const literals = (text: string): readonly string[] =>
  [...text.matchAll(/'((?:[^']|'')*)'|(-?\d+)/g)].map(([, quoted, digits]) => quoted?.replaceAll("''", "'") ?? digits ?? "");

/** Reads all conditions of a table. */
export function readConditions(checks: readonly string[]): ReadConditions {
  const values = new Map<string, readonly string[]>();
  const [min, max] = [new Map<string, number>(), new Map<string, number>()];
  const excluded = { min: new Set<string>(), max: new Set<string>() };
  const json = new Set<string>();
  const comparisons: { left: string; operator: "gt" | "ge" | "lt" | "le"; right: string }[] = [];
  const others: string[] = [];
  const limit = (name: string, operator: Operator, text: string) => {
    const side = operator.startsWith(">") ? "min" : "max";
    (side === "min" ? min : max).set(name, Number(text));
    if (operator.length === 1) excluded[side].add(name);
  };
  const readOne = (text: string): boolean => {
    const within =
      new RegExp(`^${column}\\s+in\\s*\\((.*)\\)$`, "is").exec(text) ??
      new RegExp(`^${column}\\s*=\\s*any\\s*\\(+\\s*array\\s*\\[(.*)\\]\\)*$`, "is").exec(text);
    if (within !== null) {
      values.set(within[1] ?? "", literals(within[2] ?? ""));
      return true;
    }
    const between = new RegExp(`^${column}\\s+between\\s+${number}\\s+and\\s+${number}$`, "i").exec(text);
    if (between !== null) {
      limit(between[1] ?? "", ">=", between[2] ?? "");
      limit(between[1] ?? "", "<=", between[3] ?? "");
      return true;
    }
    const bound = new RegExp(`^${column}\\s*(>=|<=|>|<)\\s*${number}$`, "i").exec(text);
    if (bound !== null && isOperator(bound[2] ?? "")) {
      limit(bound[1] ?? "", bound[2] as Operator, bound[3] ?? ""); // one of the four, as just seen
      return true;
    }
    const mirrored = new RegExp(`^${number}\\s*(>=|<=|>|<)\\s*${column}$`, "i").exec(text);
    if (mirrored !== null) {
      limit(mirrored[3] ?? "", opposite[mirrored[2] as Operator], mirrored[1] ?? ""); // one of the four, by the pattern
      return true;
    }
    const compared = new RegExp(`^${column}\\s*(>=|<=|>|<)\\s*${column}$`, "i").exec(text);
    if (compared !== null) {
      comparisons.push({ left: compared[1] ?? "", operator: operators[compared[2] as Operator], right: compared[3] ?? "" }); // as above
      return true;
    }
    const valid = new RegExp(`^json_valid\\s*\\(${column}\\)$`, "i").exec(text);
    if (valid !== null) {
      json.add(valid[1] ?? "");
      return true;
    }
    return false;
  };
  for (const check of checks) {
    for (const part of conjuncts(plain(check)).map(plain)) {
      const same = /^(\w+)\s*=\s*('(?:[^']|'')*'|-?\d+)(?:\s+or\s+\1\s*=\s*('(?:[^']|'')*'|-?\d+))+$/is.exec(part.replaceAll(/[()]/g, ""));
      if (same !== null) values.set(same[1] ?? "", literals(part.slice((same[1] ?? "").length)));
      else if (!readOne(part)) others.push(check);
    }
  }
  return { values, min, max, excluded, json, comparisons, others };
}
