// Who gets a task: the user whom the model names by id or account, whoever may claim it, or the tenant's administrators where the model finds nobody.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { isId } from "#process/people";
import { anyOf, db, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { WaitingTask } from "./engine/instance.ts";
import { withHeads } from "./department-heads.ts";

/** The candidate that stands for the tenant's administrators. */
export const administrators = "admins";

/** Users who may sign in. */
export const active = 1;

export interface Assignment {
  readonly assignee: string | null;
  readonly assigneeName: string;
  readonly candidates: readonly string[];
}

export interface Group {
  readonly kind: "role" | "dept" | "post";
  readonly name: string;
}

/**
 * "post:3", "dept:销售部": a role by its id or alias, a post by its id, code or name, a department by its id, name or full name. Without a kind it
 * is a role. Names are looked up in the tenant of the instance.
 */
export function groupOf(text: string): Group {
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
  const users = [...new Set(tasks.flatMap(({ assignee, candidateUsers }) => [assignee, ...candidateUsers]))].filter((name) => name !== "");
  const groups = tasks.flatMap(({ candidateGroups }) => candidateGroups.map(groupOf));
  const named = (kind: Group["kind"]) => groups.filter((group) => group.kind === kind).map(({ name }) => name);
  const ids = (kind: Group["kind"]) => [...new Set(named(kind))].filter(isId);
  const [people, roles, depts, posts] = await rowsOfAll(tx, [
    db
      .selectFrom(unscoped("user", "u"))
      .where(({ eb, or }) => or([eb("u.id", "=", anyOf(users.filter(isId))), eb("u.account", "=", anyOf(users))]))
      .where("u.status", "=", active)
      .select(["u.id", "u.account", "u.realName"]),
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
    db
      .selectFrom(unscoped("dept", "d"))
      .where(({ eb, or }) =>
        or([eb("d.id", "=", anyOf(ids("dept"))), eb("d.deptName", "=", anyOf(named("dept"))), eb("d.fullName", "=", anyOf(named("dept")))]),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom(unscoped("user", "u"))
            .where("u.status", "=", active)
            .where(({ ref }) => sql<boolean>`${ref("d.id")} = any(${ref("u.deptId")})`)
            .select("u.id"),
        ),
      )
      .select(["d.id", "d.deptName", "d.fullName"]),
    db
      .selectFrom(unscoped("post", "p"))
      .where(({ eb, or }) =>
        or([eb("p.id", "=", anyOf(ids("post"))), eb("p.postCode", "=", anyOf(named("post"))), eb("p.postName", "=", anyOf(named("post")))]),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom(unscoped("user", "u"))
            .where("u.status", "=", active)
            .where(({ ref }) => sql<boolean>`${ref("p.id")} = any(${ref("u.postId")})`)
            .select("u.id"),
        ),
      )
      .select(["p.id", "p.postCode", "p.postName"]),
  ]);
  // An account may look like an id, which comes first.
  const found = new Map([
    ...people.map((person) => [person.account, person] as const),
    ...people.map((person) => [person.id, person] as const),
  ]);
  const groupsByKind: Readonly<Record<Group["kind"], readonly (readonly [id: string, ...names: (string | null)[]])[]>> = {
    role: roles.map(({ id, roleAlias }) => [id, roleAlias]),
    dept: depts.map(({ id, deptName, fullName }) => [id, deptName, fullName]),
    post: posts.map(({ id, postCode, postName }) => [id, postCode, postName]),
  };
  const candidatesOf = ({ kind, name }: Group): readonly string[] =>
    groupsByKind[kind].filter((names) => names.includes(name)).map(([id]) => `${kind}:${id}`);
  return tasks.map(({ assignee, candidateUsers, candidateGroups }) => {
    const person = found.get(assignee);
    if (person !== undefined) return { assignee: person.id, assigneeName: person.realName ?? "", candidates: [] };
    const candidates = [
      ...candidateUsers.flatMap((name) => found.get(name) ?? []).map(({ id }) => `user:${id}`),
      ...candidateGroups.map(groupOf).flatMap(candidatesOf),
    ];
    return { assignee: null, assigneeName: "", candidates: candidates.length === 0 ? [administrators] : [...new Set(candidates)] };
  });
}
