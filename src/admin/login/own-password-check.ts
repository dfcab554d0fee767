// The browser's checks of a new password before it is sent.
import { shortestPassword } from "../../schema/common-passwords.ts";

/** The fields, in this order. */
export const ownPasswordNames = ["oldPassword", "newPassword", "newPassword1"] as const;
export type OwnPasswordName = (typeof ownPasswordNames)[number];
export type OwnPasswordForm = Readonly<Record<OwnPasswordName, string>>;

export interface Finding {
  readonly name: OwnPasswordName;
  readonly text: `ownPassword.required.${OwnPasswordName}` | "ownPassword.tooShort" | "ownPassword.same" | "ownPassword.differ";
}

/** The first thing that is wrong. */
export function findingOf(form: OwnPasswordForm): Finding | undefined {
  const empty = ownPasswordNames.find((name) => form[name] === "");
  if (empty !== undefined) return { name: empty, text: `ownPassword.required.${empty}` };
  if ([...form.newPassword].length < shortestPassword) return { name: "newPassword", text: "ownPassword.tooShort" };
  if (form.newPassword === form.oldPassword) return { name: "newPassword", text: "ownPassword.same" };
  return form.newPassword === form.newPassword1 ? undefined : { name: "newPassword1", text: "ownPassword.differ" };
}
