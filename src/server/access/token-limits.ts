// What calls with an API token may not do, whatever was chosen for it: nothing without a key, and nothing that makes further access.
import type { AccessRule } from "../caller/rule.ts";
import { forbidden, type ApiError } from "../http/errors.ts";
import type { MenuForest } from "./menu-forest.ts";

/** Keys that no token has: it makes no tokens, resets nobody's password or second factor, and ends no sessions. */
const neverHeld: ReadonlySet<string> = new Set([
  "api-token",
  "apitoken_view",
  "apitoken_create",
  "apitoken_grant",
  "apitoken_revoke",
  "user_reset",
  "session_end",
]);

/** The entries of a token: those chosen for it that its account has now. */
export function entriesOfToken(forest: MenuForest, entries: ReadonlySet<string>, chosen: readonly string[]): ReadonlySet<string> {
  return new Set(chosen.filter((id) => entries.has(id) && !neverHeld.has(forest.byId.get(id)?.code ?? "")));
}

/** Why a call that asks for no key is refused to a token; undefined where it asks for one. */
export function refusalOfToken(rule: AccessRule): ApiError | undefined {
  if (rule.to !== "administrator" && (rule.to !== "signed-in" || rule.withApiTokens === true)) return undefined;
  return forbidden(undefined, ["API令牌不能调用此接口", "This call cannot be made with an API token"]);
}
