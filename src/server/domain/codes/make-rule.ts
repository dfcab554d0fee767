// Make rules: what can be composed at all, what stays as it is once codes were made, and what a rule's codes look like.
import { labelOf } from "#schema/model";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect, ReadHandler, ResourceHooks } from "../../contract.ts";
import { changeRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError, invalidFields, malformedParameter, rowNotFound } from "../../http/errors.ts";
import { allOf, db, first, lockName, read, rows as rowsOf } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { alphabets, capacity, charactersOf, checkModes, codeMaker, serialModes, totalLength, type Rule } from "./composition.ts";
import { throwawaySecret, type RuleSecrets } from "./rule-secrets.ts";

const resource = "code-make-rule";
const traceCode = 1;
const enabled = 1;
/** How many codes there must be for each that is made, so that a guess hits with less than 1 in 1000. */
const guesses = 1000n;
/** Samples of a preview. */
const samples = 10;
/** The layer whose mark examples carry. */
const baseLayer = 1;

/** Members of a rule that say how its codes are written: fixed once codes were made. */
const composition = [
  "ruleCode",
  "codeFuncType",
  "prefix",
  "datePart",
  "layerMark",
  "serialMode",
  "alphabet",
  "customAlphabet",
  "bodyLength",
  "checkMode",
  "verifyMode",
  "verifyLength",
] as const satisfies readonly (keyof Rule)[];

interface Fault {
  readonly field: string;
  readonly message: Text;
}

/** Serials that a rule has given out. */
const madeNum = (rule: Rule): bigint => BigInt(rule.nextSerial ?? 1) - 1n;

/** How many codes a rule can make in all. The first serial is 1, so a sequence never writes its zero. */
function maxCodes(rule: Rule): bigint {
  return rule.serialMode === serialModes.sequential ? capacity(rule) - 1n : capacity(rule) / guesses;
}

/** Refuses to make so many more codes by a rule than its space holds, or than leave it hard to guess. */
export function requireSpace(rule: Rule & { readonly name?: string | null }, count: bigint): void {
  const left = maxCodes(rule) - madeNum(rule);
  if (count <= left) return;
  const name = rule.name ?? "";
  const rest = left > 0n ? left : 0n;
  throw businessError(
    "spaceTooSmall",
    rule.serialMode === serialModes.sequential
      ? [`制码规则“${name}”容量不足，最多还能生成 ${rest} 个码`, `The rule “${name}” can make ${rest} more codes at most`]
      : [
          `制码规则“${name}”容量不足：为防止被猜中，码空间须为已生成数量的 1000 倍以上，最多还能生成 ${rest} 个码，请加长码体或换用更大的字符集`,
          `The rule “${name}” can make ${rest} more codes at most: to be hard to guess, its space must be 1000 times what is made. Make the body longer or the alphabet larger`,
        ],
    { data: { most: String(rest) } },
  );
}

/** What is wrong with a composition by itself. */
export function faultsOf(rule: Rule): readonly Fault[] {
  const faults: Fault[] = [];
  const letters = charactersOf(rule);
  const isSequential = rule.serialMode === serialModes.sequential;
  if (letters.length < 2 || letters.length > 64 || new Set(letters).size < letters.length) {
    faults.push({
      field: "customAlphabet",
      message: ["自定义字符须为 2 至 64 个互不相同的字符", "The alphabet needs 2 to 64 distinct characters"],
    });
  }
  if (rule.checkMode === checkModes.mod10 && rule.alphabet !== alphabets.digits) {
    faults.push({
      field: "checkMode",
      message: ["Mod10 校验位只适用于数字字符集", "A check digit by Mod 10 needs the alphabet of digits"],
    });
  }
  if (rule.checkMode === checkModes.modN && faults.length === 0 && letters.length % 2 === 1) {
    faults.push({
      field: "checkMode",
      message: [
        "Mod N 校验位要求字符个数为偶数，否则会漏检单个错字",
        "A check digit by Mod N needs an even number of characters, or it misses wrong ones",
      ],
    });
  }
  if (rule.codeFuncType !== traceCode && isSequential) {
    faults.push({ field: "serialMode", message: ["面向消费者的码不可使用顺序流水", "Codes that consumers see may not be sequential"] });
  }
  if (faults.length === 0 && maxCodes(rule) < BigInt(rule.nextSerial ?? 1)) {
    faults.push({
      field: "bodyLength",
      message: ["容量不足，请加长码体或换用更大的字符集", "Too few codes are possible: make the body longer or the alphabet larger"],
    });
  }
  return faults;
}

