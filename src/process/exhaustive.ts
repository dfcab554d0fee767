// Whether of several conditions one holds whatever the values are: then a gateway needs no default flow. Tried with a value of each kind that
// the conditions tell apart, so it is known only of comparisons with what is written in them.
import type { ASTNode } from "@marcbachmann/cel-js";
import { ExpressionError, parseWhole, type Expression } from "./expressions.ts";

/** More cases are no gateway that anybody can read. */
const maxCases = 4096;

type Kind = "boolean" | "number" | "string";

/** What the conditions tell of one variable, or member of one. */
interface Tested {
  readonly path: readonly string[];
  kind: Kind | undefined;
  readonly literals: Set<unknown>;
}

/** A condition says something that cannot be tried. */
class Untriable extends Error {}

function pathOf(node: ASTNode): readonly string[] | undefined {
  if (node.op === "id") return [node.args];
  if (node.op !== ".") return undefined;
  const [of, name] = node.args;
  const before = pathOf(of);
  return before === undefined ? undefined : [...before, name];
}

/** A number, text or flag as it is written; undefined for what is none. */
function literalOf(node: ASTNode): { readonly value: unknown } | undefined {
  if (node.op === "value") return { value: typeof node.args === "bigint" ? Number(node.args) : node.args };
  if (node.op !== "-_") return undefined;
  const inner = literalOf(node.args)?.value;
  return typeof inner === "number" ? { value: -inner } : undefined;
}

class Cases {
  readonly #tested = new Map<string, Tested>();

  #note(path: readonly string[], kind: Kind | undefined, literal?: unknown): void {
    const key = path.join(".");
    const found = this.#tested.get(key) ?? { path, kind: undefined, literals: new Set() };
    this.#tested.set(key, found);
    if (kind !== undefined && found.kind !== undefined && found.kind !== kind) throw new Untriable();
    found.kind ??= kind;
    if (literal !== undefined) found.literals.add(literal);
  }

  read(node: ASTNode): void {
    if (node.op === "&&" || node.op === "||") for (const side of node.args) this.read(side);
    else if (node.op === "!_") this.read(node.args);
    else if (node.op === "==" || node.op === "!=") this.#compare(node.args, false);
    else if (node.op === "<" || node.op === "<=" || node.op === ">" || node.op === ">=") this.#compare(node.args, true);
    else {
      const path = pathOf(node);
      if (path !== undefined) this.#note(path, "boolean");
      else if (literalOf(node) === undefined) throw new Untriable();
    }
  }

  #compare(sides: readonly ASTNode[], isOrder: boolean): void {
    const paths = sides.flatMap((side) => {
      const path = pathOf(side);
      return path === undefined ? [] : [path];
    });
    const literals = sides.flatMap((side) => literalOf(side) ?? []);
    if (paths.length + literals.length !== 2) throw new Untriable();
    // Two variables are told apart by their order, as numbers are.
    if (paths.length === 2) for (const path of paths) this.#note(path, "number");
    const [path] = paths;
    const [literal] = literals;
    if (path === undefined || literal === undefined) return;
    const { value } = literal;
    if (value === null) return this.#note(path, undefined, null);
    if (typeof value !== "boolean" && typeof value !== "number" && typeof value !== "string") throw new Untriable();
    if (isOrder && typeof value !== "number") throw new Untriable();
    this.#note(path, kindOf(value), value);
  }

  /** Every variable with the values to try. */
  values(): readonly (readonly [path: readonly string[], values: readonly unknown[]])[] {
    const all = [...this.#tested.values()];
    const numbers = all.filter(({ kind }) => kind === "number");
    const pool = numbersAround(
      numbers.flatMap(({ literals }) => [...literals]).filter((one) => typeof one === "number"),
      numbers.length,
    );
    return all.map(({ path, kind = "string", literals }) => {
      const absent = literals.has(null) ? [null] : [];
      if (kind === "boolean") return [path, [true, false, ...absent]];
      if (kind === "number") return [path, [...pool, ...absent]];
      return [path, [...literals, "\uFFFF"]];
    });
  }
}

const kindOf = (value: boolean | number | string): Kind =>
  typeof value === "boolean" ? "boolean" : typeof value === "number" ? "number" : "string";

/** The numbers that are written, and between and around them as many as there are variables, which may be in any order among themselves. */
function numbersAround(written: readonly number[], variables: number): readonly number[] {
  const sorted = [...new Set(written)].toSorted((left, right) => left - right);
  const bounds = [(sorted[0] ?? 0) - 1, ...sorted, (sorted.at(-1) ?? 0) + 1];
  const between = bounds.slice(1).flatMap((high, index) => {
    const low = bounds[index] ?? high;
    return Array.from({ length: variables }, (_one, place) => low + ((high - low) * (place + 1)) / (variables + 1));
  });
  return [...bounds, ...between];
}

function holds(expression: Expression, variables: Readonly<Record<string, unknown>>): boolean {
  try {
    return expression.evaluate(variables) === true;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

function put(variables: Record<string, unknown>, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    variables[name] = value;
    return;
  }
  const inner: Record<string, unknown> = { ...(typeof variables[name] === "object" ? variables[name] : {}) };
  put(inner, rest, value);
  variables[name] = inner;
}

/** Whether of these conditions one holds always, as far as that can be told. */
export function isExhaustive(conditions: readonly string[]): boolean {
  try {
    const expressions = conditions.map(parseWhole);
    const cases = new Cases();
    for (const { ast } of expressions) cases.read(ast);
    const values = cases.values();
    const count = values.reduce((product, [, some]) => product * some.length, 1);
    if (count > maxCases) return false;
    for (let one = 0; one < count; one += 1) {
      const variables: Record<string, unknown> = {};
      let rest = one;
      for (const [path, some] of values) {
        put(variables, path, some[rest % some.length]);
        rest = Math.floor(rest / some.length);
      }
      if (!expressions.some((expression) => holds(expression, variables))) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof Untriable || error instanceof ExpressionError) return false;
    throw error;
  }
}
