// Roles, posts and departments that a model names, and the tenants that do not have them: told before it is deployed there.
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rowsOfAll } from "../../rows/query.ts";
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

interface Lacking extends Group {
  readonly tenantName: string;
}

/** For each tenant the groups that it lacks. `null` among the owners stands for all tenants. */
async function lacking(
  context: CommitContext,
  tx: Transaction,
  groups: readonly Group[],
  owners: readonly (string | null)[],
): Promise<readonly Lacking[]> {
  const { acrossTenants } = tables(context);
  const names = (kind: Group["kind"]) => anyOf(groups.filter((group) => group.kind === kind).map(({ name }) => name));
  const named = owners.filter((owner) => owner !== null);
  let tenants = db.selectFrom(acrossTenants("tenant", "t")).orderBy("t.tenantId").select(["t.tenantId", "t.tenantName"]);
  if (named.length === owners.length) tenants = tenants.where("t.tenantId", "in", named);
  const [all, roles, posts, depts] = await rowsOfAll(tx, [
    tenants,
    db.selectFrom(acrossTenants("role", "r")).where("r.roleAlias", "=", names("role")).select(["r.tenantId", "r.roleAlias"]),
    db
      .selectFrom(acrossTenants("post", "p"))
      .where(({ or, eb }) => or([eb("p.postCode", "=", names("post")), eb("p.postName", "=", names("post"))]))
      .select(["p.tenantId", "p.postCode", "p.postName"]),
    db
      .selectFrom(acrossTenants("dept", "d"))
      .where(({ or, eb }) => or([eb("d.deptName", "=", names("dept")), eb("d.fullName", "=", names("dept"))]))
      .select(["d.tenantId", "d.deptName", "d.fullName"]),
  ]);
  const key = (tenantId: string | null, kind: Group["kind"], name: string | null): string => `${tenantId ?? ""} ${kind} ${name ?? ""}`;
  const known = new Set([
    ...roles.map(({ tenantId, roleAlias }) => key(tenantId, "role", roleAlias)),
    ...posts.flatMap(({ tenantId, postCode, postName }) => [key(tenantId, "post", postCode), key(tenantId, "post", postName)]),
    ...depts.flatMap(({ tenantId, deptName, fullName }) => [key(tenantId, "dept", deptName), key(tenantId, "dept", fullName)]),
  ]);
  return all.flatMap(({ tenantId, tenantName }) =>
    groups.filter(({ kind, name }) => !known.has(key(tenantId, kind, name))).map((group) => ({ ...group, tenantName: tenantName ?? "" })),
  );
}

/** What to tell whoever deploys where a tenant lacks a group: its tasks would be the administrators' there. Undefined where none does. */
export async function lackingGroups(
  context: CommitContext,
  tx: Transaction,
  models: readonly ParsedModel[],
  owners: readonly (string | null)[],
): Promise<Text | undefined> {
  const groups = models.flatMap(namedGroups);
  if (groups.length === 0) return undefined;
  const missing = await lacking(context, tx, groups, owners);
  if (missing.length === 0) return undefined;
  const told = missing.slice(0, mostTold);
  const more: Text = missing.length > mostTold ? ["……", " …"] : ["", ""];
  return [
    `以下租户没有模型指定的候选组，相应任务将由租户管理员签收：${told.map(({ tenantName, kind, name }) => `${tenantName}没有${kinds[kind][0]}“${name}”`).join("；")}${more[0]}`,
    `Tenants lack groups that the model names; there the tasks are the administrators': ${told.map(({ tenantName, kind, name }) => `${tenantName} has no ${kinds[kind][1]} “${name}”`).join("; ")}${more[1]}`,
  ];
}
