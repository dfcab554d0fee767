// Owners of attributes: products, which people enter, and the raw materials and process steps, whose owners follow them.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { checkBlockers } from "../../crud/guards/blockers.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, changeRow, lockRows, readRow, removeOwnedRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { takePack } from "./packs.ts";

/** ownerType of each kind of owner. */
const ownerTypes = { product: 1, rawMaterial: 2, processStep: 3 } as const;

/** The resources whose rows are owners of themselves. */
type Source = "raw-material" | "process-step";
const typeOf: Readonly<Record<Source, number>> = { "raw-material": ownerTypes.rawMaterial, "process-step": ownerTypes.processStep };

/** What the owner of a material or step shows of it. */
interface Shown {
  readonly code: string | null;
  readonly name: string | null;
  readonly image: string | null;
  readonly status: number;
  readonly attrPackId: string | null;
}

/** The owner of a material or step, locked; one that was entered by hand before is known by its code. */
function ownerOf(context: CommitContext, tx: Transaction, source: Source, of: { readonly id: string; readonly codes: readonly string[] }) {
  return first(
    tx,
    db
      .selectFrom(tables(context).unscoped("attr-owner", "o"))
      .where("o.ownerType", "=", typeOf[source])
      .where(({ eb, or, and }) => or([eb("o.refId", "=", of.id), and([eb("o.refId", "is", null), eb("o.code", "=", anyOf(of.codes))])]))
      .orderBy("o.refId", (order) => order.asc().nullsLast())
      .orderBy("o.id")
      .limit(1)
      .forUpdate("o")
      .select(["o.id", "o.attrPackId"]),
  );
}

/** The codes of all owners are one set, whatever they own. */
async function checkCode(
  context: CommitContext,
  tx: Transaction,
  source: Source,
  owner: { readonly id: string | undefined; readonly code: string | null },
): Promise<void> {
  const other = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("attr-owner", "o"))
      .where("o.code", "=", owner.code)
      .where("o.id", "<>", owner.id ?? "0")
      .select(["o.name"]),
  );
  if (other === undefined) return;
  const name = other.name ?? "";
  throw fieldError(context, source, "code", {
    code: "duplicate",
    message: [`编号已被属性主体“${name}”使用`, `The attribute owner “${name}” has this code already`],
  });
}

interface Written {
  readonly id: string;
  readonly before: Shown | undefined;
  readonly after: Shown;
}

/** Adds or changes the owner of a material or step as that was written. */
async function follow(context: CommitContext, tx: Transaction, source: Source, { id, before, after }: Written): Promise<void> {
  const codes = [before?.code, after.code].flatMap((code) => code ?? []);
  const existing = await ownerOf(context, tx, source, { id, codes });
  await checkCode(context, tx, source, { id: existing?.id, code: after.code });
  const values = { ...after, refId: id };
  if (existing !== undefined) await changeRow(context, tx, "attr-owner", { id: existing.id, values });
  const owner = existing ?? (await addRow(context, tx, "attr-owner", { ...values, ownerType: typeOf[source] }));
  const isChosen = existing === undefined || existing.attrPackId !== after.attrPackId;
  if (isChosen) await takePack(context, tx, { id: owner.id, ownerType: typeOf[source], attrPackId: after.attrPackId });
}

/** Relations say which attributes an owner has; without it they say nothing. */
async function dropRelations(context: CommitContext, tx: Transaction, ownerIds: readonly string[]): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("attrrelation", "x")).set({ isDeleted: 1 }).where("x.attrOwnerId", "=", anyOf(ownerIds)),
  );
}

/** Removes the owners of materials or steps, unless something else uses one of them. */
async function leave(context: CommitContext, tx: Transaction, source: Source, ids: readonly string[]): Promise<void> {
  const { unscoped } = tables(context);
  const found = await rows(
    tx,
    db.selectFrom(unscoped("attr-owner", "o")).where("o.ownerType", "=", typeOf[source]).where("o.refId", "=", anyOf(ids)).select("o.id"),
  );
  const ownerIds = found.map((row) => row.id);
  if (ownerIds.length === 0) return;
  const owners = await lockRows(context, tx, "attr-owner", ownerIds);
  await dropRelations(context, tx, ownerIds);
  await removeOwnedRows(context, tx, "attr-owner", owners);
}

