// What a person's data at a provider means here: account, name, address, and the roles and departments that values of it stand for.
import { isRecord } from "#schema/json";
import { z } from "zod";
import type { ClaimNames } from "./provider.ts";

type Claims = Readonly<Record<string, unknown>>;

/** The value at a path: a claim of the whole name first, because names of claims may contain dots (https://example.com/roles). */
function valueAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split(".")) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** A number beyond JavaScript's exact range is passed over, because it may be another one. */
function textOf(value: unknown): string {
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : "";
  return typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
}

const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== "");

/** Lengths of the columns (resources/authority/user.ts). */
const lengths = { account: 45, name: 20, realName: 10, email: 45 } as const;
const cut = (text: string, length: number): string => [...text].slice(0, length).join("");

export interface PersonData {
  /** "" where the provider names none that an account could have: it is taken whole or not at all. */
  readonly account: string;
  readonly name: string;
  readonly realName: string;
  readonly email: string;
  readonly phone: string;
}

/** The data of a person; what does not fit is left out. */
export function personDataOf(claims: Claims, names: ClaimNames): PersonData {
  const first = (path: string) => textsOf(valueAt(claims, path))[0] ?? "";
  const [account, name, email] = [first(names.account), first(names.name), first(names.email)];
  const phone = first(names.phone).replace(/^\+?86[- ]?/, "");
  return {
    account: account.length <= lengths.account ? account : "",
    name: cut(name || account, lengths.name),
    realName: cut(name || account, lengths.realName),
    email: email.length <= lengths.email && z.email().safeParse(email).success ? email : "",
    phone: /^1\d{10}$/.test(phone) ? phone : "",
  };
}

/** A line of the field `mappings`. */
export interface ClaimMapping {
  readonly claim: string;
  readonly value: string;
  readonly roleId: string | null;
  readonly deptId: string | null;
}

/** Names of groups in directories have no case. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The roles and departments of the mappings that apply; each once. */
/** Whether claims say something of everything that mappings ask: what a narrower source leaves out is not known to be gone. */
export const knowsMapped = (claims: Claims, mappings: readonly ClaimMapping[]): boolean =>
  mappings.every(({ claim }) => valueAt(claims, claim) !== undefined);

export function mapped(claims: Claims, mappings: readonly ClaimMapping[]): { readonly roleIds: string[]; readonly deptIds: string[] } {
  const applying = mappings.filter(({ claim, value }) => textsOf(valueAt(claims, claim)).some((one) => isSame(one, value)));
  const idsOf = (name: "roleId" | "deptId") => [...new Set(applying.flatMap((mapping) => mapping[name] ?? []))];
  return { roleIds: idsOf("roleId"), deptIds: idsOf("deptId") };
}
