// The identity of a user at another platform, parsed from an untrusted answer.
import { isRecord } from "#schema/json";
import { z } from "zod";
import type { PersonField, Provider } from "./providers.ts";

/** Lengths of the columns it is kept in (resources/authority/user-oauth.ts). */
const lengths = { id: 64, account: 32, name: 64, avatar: 500, email: 128 } as const satisfies Readonly<Record<PersonField, number>>;

/** A person of another platform. Only the id is sure to be there. */
export type ThirdPerson = Readonly<Record<PersonField, string>>;

/** An answer without a usable identity. */
class NobodyError extends Error {
  override readonly name = "NobodyError";
}

/** The text at a path such as `data.open_id`; a number beyond JavaScript's exact range is ignored, because it may be another user's. */
function textAt(answer: unknown, place: string): string {
  let value = answer;
  for (const name of place.split(".")) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : "";
  return typeof value === "string" ? value.replaceAll("\0", "").trim() : "";
}

const cut = (text: string, length: number): string => [...text].slice(0, length).join("");
const isPicture = (text: string): boolean => text.length <= lengths.avatar && /^https:\/\//i.test(text) && URL.canParse(text);
const isEmail = (text: string): boolean => text.length <= lengths.email && z.email().safeParse(text).success;

/** Reads the person; an id is taken whole or not at all. */
export function readPerson({ fields }: Pick<Provider, "fields">, answer: unknown): ThirdPerson {
  const id = textAt(answer, fields.id);
  if (id === "" || id.length > lengths.id) throw new NobodyError(`the answer about a person has no usable id in its member ${fields.id}`);
  const [avatar, email] = [textAt(answer, fields.avatar), textAt(answer, fields.email)];
  return {
    id,
    account: cut(textAt(answer, fields.account), lengths.account),
    name: cut(textAt(answer, fields.name), lengths.name),
    avatar: isPicture(avatar) ? avatar : "",
    email: isEmail(email) ? email : "",
  };
}
