// Expressions of processes: ${…} in conditions, assignments, times and scripts. They are evaluated as CEL, which has no loops, no
// assignments and no way to the program around it.
import { Environment, EvaluationError, ParseError, type ASTNode } from "@marcbachmann/cel-js";
import { textOfValue, type Text } from "../schema/text.ts";

/** What an expression may yield. Whole numbers come back as numbers. */
export type ExpressionValue = unknown;

export type Variables = Readonly<Record<string, unknown>>;

/** Why an expression cannot be used; the sentence is for the person who drew the process. */
export class ExpressionError extends Error {
  readonly reason: Text;
  constructor(reason: Text) {
    super(reason[1]);
    this.reason = reason;
  }
}

/** What is known of a value before it is there. */
export type ValueType = "number" | "text";

/** A comparison that never holds, or always fails: of a number with a text. Each side as it is written, where it is short. */
export interface Clash {
  readonly number: string;
  readonly text: string;
}

export interface Expression {
  readonly ast: ASTNode;
  /** Names of the variables that it reads, without their members. */
  readonly names: ReadonlySet<string>;
  /** Comparisons of values of different types, where variables have these. */
  clashes(types: ReadonlyMap<string, ValueType>): readonly Clash[];
  /** Throws ExpressionError where a variable is missing or has another type than the expression needs. */
  evaluate(variables: Variables): ExpressionValue;
}

/** Longer ones are programs, which belong into a resource's rules. */
const maxCharacters = 1000;
const limits = { maxAstNodes: 200, maxDepth: 24, maxListElements: 100, maxMapEntries: 0, maxCallArguments: 4 };

/** Functions whose cost is bounded by the length of their operands: no patterns, no loops over lists. */
const allowedFunctions: ReadonlySet<string> = new Set([
  "size",
  "contains",
  "startsWith",
  "endsWith",
  "has",
  "string",
  "int",
  "double",
  "lowerAscii",
  "upperAscii",
]);

const arithmetic: Readonly<Record<"+" | "-" | "*" | "/" | "%", (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
};

function createEnvironment(): Environment {
  const environment = new Environment({ unlistedVariablesAreDyn: true, limits });
  // Variables are JavaScript numbers, which CEL takes for doubles; literals without a point are integers.
  for (const [operator, compute] of Object.entries(arithmetic)) {
    const mixed = (left: unknown, right: unknown) => compute(Number(left), Number(right));
    environment.registerOperator(`double ${operator} int: double`, mixed);
    environment.registerOperator(`int ${operator} double: double`, mixed);
  }
  return environment;
}

const environment = createEnvironment();

function isNode(value: unknown): value is ASTNode {
  return typeof value === "object" && value !== null && "op" in value && "args" in value;
}

function nodesIn(value: unknown): readonly ASTNode[] {
  if (isNode(value)) return [value, ...nodesIn(value.args)];
  return Array.isArray(value) ? value.flatMap(nodesIn) : [];
}

function refuseCalls(nodes: readonly ASTNode[]): void {
  for (const node of nodes) {
    const name = node.op === "call" || node.op === "rcall" ? node.args[0] : undefined;
    if (name !== undefined && !allowedFunctions.has(name))
      throw new ExpressionError([`表达式不能使用函数 ${name}`, `An expression cannot use the function ${name}`]);
  }
}

const comparisons: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);
const resultTypes: Readonly<Record<string, ValueType>> = {
  size: "number",
  int: "number",
  double: "number",
  string: "text",
  lowerAscii: "text",
  upperAscii: "text",
};

/** The type of a part of an expression, as far as it is known without values. */
function typeOf(node: ASTNode, types: ReadonlyMap<string, ValueType>): ValueType | undefined {
  if (node.op === "id") return types.get(node.args);
  if (node.op === "value") {
    const kind = typeof node.args;
    return kind === "string" ? "text" : kind === "number" || kind === "bigint" ? "number" : undefined;
  }
  if (node.op === "call" || node.op === "rcall") return resultTypes[node.args[0]];
  if (node.op === "-" || node.op === "*" || node.op === "/" || node.op === "%") return "number";
  if (node.op === "-_") return "number";
  if (node.op !== "+") return undefined;
  const sides = node.args.map((side) => typeOf(side, types));
  return sides[0] === sides[1] ? sides[0] : undefined;
}

function clashesIn(source: string, nodes: readonly ASTNode[], types: ReadonlyMap<string, ValueType>): readonly Clash[] {
  return nodes.flatMap((node) => {
    if (!comparisons.has(node.op)) return [];
    const sides = nodesIn(node.args).filter((side) => Array.isArray(node.args) && node.args.some((one: unknown) => one === side));
    const [left, right] = sides;
    if (left === undefined || right === undefined) return [];
    const [leftType, rightType] = [typeOf(left, types), typeOf(right, types)];
    if (leftType === undefined || rightType === undefined || leftType === rightType) return [];
    const written = (side: ASTNode) => source.slice(side.start, side.end);
    const [number, text] = leftType === "number" ? [left, right] : [right, left];
    return [{ number: written(number), text: written(text) }];
  });
}

