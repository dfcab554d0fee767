// Types of the language in words that people write in definitions: names of fields, conditions, both languages.
import { inner, keyOf, list, member, nodeName, type Node, type Parsed } from "./syntax.ts";

interface Declaration {
  readonly node: Node;
  readonly file: Parsed;
  readonly about: string;
}
export type Declarations = ReadonlyMap<string, Declaration>;

/** Types that are told by a name; the page explains these. */
const named: Readonly<Record<string, string>> = {
  Text: "[zh, en]",
  FieldName: "field",
  FieldNameOf: "field of the target",
  ResourceName: "resource",
  RoleAlias: "role",
  ReadName: "resource.read",
  StateOf: "state",
  Plain: "value",
  Compared: "comparison",
  AllOver: "condition",
  Transition: "event",
  TreeLists: "trees",
  SeedValue: "value",
  SeedOf: "row",
  When: "condition",
  Condition: "condition",
  Scalar: "value",
  Operand: "operand",
  OperandOf: "operand",
  TimeLimit: "time",
  Fields: "fields",
  FormulasOver: "{ field: formula }",
  LineFormulas: "{ field: formula }",
  FormulasData: "{ field: formula }",
  FormulaOver: "formula",
  SeedRow: "row",
  // Parameters of builders.
  R: "true | [zh, en]",
  Requirement: "true | [zh, en]",
  RO: "true",
  W: "condition",
  Q: "condition",
  V: "value",
  M: "true",
  WI: "field",
  F: "fields",
  T: "resource.read",
  N: "field",
  L: "lines",
  K: "field",
  S: "{ state: [value, zh, en, colour] }",
};

const keywords: Readonly<Record<string, string>> = {
  TSStringKeyword: "text",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "true | false",
  TSUnknownKeyword: "value",
  TSNullKeyword: "null",
  TSUndefinedKeyword: "",
  TSNeverKeyword: "",
};

const wrapped = (text: string): string => (text.includes(" | ") ? `(${text})` : text);
const lowerFirst = (text: string): string => text.replace(/^./, (letter) => letter.toLowerCase());

/** A type as the page writes it. What is new to it is told as it stands in its file. */
export function formatType(node: Node, file: Parsed, declarations: Declarations): string {
  const spoken = (part: Node | undefined): string => (part === undefined ? "" : formatType(part, file, declarations));
  const keyword = keywords[node.type];
  if (keyword !== undefined) return keyword;
  switch (node.type) {
    case "TSLiteralType":
      return file.textOf(node);
    case "TSTemplateLiteralType":
      return file
        .textOf(node)
        .replaceAll(/\$\{[^}]*\}/g, "…")
        .replaceAll("`", '"');
    case "TSUnionType":
      return [...new Set(list(node, "types").map(spoken).filter(Boolean))].join(" | ");
    case "TSIntersectionType":
      return spoken(list(node, "types")[0]);
    case "TSArrayType":
      return `${wrapped(spoken(inner(node, "elementType")))}[]`;
    case "TSParenthesizedType":
      return spoken(inner(node, "typeAnnotation"));
    case "TSTypeOperator": {
      const operand = inner(node, "typeAnnotation");
      if (member(node, "operator") !== "keyof") return spoken(operand);
      const of = operand === undefined ? "" : file.textOf(operand);
      return of === "S" ? "state" : of === "L" ? "lines" : "field";
    }
    case "TSTupleType":
      return `[${list(node, "elementTypes").map(spoken).join(", ")}]`;
    case "TSNamedTupleMember":
      return nodeName(inner(node, "label")) ?? "";
    case "TSMappedType": {
      const over = inner(node, "constraint");
      const type = spoken(inner(node, "typeAnnotation"));
      return `{ ${over === undefined ? "name" : spoken(over)}: ${type} }`;
    }
    case "TSTypeLiteral":
      return `{ ${list(node, "members")
        .map((one) => spokenMember(one, file, declarations))
        .join(", ")} }`;
    case "TSTypeReference":
      return spokenReference(node, file, declarations);
    default:
      return file.textOf(node);
  }
}

function spokenMember(node: Node, file: Parsed, declarations: Declarations): string {
  const type = inner(inner(node, "typeAnnotation"), "typeAnnotation");
  const spoken = type === undefined ? "" : formatType(type, file, declarations);
  if (node.type !== "TSIndexSignature") return `${keyOf(node)}${member(node, "optional") === true ? "?" : ""}: ${spoken}`;
  return `${nodeName(list(node, "parameters")[0]) ?? "name"}: ${spoken}`;
}

function spokenReference(node: Node, file: Parsed, declarations: Declarations): string {
  const name = nodeName(inner(node, "typeName")) ?? "";
  const parameters = list(inner(node, "typeArguments"), "params");
  const first = parameters[0] === undefined ? "" : formatType(parameters[0], file, declarations);
  if (name === "Readonly" || name === "NoInfer" || name === "Required") return first;
  if (name === "Omit" || name === "Pick") return first;
  if (name === "Record") return `{ name: ${parameters[1] === undefined ? "" : formatType(parameters[1], file, declarations)} }`;
  if (name === "SetTo") return `${first} | "@now" | "@user" | "@state" | null`;
  const word = named[name];
  if (word !== undefined) return word;
  const declaration = declarations.get(name);
  if (declaration === undefined) return file.textOf(node);
  const aliased = inner(declaration.node, "typeAnnotation");
  if (declaration.node.type === "TSInterfaceDeclaration" || aliased === undefined) return lowerFirst(name);
  // `(typeof names)[number]`: the names stand in the same file.
  if (aliased.type === "TSIndexedAccessType") return valuesOf(aliased, declaration.file) ?? lowerFirst(name);
  return formatType(aliased, declaration.file, declarations);
}

/** The values of a constant list whose members an alias names. */
function valuesOf(node: Node, file: Parsed): string | undefined {
  const [, constant = ""] = /typeof (\w+)/.exec(file.textOf(node)) ?? [];
  const [, values] = new RegExp(`const ${constant}[^=]*= \\[([^\\]]*)\\] as const`).exec(file.source) ?? [];
  return values === undefined || constant === ""
    ? undefined
    : values
        .split(",")
        .map((value) => value.trim())
        .filter(Boolean)
        .join(" | ");
}
