// New passwords: not one of the most common (OWASP ASVS 6.2.4), not derived from known words about the user (6.2.11), compared in the form
// in which they arrive.
import { commonPassword, commonPasswords } from "#schema/common-passwords";
import { kindData, type FieldModel } from "#schema/model";
import type { Text } from "#schema/text";
import { invalidFields } from "../http/errors.ts";
import type { EncodeSecret } from "./secret-storage.ts";
import { asReceived, transformed, type PasswordTransform } from "./password-hash.ts";

/** Common variations of a word: unchanged, capitalised, in capitals. A hash reveals nothing else, not even its length. */
const variants = (word: string): readonly string[] => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];

const refused = new Map<PasswordTransform, Promise<ReadonlySet<string>>>();

/** What arrives for the commonest passwords; made once, at the first password that is chosen. */
function refusedFor(transform: PasswordTransform): Promise<ReadonlySet<string>> {
  let cached = refused.get(transform);
  if (cached === undefined) {
    cached = commonPasswords().then((words) => new Set(words.flatMap(variants).map((word) => transformed(word, transform))));
    refused.set(transform, cached);
  }
  return cached;
}

type NamedField = Pick<FieldModel, "name" | "label">;

const notAllowed = (field: NamedField, message: Text) =>
  invalidFields([{ code: "notAllowed", path: [field.name], parameters: {}, label: field.label, message }]);

/** Refuses a received password that is one of the commonest; the issue names the field. */
export async function requireUncommon(field: NamedField, received: string, transform: PasswordTransform): Promise<void> {
  if ((await refusedFor(transform)).has(received)) throw notAllowed(field, commonPassword);
}

const madeOfOwnData: Text = [
  "密码不能由账号、姓名、手机号、单位或系统名称加常见数字组成，请更换",
  "The password must not be the account, a name, a telephone number, the organisation or the product, with or without usual digits; choose another",
];

/** Known of everybody here. */
const productWords = ["tracemark", "blade", "bladex"];

const years = Array.from({ length: 61 }, (_year, index) => String(1980 + index));
const endings = [
  "1",
  "12",
  "123",
  "1234",
  "12345",
  "123456",
  "12345678",
  "321",
  "000",
  "111",
  "666",
  "888",
  "999",
  "520",
  "1314",
  "!",
  "@",
  "#",
  ...years,
];
/** Common suffixes of a word: nothing, an ending, or one after a separator. */
const behind = ["", ...endings, ...["@", "_", "#", ".", "-"].flatMap((sign) => endings.map((ending) => sign + ending))];

/**
 * Refuses a received password derived from a known word about the user, such as their account, with or without usual digits; the issue
 * names the field. Words of one character are ignored.
 */
export function requireUnrelated(field: NamedField, received: string, transform: PasswordTransform, words: readonly string[]): void {
  const guessable = new Set([...words, ...productWords].map((word) => word.trim().toLowerCase()).filter((word) => [...word].length > 1));
  const isMade = [...guessable]
    .flatMap(variants)
    .some((word) => [word + word, ...behind.map((ending) => word + ending)].some((made) => transformed(made, transform) === received));
  if (isMade) throw notAllowed(field, madeOfOwnData);
}

/** Stores submitted passwords after that check. Rows of a new installation skip it: their passwords are published anyway. */
export function withPasswordRules(keep: EncodeSecret, transform: PasswordTransform): EncodeSecret {
  return async (field, submitted) => {
    if (kindData(field.data).use !== "sign-in") return keep(field, submitted);
    const password = asReceived(submitted, transform);
    await requireUncommon(field, password, transform);
    return keep(field, password);
  };
}