/** The sentence of the library without the drawing of the place. */
const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));

/** What the library says, by its codes. */
const chineseReasons: Readonly<Record<string, string>> = {
  unterminated_string: "文本缺少结束的引号",
  reserved_identifier: "使用了保留字",
  unknown_variable: "使用了未知变量",
  no_such_overload: "值的类型不符",
  no_such_key: "没有该成员",
  division_by_zero: "除数为零",
};

/** In Chinese what is wrong with an expression, and at which character; the library speaks English. */
function inChinese(text: string, error: unknown): string {
  if (!(error instanceof ParseError) && !(error instanceof EvaluationError)) return "无法计算";
  const at = error.range?.start;
  if (error instanceof ParseError && at !== undefined && at >= text.trimEnd().length) return "不完整";
  const chinese =
    chineseReasons[error.code] ??
    (error instanceof EvaluationError ? "值的类型不符" : error.message.startsWith("Exceeded") ? "过于复杂" : "写法有误");
  return at === undefined ? chinese : `第 ${at + 1} 个字符处${chinese}`;
}

function plain(value: unknown): ExpressionValue {
  return typeof value === "bigint" ? Number(value) : value;
}

/**
 * An expression without its `${` and `}`, parsed once.
 *
 * Throws ExpressionError where it cannot be parsed, is too long, or calls what it may not.
 */
function parseExpression(text: string): Expression {
  if (text.length > maxCharacters)
    throw new ExpressionError([`表达式超过 ${maxCharacters} 个字符`, `The expression is longer than ${maxCharacters} characters`]);
  const parsed = (() => {
    try {
      return environment.parse(text);
    } catch (error) {
      throw new ExpressionError([`表达式“${text}”有误：${inChinese(text, error)}`, `The expression is wrong: ${firstLine(error)}`]);
    }
  })();
  const nodes = nodesIn(parsed.ast);
  refuseCalls(nodes);
  return {
    ast: parsed.ast,
    names: new Set(nodes.flatMap((node) => (node.op === "id" ? [node.args] : []))),
    clashes: (types) => clashesIn(text, nodes, types),
    evaluate: (variables) => {
      try {
        return plain(parsed({ ...variables }));
      } catch (error) {
        throw new ExpressionError([`无法计算“${text}”：${inChinese(text, error)}`, `${text} cannot be evaluated: ${firstLine(error)}`]);
      }
    },
  };
}

/** Text of a model in which `${…}` may stand. */
export interface Template {
  readonly names: ReadonlySet<string>;
  clashes(types: ReadonlyMap<string, ValueType>): readonly Clash[];
  /** The value of the expression where the text is nothing else; otherwise text. */
  evaluate(variables: Variables): ExpressionValue;
}

const placeholder = /[$#]\{([^{}]*)\}/g;

const templates = new Map<string, Template>();
/** Models are few; a bound on memory, not on models. */
const maxCached = 5000;

function build(text: string): Template {
  const matches = [...text.matchAll(placeholder)];
  const expressions = matches.map(([, body = ""]) => parseExpression(body.trim()));
  const names = new Set(expressions.flatMap((expression) => [...expression.names]));
  const [only] = expressions;
  if (only !== undefined && matches[0]?.[0] === text.trim()) return only;
  return {
    names,
    clashes: (types) => expressions.flatMap((expression) => expression.clashes(types)),
    evaluate: (variables) => {
      let index = 0;
      return text.replaceAll(placeholder, () => textOfValue(expressions[index++]?.evaluate(variables)));
    },
  };
}

/** Text with `${…}` (or `#{…}`, which means the same), parsed once. Throws ExpressionError. */
export function parseTemplate(text: string): Template {
  const cached = templates.get(text);
  if (cached !== undefined) return cached;
  const made = build(text);
  if (templates.size >= maxCached) templates.clear();
  templates.set(text, made);
  return made;
}

/** `${…}` and nothing else, and no brace in it. */
const whole = /^\s*[$#]\{([^{}]*)\}\s*$/u;

const notOne = (text: string): ExpressionError =>
  new ExpressionError([`“${text}”须为一个表达式，例如 \${days > 3}`, `“${text}” must be one expression, such as \${days > 3}`]);

/** The text of a condition, which is one expression: any other text would always hold. Throws ExpressionError. */
export function parseWhole(text: string): Expression {
  const body = whole.exec(text)?.[1];
  if (body === undefined) throw notOne(text);
  return parseExpression(body.trim());
}

/** The text of a script: one expression, with `${` and `}` or without. Throws ExpressionError. */
export const parseScript = (text: string): Expression => (whole.test(text) ? parseWhole(text) : parseExpression(text.trim()));

/** Text with `${…}` that is all understood: an expression that does not end, or has braces in it, would be taken for text. Throws ExpressionError. */
export function parseUnderstood(text: string): Template {
  if (/[$#]\{/u.test(text.replaceAll(placeholder, "")))
    throw new ExpressionError([
      `“${text}”中有未结束或含大括号的表达式`,
      `“${text}” has an expression that does not end, or has braces in it`,
    ]);
  return parseTemplate(text);
}
