// Ranges of serials that went to printers: in order, counted by the server, and none twice for the codes of one generation line.
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import type { Domain, ResourceHooks } from "../../contract.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

const resource = "codemakerecord";
const voided = 9;

const hooks: ResourceHooks<"codemakerecord"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const { codeGenRecordDetailId } = merged;
      const [start, end] = [merged.startSerial ?? null, merged.endSerial ?? null];
      if (start === null || end === null) return;
      values.num = Number(end) - Number(start) + 1;
      if (current?.status === voided) return;
      // Records of one line wait for each other, so that of two with the same range one is refused.
      await lockRow(context, tx, "code-gen-record-detail", codeGenRecordDetailId);
      const others = db
        .selectFrom(tables(context).unscoped("codemakerecord", "r"))
        .where("r.codeGenRecordDetailId", "=", codeGenRecordDetailId ?? null)
        .where("r.status", "<>", voided)
        .where("r.startSerial", "<=", String(end))
        .where("r.endSerial", ">=", String(start));
      const other = await first(
        tx,
        (current === undefined ? others : others.where("r.id", "<>", current.id))
          .orderBy("r.startSerial")
          .limit(1)
          .select(["r.makeNo", "r.startSerial", "r.endSerial"]),
      );
      if (other === undefined) return;
      const [number, range] = [other.makeNo ?? "", `${String(other.startSerial)}–${String(other.endSerial)}`];
      throw fieldError(context, resource, "startSerial", {
        code: "notAllowed",
        message: [`与制码记录“${number}”的流水 ${range} 重叠`, `Overlaps the serials ${range} of the record “${number}”`],
      });
    },
  },
};

export const makeRangesDomain: Domain = { reads: {}, actions: {}, hooks: { codemakerecord: hooks }, effects: ["codemakerecord.ranges"] };
