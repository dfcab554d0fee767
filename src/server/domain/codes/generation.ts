// Generation records that are done, for whoever takes their codes into a set.
import { sql } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { readableOf } from "../../crud/sql/readable-fields.ts";
import { maxRows } from "../../crud/read/plain-rows.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read } from "../../rows/query.ts";

/** status of a record whose codes are all made. */
const done = 2;

const doneRecords = prepared("code_gen_record_select", (_given: Given<object>, { accessible, unscoped }) =>
  db
    .selectFrom(accessible("code-gen-record", "r"))
    .where("r.status", "=", done)
    .orderBy("r.id", "desc")
    .limit(maxRows)
    .select((record) => [
      "r.id",
      "r.name",
      "r.genNo",
      "r.codeNum",
      db
        .selectFrom(unscoped("code-gen-record-detail", "d"))
        .where("d.codeGenRecordId", "=", record.ref("r.id"))
        .select(({ ref }) => sql<number>`coalesce(sum(${ref("d.takenNum")}), 0)::int`.as("num"))
        .as("takenNum"),
    ]),
);

const select: ReadHandler = async (context) => {
  const [matches] = await read(context, [doneRecords(context, {})]);
  const resource = resourceNamed(context, "code-gen-record");
  return matches.map((row) =>
    readableOf(context, resource, {
      id: row.id,
      name: row.name ?? "",
      genNo: row.genNo ?? "",
      codeNum: row.codeNum ?? 0,
      takenNum: row.takenNum ?? 0,
    }),
  );
};

export const generationDomain: Domain = { reads: { "code-gen-record.select": select }, actions: {}, hooks: {} };
