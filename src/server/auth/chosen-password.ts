// Passwords that people choose: none of the commonest (OWASP ASVS 6.2.4), compared in the form in which they arrive.
import { commonPassword, commonPasswords } from "#schema/common-passwords";
import { kindData, type FieldModel } from "#schema/model";
import { invalidFields } from "../http/errors.ts";
import type { KeepSecret } from "./kept-secrets.ts";
import { transformed, type PasswordTransform } from "./password-hash.ts";

/** As people vary a word to please a rule: as it is, with a capital, all in capitals. A hash tells no more of it, its length neither. */
const variants = (word: string): readonly string[] => [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()];

const refused = new Map<PasswordTransform, Promise<ReadonlySet<string>>>();

/** What arrives for the commonest passwords; made once, at the first password that is chosen. */
function refusedFor(transform: PasswordTransform): Promise<ReadonlySet<string>> {
  let found = refused.get(transform);
  if (found === undefined) {
    found = commonPasswords().then((words) => new Set(words.flatMap(variants).map((word) => transformed(word, transform))));
    refused.set(transform, found);
  }
  return found;
}

/** Refuses a received password that is one of the commonest; the issue names the field. */
export async function requireUncommon(field: Pick<FieldModel, "name" | "label">, received: string, transform: PasswordTransform): Promise<void> {
  if (!(await refusedFor(transform)).has(received)) return;
  throw invalidFields([{ code: "notAllowed", path: [field.name], parameters: {}, label: field.label, message: commonPassword }]);
}

/** Keeps what people submit, after that check. Rows of a new installation are kept without it: their passwords are published anyway. */
export function keepingChosen(keep: KeepSecret, transform: PasswordTransform): KeepSecret {
  return async (field, submitted) => {
    if (kindData(field.data).use === "sign-in") await requireUncommon(field, submitted, transform);
    return keep(field, submitted);
  };
}
