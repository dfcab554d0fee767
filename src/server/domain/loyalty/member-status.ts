// Who earns: members in their normal state.
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { StoredRow } from "../../rows/stored.ts";

export const memberStatus = { normal: 1, cancelled: 3 } as const;

export const mayEarn = (member: StoredRow<"member"> | undefined): boolean => member?.status === memberStatus.normal;

/** A disabled member earns nothing until it is enabled. */
export function requireEarner(member: StoredRow<"member"> | undefined): void {
  if (member === undefined) throw rowNotFound();
  if (mayEarn(member)) return;
  const name = member.nickName ?? "";
  throw businessError(
    "memberNotNormal",
    [`会员“${name}”已禁用或注销，不能获得收益`, `Member “${name}” is disabled or cancelled and earns nothing`],
    { data: { memberId: member.id } },
  );
}
