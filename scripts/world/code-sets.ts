// The codes of a synthetic world: made by two rules, then numbered, related and activated as one set for each product.
import { anyOf, db, read } from "../../src/server/rows/query.ts";
import { tables } from "../../src/server/rows/tables.ts";
import type { Calls } from "../../src/server/seed/calls.ts";
import { layers, packageName, onPallet, type Layer, type Package, type Product, type WorldPlan } from "./plan.ts";
import type { Masters, WorldState } from "./progress.ts";

const functions = { trace: 1, allInOne: 4 } as const;
/** What consumers see is not to be guessed; what only the warehouse scans may be numbered. */
const functionOf = (layer: Layer) => (layer <= layers.carton ? functions.allInOne : functions.trace);
const outwards: readonly Layer[] = [layers.bottle, layers.carton, layers.case, layers.pallet];
/** Numbers that are looked up at once. */
const maxNumbers = 5000;

/** The jobs that a step of the codes brings; they go on by themselves where they were stopped. */
export const codeQueues = ["code-gen-record.generate", "code-set-format", "code-set-import"] as const;

/** Ids of the rules by the function of their codes. */
export async function addRules({ add, act }: Calls): Promise<Masters["rules"]> {
  const consumer = await add("code-make-rule", {
    name: "消费者码",
    ruleCode: "SW-A",
    codeFuncType: functions.allInOne,
    prefix: "SW",
    serialMode: 1,
    alphabet: 2,
    bodyLength: 12,
    checkMode: 2,
  });
  const trace = await add("code-make-rule", {
    name: "物流码",
    ruleCode: "SW-L",
    codeFuncType: functions.trace,
    prefix: "SWL",
    serialMode: 3,
    alphabet: 1,
    bodyLength: 10,
    checkMode: 1,
  });
  for (const id of [consumer, trace]) await act("code-make-rule.enable", id);
  return [
    [functions.allInOne, consumer],
    [functions.trace, trace],
  ];
}

/** The lines of a generation record by their layer. */
async function linesOf({ context }: Calls, recordId: string): Promise<ReadonlyMap<number, string>> {
  const [found] = await read(context, [
    db
      .selectFrom(tables(context).unscoped("code-gen-record-detail", "d"))
      .where("d.codeGenRecordId", "=", recordId)
      .select(["d.id", "d.layer"]),
  ]);
  return new Map(found.map(({ id, layer }) => [layer ?? 0, id]));
}

interface CodedProduct {
  readonly product: Product;
  readonly ids: Masters["products"][number];
  readonly masters: Masters;
}

/** Has the codes of all layers of a product made; answers the record. */
async function makeCodes(calls: Calls, { product, ids, masters }: CodedProduct): Promise<string> {
  const { add, act } = calls;
  const rules = new Map(masters.rules);
  const countOf = (layer: Layer) => product.pallets * onPallet(product.packing, layer);
  const ruleOf = (layer: Layer) => rules.get(functionOf(layer));
  // The record has one line of base units from the start.
  const recordId = await add("code-gen-record", {
    name: product.name,
    codeMakeRuleId: ruleOf(layers.bottle),
    codeNum: countOf(layers.bottle),
    digitSourceId: masters.digitSourceId,
    fileFormat: 1,
    fileContent: 1,
    ...ids,
  });
  for (const layer of outwards.slice(1))
    await add("code-gen-record-detail", { codeGenRecordId: recordId, layer, codeMakeRuleId: ruleOf(layer), num: countOf(layer) });
  await act("code-gen-record.gen", recordId);
  return recordId;
}

/** Numbers the codes of a record as a set; answers the set. */
async function addSet(calls: Calls, { product, ids, masters }: CodedProduct, codeGenRecordId: string): Promise<string> {
  const { add, act } = calls;
  const { bottles, cartons, cases } = product.packing;
  const setId = await add("code-set", {
    name: product.name,
    sourceType: 1,
    codeGenRecordId,
    digitSourceId: masters.digitSourceId,
    relationMode: 1,
    unitNum: product.pallets,
    ...ids,
  });
  const [lines, packLayers] = [await linesOf(calls, codeGenRecordId), new Map(masters.packLayers)];
  const held = new Map<Layer, number>([
    [layers.bottle, 1],
    [layers.carton, bottles],
    [layers.case, cartons],
    [layers.pallet, cases],
  ]);
  for (const [index, layer] of outwards.toReversed().entries())
    await add("code-set-layer", {
      codeSetId: setId,
      packLayerId: packLayers.get(layer),
      codeFuncType: functionOf(layer),
      codeGenRecordDetailId: lines.get(layer),
      num: held.get(layer),
      twinNum: 1,
      columnIndex: index + 1,
    });
  await act("code-set.format", setId);
  return setId;
}

/** Steps that the codes of a product take: made, put into a set, packed. */
export const stepsOfCodes = 3;

/** How many of the steps of the codes are done. */
export const codeStepsDone = (codes: WorldState["codes"]): number =>
  codes.reduce((sum, { setId, isPacked }) => sum + (isPacked ? stepsOfCodes : setId === undefined ? 1 : 2), 0);

/** Does the next step of the codes, but for the job that it brings; answers how far they are then. */
export async function nextCodes(
  calls: Calls,
  { products }: WorldPlan,
  { codes, masters }: Pick<WorldState, "codes"> & { readonly masters: Masters },
): Promise<WorldState["codes"]> {
  const last = codes.at(-1);
  const index = last?.isPacked === false ? codes.length - 1 : codes.length;
  const [product, ids] = [products[index], masters.products[index]];
  if (product === undefined || ids === undefined) throw new Error(`there is no product ${index}`);
  const coded: CodedProduct = { product, ids, masters };
  const done = codes.slice(0, index);
  if (last === undefined || last.isPacked) return [...done, { recordId: await makeCodes(calls, coded), isPacked: false }];
  const { recordId, setId } = last;
  if (setId === undefined) return [...done, { recordId, setId: await addSet(calls, coded, recordId), isPacked: false }];
  // Packs the codes of the set in each other, and activates them.
  await calls.act("code-set.import", setId);
  return [...done, { recordId, setId, isPacked: true }];
}

/** What is printed on packages, by `nameOf`. */
export async function codesOf(
  { context }: Calls,
  sets: readonly string[],
  packages: readonly Package[],
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const [product, codeSetId] of sets.entries())
    for (const layer of outwards) {
      const numbers = [...new Set(packages.filter((one) => one.product === product && one.layer === layer).map(({ number }) => number))];
      for (let from = 0; from < numbers.length; from += maxNumbers) {
        const [found] = await read(context, [
          db
            .selectFrom(tables(context).unscoped("code-item", "i"))
            .where("i.codeSetId", "=", codeSetId)
            .where("i.layer", "=", layer)
            .where("i.codeFuncType", "=", functionOf(layer))
            .where("i.seqNo", "=", anyOf(numbers.slice(from, from + maxNumbers)))
            .select(["i.seqNo", "i.code"]),
        ]);
        for (const { seqNo, code } of found) codes.set(packageName({ product, layer, number: seqNo ?? 0 }), code ?? "");
      }
    }
  return codes;
}
