// What the address of the page asks for: /verify?t=<tenant>&c=<code>, or a GS1 Digital Link, /01/<GTIN>/21/<serial>.
import { digitalLink } from "./routes.ts";

export interface Asked {
  /** "" when the address names no code: the page asks for one. */
  readonly code: string;
  /** "" when the address names no tenant: that of the site is meant. */
  readonly tenantId: string;
  /** The GTIN of a GS1 Digital Link, which must be that of the code's product. */
  readonly gtin?: string;
}

/** The text behind a part of a path; as it stands where it is not encoded correctly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Reads the address of the page; the long names of the parameters are those of the call (docs/wire.md). */
export function askedBy({ pathname, search }: Pick<Location, "pathname" | "search">): Asked {
  const parameters = new URLSearchParams(search);
  const named = (...names: readonly string[]) => names.map((name) => parameters.get(name)?.trim() ?? "").find((text) => text !== "") ?? "";
  const tenantId = named("t", "tenantId");
  const [, gtin, serial] = digitalLink.exec(pathname) ?? [];
  if (gtin !== undefined && serial !== undefined) return { code: decoded(serial), tenantId, gtin };
  return { code: named("c", "code"), tenantId };
}
