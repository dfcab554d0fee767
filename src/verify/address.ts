// What the address of the page asks for: /verify?t=<tenant>&c=<code>, or a GS1 Digital Link such as /01/<GTIN>/10/<lot>/21/<serial>.
import { gs1Link, gtinKey } from "./gs1-link.ts";

export interface Lookup {
  /** "" when the address names no code: the page asks for one. */
  readonly code: string;
  /** "" when the address names no tenant: that of the site is meant. */
  readonly tenantId: string;
  /** The GTIN of a GS1 Digital Link, which must be that of the code's product. */
  readonly gtin?: string;
  /** Why a GS1 Digital Link names no code: it is of all pieces of a product, with their lot where it has one, or of something else. */
  readonly unnamed?: "product" | "other";
}

/** Reads the address of the page; the long names of the parameters are those of the call (docs/wire.md). */
export function lookupIn({ pathname, search }: Pick<Location, "pathname" | "search">): Lookup {
  const parameters = new URLSearchParams(search);
  const named = (...names: readonly string[]) => names.map((name) => parameters.get(name)?.trim() ?? "").find((text) => text !== "") ?? "";
  const tenantId = named("t", "tenantId");
  const link = gs1Link(pathname);
  if (link === undefined) return { code: named("c", "code"), tenantId };
  if (link.key !== gtinKey) return { code: "", tenantId, unnamed: "other" };
  const code = link.qualifiers.get("21");
  return { tenantId, gtin: link.value, ...(code === undefined ? { code: "", unnamed: "product" } : { code }) };
}
