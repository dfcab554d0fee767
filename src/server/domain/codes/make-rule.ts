// Enabling a make rule: its composition must be possible, hard to guess, and apart from that of every other enabled rule.
import type { Text } from "#schema/text";
import type { Domain, Effect, Values } from "../../contract.ts";
import { findUnscoped, titleOf } from "../../crud/sql/stored-row.ts";
import { updateRow } from "../../crud/write/write.ts";
import { db, holdName, rows as rowsOf } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { businessError, invalidFields, rowNotFound } from "../../http/errors.ts";

const traceCode = 1;
const sequential = 3;
const alphabets = { digits: 1, base62: 3, custom: 9 } as const;
const mod10 = 1;
/** How many codes there must be for each that is made, so that a guess hits with less than 1 in 1000. */
const guesses = 1000n;
const datePartLengths = [0, 2, 4, 6] as const;

/** How many characters a body is written with. */
export function alphabetSize(rule: Readonly<Values>): number {
  switch (Number(rule["alphabet"])) {
    case alphabets.digits:
      return 10;
    case alphabets.base62:
      return 62;
    case alphabets.custom:
      return [...String(rule["customAlphabet"] ?? "")].length;
    default:
      return 32;
  }
}

/** Length of a code: prefix, date, layer mark, body, check digit. */
export function totalLength(rule: Readonly<Values>): number {
  const ofDate = datePartLengths[Number(rule["datePart"] ?? 0)] ?? 0;
  return (
    String(rule["prefix"] ?? "").length +
    ofDate +
    Number(rule["layerMark"] ?? 0) +
    Number(rule["bodyLength"]) +
    (Number(rule["checkMode"] ?? 0) === 0 ? 0 : 1)
  );
}

/** How many different bodies there are. */
export function capacity(rule: Readonly<Values>): bigint {
  return BigInt(alphabetSize(rule)) ** BigInt(Number(rule["bodyLength"]));
}

interface Fault {
  readonly field: string;
  readonly message: Text;
}

/** What is wrong with a composition by itself. */
export function faultsOf(rule: Readonly<Values>): readonly Fault[] {
  const faults: Fault[] = [];
  const letters = [...String(rule["customAlphabet"] ?? "")];
  const isSequential = Number(rule["serialMode"]) === sequential;
  if (
    Number(rule["alphabet"]) === alphabets.custom &&
    (letters.length < 2 || letters.length > 64 || new Set(letters).size < letters.length)
  ) {
    faults.push({
      field: "customAlphabet",
      message: ["自定义字符须为 2 至 64 个互不相同的字符", "The alphabet needs 2 to 64 distinct characters"],
    });
  }
  if (Number(rule["checkMode"]) === mod10 && Number(rule["alphabet"]) !== alphabets.digits) {
    faults.push({
      field: "checkMode",
      message: ["Mod10 校验位只适用于数字字符集", "A check digit by Mod 10 needs the alphabet of digits"],
    });
  }
  if (Number(rule["codeFuncType"]) !== traceCode && isSequential) {
    faults.push({ field: "serialMode", message: ["面向消费者的码不可使用顺序流水", "Codes that consumers see may not be sequential"] });
  }
  const used = BigInt(String(rule["nextSerial"] ?? 1));
  if (faults.length === 0 && capacity(rule) < (isSequential ? used : guesses * used)) {
    faults.push({
      field: "bodyLength",
      message: ["容量不足，请加长码体或换用更大的字符集", "Too few codes are possible: make the body longer or the alphabet larger"],
    });
  }
  return faults;
}

const enable: Effect = {
  commit: async (tx, context, { ids, rows }) => {
    const resource = context.model.resource.get("code-make-rule");
    const { scope, caller } = context;
    if (resource === undefined) throw rowNotFound();
    // Two rules that are enabled at the same moment would not see each other.
    await holdName(tx, `code-make-rule ${scope.tenantId}`);
    const enabled = await rowsOf(
      tx,
      db.selectFrom(tables(context).unscoped("code-make-rule", "r")).where("r.status", "=", 1).select("r.id"),
    );
    const others = await findUnscoped(tx, resource, scope.tenantId, {
      keys: enabled.map((row) => row.id).filter((id) => !ids.includes(id)),
    });
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
      const alike = others.find((other) => String(other["prefix"] ?? "") === String(rule["prefix"] ?? "") && totalLength(other) === length);
      if (alike !== undefined) {
        const title = titleOf(resource, alike);
        throw businessError(
          "sameComposition",
          [
            `与已启用的规则“${title}”前缀和总长相同，生成的码可能重复`,
            `The enabled rule “${title}” has the same prefix and length, so codes could repeat`,
          ],
          { data: { blocker: { resource: resource.name, id: String(alike["id"]), title } } },
        );
      }
      await updateRow(tx, resource, {
        values: { totalLength: length, capacity: String(capacity(rule)) },
        id: String(rule["id"]),
        scope,
        caller,
        now: context.now(),
      });
    }
  },
};

export const makeRuleDomain: Domain = { reads: {}, actions: { "code-make-rule.enable": enable }, hooks: {} };
