// A client of the stand-in as the platform's own front end is one: for tests of the stand-in, and of what a browser left behind.
import { sm2 } from "sm-crypto-v2";
import type { BladeBackEnd } from "./index.ts";

export interface Answer {
  readonly status: number;
  readonly code: unknown;
  readonly data: unknown;
  readonly msg: unknown;
}

export interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Ask = (method: "GET" | "POST", path: string, sent?: Sent) => Promise<Answer>;

interface Person {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
}

/** Calls the back-end as who holds this token; without one, as nobody. */
export function askerOf({ address }: BladeBackEnd, token?: string): Ask {
  return async (method, path, { query = {}, json, form, headers = {} } = {}) => {
    const search = new URLSearchParams(query);
    const body = form === undefined ? (json === undefined ? undefined : JSON.stringify(json)) : new URLSearchParams(form).toString();
    const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const answer = await fetch(`${address}${path}${search.size === 0 ? "" : `?${search}`}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { "Blade-Auth": `bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": type }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const reported: unknown = await answer.json();
    const { code, data, msg } =
      typeof reported === "object" && reported !== null ? { code: null, data: null, msg: null, ...reported } : { code: 0, data: 0, msg: 0 };
    return { status: answer.status, code, data, msg };
  };
}

/** A member of the payload, as a text; throws where there is none. */
export function memberOf(reported: Answer, name: string): string {
  const { data } = reported;
  if (typeof data === "object" && data !== null && Object.hasOwn(data, name))
    return String(Object.getOwnPropertyDescriptor(data, name)?.value);
  throw new Error(`no ${name} in ${JSON.stringify(reported)}`);
}

/** A password as the platform's own front end sends it. */
export const encrypted = (plain: string, publicKey: string): string => sm2.doEncrypt(plain, publicKey, 0);

/** The parameters of a sign-in without a picture. */
export const passwordGrant = ({ tenantId, account }: Person, password: string) => ({
  tenantId,
  account,
  password,
  grantType: "password",
  scope: "all",
});

/** Calls the back-end as a person who has signed in; throws where they cannot. */
export async function signedIn(backEnd: BladeBackEnd, person: Person): Promise<Ask> {
  const reported = await askerOf(backEnd)("POST", "/blade-auth/token", {
    query: passwordGrant(person, encrypted(person.password, backEnd.publicKey)),
  });
  if (reported.code !== 200) throw new Error(`${person.account}: ${JSON.stringify(reported)}`);
  return askerOf(backEnd, memberOf(reported, "accessToken"));
}
