// Who earns: members in their normal state.
import type { Values } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";

export const memberStatus = { normal: 1, cancelled: 3 } as const;

export const mayEarn = (member: Readonly<Values> | undefined): boolean => Number(member?.["status"]) === memberStatus.normal;

/** A disabled member earns nothing until it is enabled. */
export function requireEarner(member: Readonly<Values> | undefined): void {
  if (member === undefined) throw rowNotFound();
  if (mayEarn(member)) return;
  const name = String(member["nickName"] ?? "");
  throw businessError(
    "memberNotNormal",
    [`会员“${name}”已禁用或注销，不能获得收益`, `Member “${name}” is disabled or cancelled and earns nothing`],
    { data: { memberId: String(member["id"]) } },
  );
}
