// Process nodes with their steps, each with the owner of its attributes.
import { sql } from "kysely";
import type { Domain, ReadHandler } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, read } from "../../rows/query.ts";

/** ownerType of a process step. */
const processStep = 3;

/** The owner of a step's attributes names the step, or, where it was entered by hand, has the step's code. */
const nodesWithSteps = prepared("process_nodes_with_steps", (_given: Given<object>, { accessible, unscoped }) =>
  db
    .selectFrom(accessible("process-node", "n"))
    .where("n.status", "=", 1)
    .orderBy("n.sort")
    .orderBy("n.id")
    .select((node) => [
      "n.id",
      "n.name",
      "n.sort",
      db
        .selectFrom(accessible("process-step", "s"))
        .leftJoinLateral(
          (step) =>
            db
              .selectFrom(unscoped("attr-owner", "o"))
              .where("o.ownerType", "=", processStep)
              .where(({ eb, or, and, ref }) =>
                or([
                  eb("o.refId", "=", step.cast<string>("s.id", "text")),
                  and([eb("o.refId", "is", null), eb(ref("o.code"), "=", step.ref("s.code"))]),
                ]),
              )
              .orderBy("o.refId", (order) => order.asc().nullsLast())
              .orderBy("o.id")
              .limit(1)
              .select("o.id")
              .as("o"),
          (join) => join.onTrue(),
        )
        .where("s.processNodeId", "=", node.ref("n.id"))
        .where("s.status", "=", 1)
        .select(({ ref }) =>
          sql<
            readonly object[] | null
          >`jsonb_agg(jsonb_build_object('id', ${ref("s.id")}::text, 'name', ${ref("s.name")}, 'sort', coalesce(${ref("s.sort")}, -1),
          'attrOwnerId', coalesce(to_jsonb(${ref("o.id")}::text), '-1'::jsonb)) order by ${ref("s.sort")}, ${ref("s.id")})`.as("steps"),
        )
        .as("steps"),
    ]),
);

const list: ReadHandler = async (context) => {
  const [matches] = await read(context, [nodesWithSteps(context, {})]);
  return matches.map((row) => ({ id: row.id, name: row.name, sort: row.sort ?? -1, steps: row.steps ?? [] }));
};

export const processNodesDomain: Domain = { reads: { "attr-owner.process-node-list": list }, actions: {}, hooks: {} };
