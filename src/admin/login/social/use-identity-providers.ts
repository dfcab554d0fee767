// The identity providers of the tenant that is typed on the sign-in page: asked for once its number stays the same for a moment.
import { useEffect, useState } from "react";
import { failureOf } from "../../api/failure.ts";
import { requestBare } from "../../api/transport.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { settings } from "../../browser/settings.ts";

export interface IdentityProvider {
  readonly source: string;
  readonly name: string;
  /** Account and password are typed here; otherwise the browser goes there. */
  readonly isDirectory: boolean;
}

interface Offered {
  readonly tenantId: string;
  readonly providers: readonly IdentityProvider[];
}

const path = "/blade-auth/identity-provider/offered";
/** Between two digits of a number. */
const typingMs = 300;
const none: readonly IdentityProvider[] = [];

function providersIn(body: unknown): readonly IdentityProvider[] {
  const data = isRecord(body) ? body["data"] : undefined;
  return (Array.isArray(data) ? data : []).flatMap((one: unknown) => {
    const [source, name] = isRecord(one) ? [textOf(one["source"]), textOf(one["name"])] : ["", ""];
    return isRecord(one) && source !== "" && name !== "" ? [{ source, name, isDirectory: one["type"] === "ldap" }] : [];
  });
}

export function useIdentityProviders(tenantId: string): readonly IdentityProvider[] {
  const [offered, setOffered] = useState<Offered>();
  useEffect(() => {
    if (!settings.identityProviders || tenantId === "") return;
    const controller = new AbortController();
    const load = async () => {
      try {
        const { body } = await requestBare("GET", path, { query: { tenantId }, signal: controller.signal });
        if (!controller.signal.aborted) setOffered({ tenantId, providers: providersIn(body) });
      } catch (error) {
        // Signing in with an account of this system goes on without them.
        failureOf(error);
      }
    };
    const timer = setTimeout(() => void load(), typingMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [tenantId]);
  return offered?.tenantId === tenantId ? offered.providers : none;
}