interface SourceRow {
  readonly code?: string | null;
  readonly name?: string | null;
  readonly image?: string | null;
  readonly status?: number;
  readonly attrPackId?: string | null;
}

const shownOf = ({ code = null, name = null, image = null, status = 1, attrPackId = null }: SourceRow): Shown => ({
  code,
  name,
  image,
  status,
  attrPackId,
});

/** A material or step and its owner are written and removed together. */
const hooksOf = (source: Source) =>
  ({
    submit: {
      afterChange: (tx, context, { id, values, current }) =>
        follow(context, tx, source, {
          id,
          before: current === undefined ? undefined : shownOf(current),
          after: shownOf({ ...current, ...values }),
        }),
    },
    remove: {
      beforeRemove: async (tx, context, { rows: leaving }) => {
        // First what uses the row itself, so that people read of what they remove.
        const check = { model: context.model, tenantId: context.scope.tenantId };
        await checkBlockers(tx, resourceNamed(context, source), { ...check, rows: leaving.map((row) => ({ ...row })) });
        await leave(
          context,
          tx,
          source,
          leaving.map(({ id }) => id),
        );
      },
    },
  }) satisfies ResourceHooks<Source>;

const ownerHooks: ResourceHooks<"attr-owner"> = {
  submit: {
    beforeChange: async (_tx, context, { values, current }) => {
      const { ownerType, refId } = { ...current, ...values };
      // Rows of a new installation say what they stand for; no call can.
      if ((ownerType ?? ownerTypes.product) !== ownerTypes.product && (refId ?? null) === null)
        throw fieldError(context, "attr-owner", "ownerType", {
          code: "notAllowed",
          message: [
            "原料和工序的属性主体随原料、工艺步骤自动生成，此处只能新增产品",
            "Owners of raw materials and process steps come with these; only products are entered here",
          ],
        });
    },
    afterChange: async (tx, context, { id, values, current }) => {
      const attrPackId = values.attrPackId ?? null;
      if (attrPackId === null || attrPackId === current?.attrPackId) return;
      await takePack(context, tx, { id, ownerType: values.ownerType ?? current?.ownerType ?? ownerTypes.product, attrPackId });
    },
  },
  remove: {
    beforeRemove: (tx, context, { rows: leaving }) =>
      dropRelations(
        context,
        tx,
        leaving.map(({ id }) => id),
      ),
  },
};

/** A product uses materials and passes steps; which one an owner stands for is written down next to it. */
const relationHooks: ResourceHooks<"attrownerrelation"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const { relationType, relatedOwnerId, rawMaterialId, processStepId } = { ...current, ...values };
      const owner = await readRow(context, tx, "attr-owner", relatedOwnerId);
      const isMaterial = relationType === 1;
      if (owner !== undefined && owner.ownerType !== (isMaterial ? ownerTypes.rawMaterial : ownerTypes.processStep))
        throw fieldError(context, "attrownerrelation", "relatedOwnerId", {
          code: "notAllowed",
          message: isMaterial
            ? ["关系类型为“使用原料”，请选择原料", "This relation uses a raw material: select one"]
            : ["关系类型为“经过工序”，请选择工序", "This relation passes a process step: select one"],
        });
      const refId = owner?.refId ?? null;
      values.rawMaterialId = isMaterial ? (refId ?? rawMaterialId ?? null) : null;
      values.processStepId = isMaterial ? null : (refId ?? processStepId ?? null);
    },
  },
};

export const ownersDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    "raw-material": hooksOf("raw-material"),
    "process-step": hooksOf("process-step"),
    "attr-owner": ownerHooks,
    attrownerrelation: relationHooks,
  },
  effects: ["raw-material.owner", "process-step.owner"],
};
