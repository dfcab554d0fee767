// Whom a task asks, between what a person chooses and the attributes of its model. The server reads the attributes
// (src/server/domain/flow/assignment.ts); what is none of the choices stays as it is written.
import { isId, listed } from "./people.ts";

export interface TaskAttributes {
  readonly assignee: string;
  readonly candidateUsers: string;
  readonly candidateGroups: string;
}

type GroupKind = "role" | "dept" | "post";

export type Assignment =
  | { readonly kind: "nobody" }
  | { readonly kind: "starter" }
  /** One has the task; several may claim it. */
  | { readonly kind: "user"; readonly ids: readonly string[] }
  | { readonly kind: GroupKind; readonly ids: readonly string[] }
  /** Groups by their names, which each tenant has of its own: a role's alias, a post's code or name, a department's name. */
  | { readonly kind: "named"; readonly of: GroupKind; readonly names: readonly string[] }
  /** The head of the starter's department. */
  | { readonly kind: "head" }
  /** A field of the record that holds a person. */
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "other"; readonly attributes: TaskAttributes };

const nobody: TaskAttributes = { assignee: "", candidateUsers: "", candidateGroups: "" };
const starter = "${initiator}";
const head = "head:${deptId}";

/** Groups of one kind, by their ids or by their names; undefined for mixtures and expressions. */
function groupsIn(text: string): Assignment | undefined {
  const groups = listed(text).map((part) => /^(?:(role|dept|post):)?([^:${}]+)$/u.exec(part));
  const kinds = new Set(groups.map((found) => (found === null ? "" : (found[1] ?? "role"))));
  const [kind] = kinds;
  if (kinds.size !== 1 || (kind !== "role" && kind !== "dept" && kind !== "post")) return undefined;
  const names = groups.map((found) => (found?.[2] ?? "").trim());
  if (names.every(isId)) return { kind, ids: names };
  // A role without its kind stays as others wrote it.
  const isBare = groups.some((found) => found?.[1] === undefined);
  return isBare || names.some(isId) ? undefined : { kind: "named", of: kind, names };
}

export function assignmentOf(attributes: TaskAttributes): Assignment {
  const { assignee, candidateUsers, candidateGroups } = attributes;
  const given = [assignee, candidateUsers, candidateGroups].filter((text) => text !== "").length;
  const other: Assignment = { kind: "other", attributes };
  if (given === 0) return { kind: "nobody" };
  if (given > 1) return other;
  if (candidateGroups !== "") return groupsIn(candidateGroups) ?? other;
  if (candidateUsers !== "") return listed(candidateUsers).every(isId) ? { kind: "user", ids: listed(candidateUsers) } : other;
  if (assignee === starter) return { kind: "starter" };
  if (assignee === head) return { kind: "head" };
  if (isId(assignee)) return { kind: "user", ids: [assignee] };
  const field = /^\$\{\s*([A-Za-z_]\w*)\s*\}$/u.exec(assignee)?.[1];
  return field === undefined ? other : { kind: "field", name: field };
}

/** The attributes of a choice; those that are "" are left out of the model. */
export function attributesOf(assignment: Assignment): TaskAttributes {
  switch (assignment.kind) {
    case "nobody":
      return nobody;
    case "starter":
      return { ...nobody, assignee: starter };
    case "head":
      return { ...nobody, assignee: head };
    case "field":
      return { ...nobody, assignee: assignment.name === "" ? "" : `\${${assignment.name}}` };
    case "user":
      return assignment.ids.length === 1
        ? { ...nobody, assignee: assignment.ids[0] ?? "" }
        : { ...nobody, candidateUsers: assignment.ids.join(",") };
    case "named":
      return { ...nobody, candidateGroups: assignment.names.map((name) => `${assignment.of}:${name}`).join(",") };
    case "other":
      return assignment.attributes;
    default:
      return { ...nobody, candidateGroups: assignment.ids.map((id) => `${assignment.kind}:${id}`).join(",") };
  }
}
