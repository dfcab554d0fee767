// The person of the demo tenant as whom benchmarks call a server.
import { z } from "zod";
import { transformed } from "../../src/server/auth/password-hash.ts";

export const tenant = "100001";
export const basic = `Basic ${btoa("saber:saber_secret")}`;

/** What a server answers to a sign-in: that of the person, or of another who has their password. */
export async function signInAnswer(address: string, account = "zhangwei"): Promise<unknown> {
  const query = new URLSearchParams({
    tenantId: tenant,
    username: account,
    password: transformed("123456", "md5"),
    grant_type: "password",
    scope: "all",
    type: "account",
  });
  const response = await fetch(`${address}/api/blade-auth/oauth/token?${query}`, {
    method: "POST",
    headers: { authorization: basic, "tenant-id": tenant },
  });
  return response.json();
}

/** Signs in at a server and returns the headers of that person's calls. */
export async function signIn(address: string, account?: string): Promise<Readonly<Record<string, string>>> {
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await signInAnswer(address, account));
  return { authorization: basic, "blade-auth": `bearer ${token}` };
}
