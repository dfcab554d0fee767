// In whose name people print: their tenant, as it stands in their own data.
import { request } from "../../api/request.ts";
import { session } from "../../api/session.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";

export interface Letterhead {
  readonly name: string;
  readonly address: string;
}

const none: Letterhead = { name: "", address: "" };
let known: { readonly tenant: string; readonly letterhead: Letterhead } | undefined;

/**
 * Of what a tenant owns; undefined or "": of something of the person's own. Read once for each tenant that somebody signs in to. Empty where
 * the server does not tell, since paper without it is of use as well, and for a record of another tenant.
 */
export async function letterheadOf(owner: string | undefined): Promise<Letterhead> {
  const tenant = session()?.tenantId;
  if (tenant === undefined || (owner !== undefined && owner !== "" && owner !== tenant)) return none;
  if (known?.tenant === tenant) return known.letterhead;
  try {
    const answered = await request("GET", "/blade-user/info");
    const letterhead = isRecord(answered) ? { name: textOf(answered["tenantName"]), address: textOf(answered["tenantAddress"]) } : none;
    known = { tenant, letterhead };
    return letterhead;
  } catch {
    return none;
  }
}