function refuseFaults(context: CommitContext, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const rule = resourceNamed(context, resource);
  throw invalidFields(
    faults.map(({ field, message }) => ({
      code: "notAllowed",
      path: [field],
      parameters: {},
      label: labelOf(rule, field),
      message,
    })),
  );
}

/** Refuses rules that together with another enabled one could write the same code. */
async function requireApart(context: CommitContext, tx: Transaction, ids: readonly string[], written: readonly Rule[]): Promise<void> {
  // Two rules that are enabled at the same moment would not see each other.
  await lockName(tx, `code-make-rule ${context.scope.tenantId}`);
  const others = await rowsOf(
    tx,
    db
      .selectFrom(tables(context).unscoped(resource, "r"))
      .where("r.status", "=", enabled)
      .where("r.id", "<>", allOf(ids))
      .orderBy("r.id")
      .select(["r.id", "r.name", "r.prefix", "r.datePart", "r.layerMark", "r.bodyLength", "r.checkMode"]),
  );
  for (const rule of written) {
    const length = totalLength(rule);
    const alike = others.find((other) => (other.prefix ?? "") === (rule.prefix ?? "") && totalLength(other) === length);
    if (alike === undefined) continue;
    const title = alike.name ?? "";
    throw businessError(
      "sameComposition",
      [
        `与已启用的规则“${title}”前缀和总长相同，生成的码可能重复`,
        `The enabled rule “${title}” has the same prefix and length, so codes could repeat`,
      ],
      { target: { resource, id: alike.id, title } },
    );
  }
}

/** The layer mark of a layer without a pack layer of the tenant's: its number. */
const numberMark = (layer: number): string => String(layer).slice(0, 1);

/** Layer → the character that stands for it in codes: the first one of the pack layer's own code. */
export async function layerMarks(context: CommitContext, tx: Transaction): Promise<(layer: number) => string> {
  const layers = await rowsOf(tx, marksQuery(context));
  return markOf(layers);
}

const marksQuery = (context: Pick<CommitContext, "model" | "scope" | "caller">) =>
  db.selectFrom(tables(context).unscoped("pack-layer", "p")).select(["p.layer", "p.code"]);

function markOf(layers: readonly { readonly layer: number | null; readonly code: string | null }[]): (layer: number) => string {
  const marks = new Map(layers.map(({ layer, code }) => [layer, (code ?? "").slice(0, 1)]));
  return (layer) => marks.get(layer) || numberMark(layer);
}

/** What is worked out whenever a rule is saved. */
async function derived(
  context: CommitContext,
  tx: Transaction,
  rule: Rule,
  secret: Uint8Array,
): Promise<{ readonly totalLength: number; readonly capacity: string; readonly example: string | null }> {
  const ofLayer = rule.layerMark === 1 ? await layerMarks(context, tx) : numberMark;
  // A composition that is not possible has no example; what is wrong with it is told when the rule is enabled.
  const isPossible = new Set(charactersOf(rule)).size === charactersOf(rule).length && charactersOf(rule).length >= 2;
  const maker = isPossible ? codeMaker({ rule, secret, day: context.now(), layerMark: ofLayer(baseLayer) }) : undefined;
  return {
    totalLength: totalLength(rule),
    capacity: String(capacity(rule)),
    example: maker?.make(1n, 1)[0] ?? null,
  };
}

const same = (left: unknown, right: unknown): boolean => String(left ?? "") === String(right ?? "");

const hooks = (secrets: RuleSecrets): ResourceHooks<"code-make-rule"> => ({
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const rule: Rule = { ...current, ...values };
      const changed = composition.filter((name) => values[name] !== undefined && !same(values[name], current?.[name]));
      if (current !== undefined && madeNum(current) > 0n)
        refuseFaults(
          context,
          changed.map((field) => ({
            field,
            message: ["该规则已生成过码，不能再修改码的组成", "Codes were made by this rule; how they are written no longer changes"],
          })),
        );
      if (current?.status === enabled && changed.length > 0) {
        refuseFaults(context, faultsOf(rule));
        await requireApart(context, tx, [current.id], [rule]);
      }
      const stored = current?.secret ?? secrets.create();
      if (current?.secret !== stored) values.secret = stored;
      if (current === undefined || changed.length > 0 || current.example === null)
        Object.assign(values, await derived(context, tx, rule, secrets.open(stored) ?? throwawaySecret()));
    },
  },
  remove: {
    beforeRemove: async (_tx, _context, { rows }) => {
      const used = rows.find((rule) => madeNum(rule) > 0n);
      if (used === undefined) return;
      const name = used.name ?? "";
      throw businessError("ruleInUse", [
        `制码规则“${name}”已生成过码，不能删除，可以停用`,
        `Codes were made by the rule “${name}”, so it stays; it can be disabled`,
      ]);
    },
  },
  restore: {
    beforeRestore: (tx, context, { rows }) =>
      requireApart(
        context,
        tx,
        [],
        rows.filter(({ status }) => status === enabled),
      ),
  },
});

