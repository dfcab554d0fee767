// Enabling a make rule: its composition must be possible, hard to guess, and apart from that of every other enabled rule.
import type { Text } from "#schema/text";
import type { Domain, Effect } from "../../contract.ts";
import { changeRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { allOf, db, holdName, rows as rowsOf } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import { businessError, invalidFields } from "../../http/errors.ts";

const traceCode = 1;
const sequential = 3;
const alphabets = { digits: 1, base62: 3, custom: 9 } as const;
const mod10 = 1;
/** How many codes there must be for each that is made, so that a guess hits with less than 1 in 1000. */
const guesses = 1000n;
const datePartLengths = [0, 2, 4, 6] as const;

/** A rule, or as much of one as is looked at. */
type Rule = RowValues<"code-make-rule">;

/** How many characters a body is written with. */
export function alphabetSize(rule: Rule): number {
  switch (rule.alphabet) {
    case alphabets.digits:
      return 10;
    case alphabets.base62:
      return 62;
    case alphabets.custom:
      return [...(rule.customAlphabet ?? "")].length;
    default:
      return 32;
  }
}

/** Length of a code: prefix, date, layer mark, body, check digit. */
export function totalLength(rule: Rule): number {
  const ofDate = datePartLengths[rule.datePart ?? 0] ?? 0;
  return (rule.prefix ?? "").length + ofDate + (rule.layerMark ?? 0) + (rule.bodyLength ?? 0) + ((rule.checkMode ?? 0) === 0 ? 0 : 1);
}

/** How many different bodies there are. */
export function capacity(rule: Rule): bigint {
  return BigInt(alphabetSize(rule)) ** BigInt(rule.bodyLength ?? 0);
}

interface Fault {
  readonly field: string;
  readonly message: Text;
}

/** What is wrong with a composition by itself. */
export function faultsOf(rule: Rule): readonly Fault[] {
  const faults: Fault[] = [];
  const letters = [...(rule.customAlphabet ?? "")];
  const isSequential = rule.serialMode === sequential;
  if (rule.alphabet === alphabets.custom && (letters.length < 2 || letters.length > 64 || new Set(letters).size < letters.length)) {
    faults.push({
      field: "customAlphabet",
      message: ["自定义字符须为 2 至 64 个互不相同的字符", "The alphabet needs 2 to 64 distinct characters"],
    });
  }
  if (rule.checkMode === mod10 && rule.alphabet !== alphabets.digits) {
    faults.push({
      field: "checkMode",
      message: ["Mod10 校验位只适用于数字字符集", "A check digit by Mod 10 needs the alphabet of digits"],
    });
  }
  if (rule.codeFuncType !== traceCode && isSequential) {
    faults.push({ field: "serialMode", message: ["面向消费者的码不可使用顺序流水", "Codes that consumers see may not be sequential"] });
  }
  const used = BigInt(rule.nextSerial ?? 1);
  if (faults.length === 0 && capacity(rule) < (isSequential ? used : guesses * used)) {
    faults.push({
      field: "bodyLength",
      message: ["容量不足，请加长码体或换用更大的字符集", "Too few codes are possible: make the body longer or the alphabet larger"],
    });
  }
  return faults;
}

const enable: Effect<"code-make-rule.enable"> = {
  commit: async (tx, context, { ids, rows }) => {
    const resource = resourceNamed(context, "code-make-rule");
    // Two rules that are enabled at the same moment would not see each other.
    await holdName(tx, `code-make-rule ${context.scope.tenantId}`);
    const others = await rowsOf(
      tx,
      db
        .selectFrom(tables(context).unscoped("code-make-rule", "r"))
        .where("r.status", "=", 1)
        .where("r.id", "<>", allOf(ids))
        .orderBy("r.id")
        .select(["r.id", "r.name", "r.prefix", "r.datePart", "r.layerMark", "r.bodyLength", "r.checkMode"]),
    );
    for (const rule of rows) {
      const faults = faultsOf(rule);
      if (faults.length > 0)
        throw invalidFields(
          faults.map(({ field, message }) => ({
            code: "notAllowed",
            path: [field],
            parameters: {},
            label: resource.field.get(field)?.label ?? [field, field],
            message,
          })),
        );
      const length = totalLength(rule);
      const alike = others.find((other) => (other.prefix ?? "") === (rule.prefix ?? "") && totalLength(other) === length);
      if (alike !== undefined) {
        const title = alike.name ?? "";
        throw businessError(
          "sameComposition",
          [
            `与已启用的规则“${title}”前缀和总长相同，生成的码可能重复`,
            `The enabled rule “${title}” has the same prefix and length, so codes could repeat`,
          ],
          { data: { blocker: { resource: resource.name, id: alike.id, title } } },
        );
      }
      await changeRow(context, tx, "code-make-rule", { id: rule.id, values: { totalLength: length, capacity: String(capacity(rule)) } });
    }
  },
};

export const makeRuleDomain: Domain = { reads: {}, actions: { "code-make-rule.enable": enable }, hooks: {} };
