// Roles, posts and departments that a model names, and the tenants that do not have them: told before it is deployed there.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { needsConfirmation } from "../../http/errors.ts";
import { db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { textIn } from "#process/members";
import { scopesOf, type ParsedModel } from "#process/model";
import { serviceOf } from "#process/services";
import { groupOf, type Group } from "./assignment.ts";

/** As many sentences as a person reads at once. */
const mostTold = 8;

const isId = (text: string): boolean => /^\d{1,19}$/u.test(text);
const isExpression = (text: string): boolean => /[$#]\{/u.test(text);

/** Groups that tasks, and notices, name by other than their ids. */
export function namedGroups(model: ParsedModel): readonly Group[] {
  const texts = scopesOf(model)
    .flatMap(({ nodes }) => nodes)
    .flatMap((node) => {
      const service = serviceOf(node);
      // Of whom a notice is for, ids alone are users.
      const told = service?.kind === "notice" ? (service.fields.get("to") ?? "").split(",").filter((part) => !isId(part.trim())) : [];
      return [...textIn(node, "candidateGroups").split(","), ...told];
    })
    .map((part) => part.trim())
    .filter((part) => part !== "" && !isExpression(part));
  const groups = texts.map(groupOf).filter(({ name }) => !isId(name));
  return [...new Map(groups.map((group) => [`${group.kind}:${group.name}`, group])).values()];
}

const kinds: Readonly<Record<Group["kind"], Text>> = { role: ["角色", "role"], dept: ["部门", "department"], post: ["岗位", "post"] };

/** For each tenant the groups that it lacks. `null` among the owners stands for all tenants. */
async function lacking(context: CommitContext, tx: Transaction, groups: readonly Group[], owners: readonly (string | null)[]) {
  const { acrossTenants } = tables(context);
  const wanted = db
    .selectFrom(
      sql<{
        readonly kind: Group["kind"];
        readonly name: string;
      }>`(select * from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as w (kind text, name text))`.as("w"),
    )
    .select(["w.kind", "w.name"]);
  let found = db
    .selectFrom(acrossTenants("tenant", "t"))
    .crossJoin(wanted.as("g"))
    .where(({ not, or, and, exists, selectFrom, eb, ref }) =>
      not(
        or([
          and([
            eb("g.kind", "=", "role"),
            exists(
              selectFrom(acrossTenants("role", "r"))
                .where("r.tenantId", "=", ref("t.tenantId"))
                .where("r.roleAlias", "=", ref("g.name"))
                .select("r.id"),
            ),
          ]),
          and([
            eb("g.kind", "=", "post"),
            exists(
              selectFrom(acrossTenants("post", "p"))
                .where("p.tenantId", "=", ref("t.tenantId"))
                .where(({ or: either, eb: is }) => either([is("p.postCode", "=", ref("g.name")), is("p.postName", "=", ref("g.name"))]))
                .select("p.id"),
            ),
          ]),
          and([
            eb("g.kind", "=", "dept"),
            exists(
              selectFrom(acrossTenants("dept", "d"))
                .where("d.tenantId", "=", ref("t.tenantId"))
                .where(({ or: either, eb: is }) => either([is("d.deptName", "=", ref("g.name")), is("d.fullName", "=", ref("g.name"))]))
                .select("d.id"),
            ),
          ]),
        ]),
      ),
    );
  if (!owners.includes(null)) found = found.where("t.tenantId", "in", [...owners]);
  return rows(
    tx,
    found
      .orderBy("t.tenantId")
      .orderBy("g.kind")
      .orderBy("g.name")
      .limit(mostTold + 1)
      .select(["t.tenantId", "t.tenantName", "g.kind", "g.name"]),
  );
}

/** Asks whoever deploys where a tenant lacks a group: its tasks would be the administrators' there. */
export async function askAboutGroups(
  context: CommitContext,
  tx: Transaction,
  models: readonly ParsedModel[],
  owners: readonly (string | null)[],
): Promise<void> {
  const groups = models.flatMap(namedGroups);
  if (groups.length === 0) return;
  const missing = await lacking(context, tx, groups, owners);
  if (missing.length === 0) return;
  const told = missing.slice(0, mostTold);
  const more: Text = missing.length > mostTold ? ["……", " …"] : ["", ""];
  throw needsConfirmation(
    [
      `以下租户没有模型指定的候选组，相应任务将由租户管理员签收：${told.map(({ tenantName, kind, name }) => `${tenantName ?? ""}没有${kinds[kind][0]}“${name}”`).join("；")}${more[0]}。仍要部署?`,
      `Tenants lack groups that the model names; there the tasks are the administrators': ${told.map(({ tenantName, kind, name }) => `${tenantName ?? ""} has no ${kinds[kind][1]} “${name}”`).join("; ")}${more[1]}. Deploy anyway?`,
    ],
    [],
  );
}