const enable = (secrets: RuleSecrets): Effect<"code-make-rule.enable"> => ({
  commit: async (tx, context, { ids, rows }) => {
    for (const rule of rows) refuseFaults(context, faultsOf(rule));
    await requireApart(context, tx, ids, rows);
    for (const rule of rows) {
      const stored = rule.secret ?? secrets.create();
      // Rules that came with the installation, or from before these were worked out when a rule is saved.
      if (rule.secret !== null && rule.example !== null && rule.totalLength !== null && rule.capacity !== null) continue;
      const derivedSecret = await derived(context, tx, rule, secrets.open(stored) ?? throwawaySecret());
      await changeRow(context, tx, resource, {
        id: rule.id,
        values: { ...derivedSecret, example: rule.example ?? derivedSecret.example, secret: stored },
      });
    }
  },
});

/** A rule by its id, locked, with a secret: one that came with the installation gets its own now. */
export async function lockedRule(
  context: CommitContext,
  tx: Transaction,
  { id, secrets }: { readonly id: string; readonly secrets: RuleSecrets },
): Promise<Rule & { readonly id: string; readonly name: string | null; readonly secret: string }> {
  const found = await first(
    tx,
    db.selectFrom(tables(context).unscoped(resource, "r")).where("r.id", "=", id).forNoKeyUpdate().selectAll("r"),
  );
  if (found === undefined) throw rowNotFound();
  const rule = { ...found, nextSerial: Number(found.nextSerial ?? 1) };
  if (rule.secret !== null) return { ...rule, secret: rule.secret };
  const secret = secrets.create();
  await changeRow(context, tx, resource, { id, values: { secret } });
  return { ...rule, secret };
}

/** A whole number of codes; undefined where none is asked about. */
function countIn(sent: string | undefined): bigint | undefined {
  if (sent === undefined || sent === "") return undefined;
  if (!/^[1-9]\d{0,14}$/.test(sent)) throw malformedParameter("codeNum");
  return BigInt(sent);
}

const preview =
  (secrets: RuleSecrets): ReadHandler =>
  async (context, { id = "", codeNum: sent }) => {
    if (!/^\d{1,18}$/.test(id)) throw malformedParameter("id");
    const count = countIn(sent);
    const { accessible } = tables(context);
    const [[found], layers] = await read(context, [
      db.selectFrom(accessible(resource, "r")).where("r.id", "=", id).selectAll("r"),
      marksQuery(context),
    ]);
    if (found === undefined) throw rowNotFound();
    const rule = { ...found, nextSerial: Number(found.nextSerial ?? 1) };
    refuseFaults(context, faultsOf(rule));
    if (count !== undefined) requireSpace(rule, count);
    const secret = secrets.open(rule.secret) ?? throwawaySecret();
    const maker = codeMaker({ rule, secret, day: context.now(), layerMark: markOf(layers)(baseLayer) });
    const space = capacity(rule);
    const isSequential = rule.serialMode === serialModes.sequential;
    // Scrambled samples are from the end of the space, which no rule may get to: what is shown here never becomes a real code.
    const shown = isSequential ? maxCodes(rule) - madeNum(rule) : space;
    const number = shown < BigInt(samples) ? Number(shown) : samples;
    const valid = madeNum(rule) + (count ?? 0n);
    const max = maxCodes(rule) - madeNum(rule);
    return {
      id: rule.id,
      name: rule.name ?? "",
      totalLength: totalLength(rule),
      samples: maker.make(isSequential ? BigInt(rule.nextSerial) : space - BigInt(number), number),
      capacity: String(space),
      madeNum: String(madeNum(rule)),
      mostNum: String(max > 0n ? max : 0n),
      isGuessable: isSequential,
      // One guess in so many hits a code that was made; 0 while there is none.
      guessOneIn: String(valid === 0n ? 0n : space / valid),
      guessProbability: valid === 0n ? "0" : (Number(valid) / Number(space)).toExponential(2),
    };
  };

export const makeRuleDomain = (secrets: RuleSecrets): Domain => ({
  reads: { "code-make-rule.preview": preview(secrets) },
  actions: { "code-make-rule.enable": enable(secrets) },
  hooks: { "code-make-rule": hooks(secrets) },
  effects: ["code-make-rule.example", "code-make-rule.composition"],
});
