// In whose name people print: the tenant whose data it is.
import { request } from "../../api/request.ts";
import { session } from "../../api/session.ts";
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";

export interface Letterhead {
  readonly name: string;
  readonly address: string;
  /** Its picture, ready to be drawn; undefined where there is none, or none that can be loaded. */
  readonly logo: HTMLImageElement | undefined;
}

const none: Letterhead = { name: "", address: "", logo: undefined };
let cached: { readonly owner: string; readonly letterhead: Letterhead } | undefined;

/** Nobody waits longer for a picture of another site: paper without it is of use as well. */
const patienceMs = 3_000;

async function pictureAt(address: string): Promise<HTMLImageElement | undefined> {
  if (address === "") return undefined;
  const picture = new Image();
  picture.alt = "";
  picture.src = address;
  const late = new Promise<undefined>((resolve) => void setTimeout(() => resolve(undefined), patienceMs));
  // One may be broken, or of a site whose pictures the page does not show.
  const loaded = picture.decode().then(
    () => picture,
    () => undefined,
  );
  return Promise.race([loaded, late]);
}

/** The person's own tenant is told to everybody; another one to those who look after tenants. */
async function read(owner: string, isOwn: boolean): Promise<Letterhead> {
  if (isOwn) {
    const answered = await request("GET", "/blade-user/info");
    if (!isRecord(answered)) return none;
    const logo = await pictureAt(textOf(answered["tenantLogo"]));
    return { name: textOf(answered["tenantName"]), address: textOf(answered["tenantAddress"]), logo };
  }
  const [tenant] = rowsOf(await request("GET", "/blade-system/tenant/list", { query: { tenantId_equal: owner, current: 1, size: 1 } }));
  const logo = await pictureAt(textOf(tenant?.["logo"]));
  return { name: textOf(tenant?.["tenantName"]), address: textOf(tenant?.["address"]), logo };
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
