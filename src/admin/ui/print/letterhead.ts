// In whose name people print: the tenant whose data it is.
import { request } from "../../api/request.ts";
import { session } from "../../api/session.ts";
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";

export interface Letterhead {
  readonly name: string;
  readonly address: string;
}

const none: Letterhead = { name: "", address: "" };
let cached: { readonly owner: string; readonly letterhead: Letterhead } | undefined;

/** The person's own tenant is told to everybody; another one to those who look after tenants. */
async function read(owner: string, isOwn: boolean): Promise<Letterhead> {
  if (isOwn) {
    const answered = await request("GET", "/blade-user/info");
    return isRecord(answered) ? { name: textOf(answered["tenantName"]), address: textOf(answered["tenantAddress"]) } : none;
  }
  const [tenant] = rowsOf(await request("GET", "/blade-system/tenant/list", { query: { tenantId_equal: owner, current: 1, size: 1 } }));
  return { name: textOf(tenant?.["tenantName"]), address: textOf(tenant?.["address"]) };
}

/**
 * Of what a tenant owns; undefined or "": of something of the person's own. Read once, until somebody prints for another tenant. Empty where
 * the server does not tell, since paper without it is of use as well.
 */
export async function letterheadOf(owner: string | undefined): Promise<Letterhead> {
  const own = session()?.tenantId;
  if (own === undefined) return none;
  const wanted = owner === undefined || owner === "" ? own : owner;
  if (cached?.owner === wanted) return cached.letterhead;
  try {
    const letterhead = await read(wanted, wanted === own);
    cached = { owner: wanted, letterhead };
    return letterhead;
  } catch {
    return none;
  }
}
