// Who gets a task: the user whom the model names, whoever may claim it, or the tenant's administrators where the model finds nobody.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { WaitingTask } from "./engine/instance.ts";
import { withHeads } from "./heads.ts";

/** The candidate that stands for the tenant's administrators. */
export const administrators = "admins";

/** Users who may sign in. */
const active = 1;

export interface Assignment {
  readonly assignee: string | null;
  readonly assigneeName: string;
  readonly candidates: readonly string[];
}

const isId = (text: string): boolean => /^\d{1,19}$/u.test(text);

interface Group {
  readonly kind: "role" | "dept" | "post";
  readonly name: string;
}

/** "post:3", "dept:7", and everything else is a role, by its id or its alias. */
function groupOf(text: string): Group {
  const [, kind, name] = /^(role|dept|post):(.*)$/u.exec(text) ?? [];
  if (name !== undefined && (kind === "role" || kind === "dept" || kind === "post")) return { kind, name: name.trim() };
  return { kind: "role", name: text };
}

/** Whom each task asks; four queries in one round trip for all of them. */
export async function assignmentsOf(
  context: CommitContext,
  tx: Transaction,
  waiting: readonly WaitingTask[],
): Promise<readonly Assignment[]> {
  if (waiting.length === 0) return [];
  const tasks = await withHeads(context, tx, waiting);
  const { unscoped } = tables(context);
  const users = [...new Set(tasks.flatMap(({ assignee, candidateUsers }) => [assignee, ...candidateUsers]))].filter(isId);
  const groups = tasks.flatMap(({ candidateGroups }) => candidateGroups.map(groupOf));
  const named = (kind: Group["kind"]) => groups.filter((group) => group.kind === kind).map(({ name }) => name);
  const ids = (kind: Group["kind"]) => [...new Set(named(kind))].filter(isId);
  /** Of these groups those in which anybody may sign in. */
  const peopled = (column: "u.deptId" | "u.postId", kind: Group["kind"]) =>
    db
      .selectFrom(sql<{ readonly id: string }>`(select unnest(${ids(kind)}::bigint[]) as id)`.as("g"))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom(unscoped("user", "u"))
            .where("u.status", "=", active)
            .where(({ ref }) => sql<boolean>`${ref("g.id")} = any(${ref(column)})`)
            .select("u.id"),
        ),
      )
      .select("g.id");
  const [people, roles, depts, posts] = await rowsOfAll(tx, [
    db.selectFrom(unscoped("user", "u")).where("u.id", "=", anyOf(users)).where("u.status", "=", active).select(["u.id", "u.realName"]),
    db
      .selectFrom(unscoped("role", "r"))
      .where(({ eb, or }) => or([eb("r.id", "=", anyOf(ids("role"))), eb("r.roleAlias", "=", anyOf(named("role")))]))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom(unscoped("user", "u"))
            .where("u.status", "=", active)
            .where(({ ref }) => sql<boolean>`${ref("r.id")} = any(${ref("u.roleId")})`)
            .select("u.id"),
        ),
      )
      .select(["r.id", "r.roleAlias"]),
    peopled("u.deptId", "dept"),
    peopled("u.postId", "post"),
  ]);
  const names = new Map(people.map(({ id, realName }) => [id, realName ?? ""]));
  const known = { dept: new Set(depts.map(({ id }) => id)), post: new Set(posts.map(({ id }) => id)) };
  const candidatesOf = ({ kind, name }: Group): readonly string[] =>
    kind === "role"
      ? roles.filter(({ id, roleAlias }) => id === name || roleAlias === name).map(({ id }) => `role:${id}`)
      : known[kind].has(name)
        ? [`${kind}:${name}`]
        : [];
  return tasks.map(({ assignee, candidateUsers, candidateGroups }) => {
    if (names.has(assignee)) return { assignee, assigneeName: names.get(assignee) ?? "", candidates: [] };
    const candidates = [
      ...candidateUsers.filter((id) => names.has(id)).map((id) => `user:${id}`),
      ...candidateGroups.map(groupOf).flatMap(candidatesOf),
    ];
    return { assignee: null, assigneeName: "", candidates: candidates.length === 0 ? [administrators] : [...new Set(candidates)] };
  });
}
