// Values as a log stores them: secrets masked, long ones truncated, everything as text.
import type { FieldModel } from "#schema/model";
import { masked } from "../crud/sql/mask.ts";

/** The mask of a secret; constant, so that the length is not revealed either. */
export const mask = "****";
const maxValueLength = 300;

/** Names of members that are always secret: in bodies of actions, in structured values, in keys of parameters. */
const secretName =
  /passw|pwd|passphrase|secret|token|^blade-auth$|captcha|credential|authorization|private_?key|api_?key|access_?key|signature|密码|密钥|令牌/i;

/** Whether a member of this name holds a secret. */
export function namesSecret(name: string): boolean {
  return secretName.test(name);
}

/** A text of limited length; a truncated one includes its original length. */
export function truncated(text: string, maxLength: number = maxValueLength): string {
  if (text.length <= maxLength) return text;
  const characters = Array.from(text.slice(0, 2 * maxLength));
  if (text.length <= 2 * maxLength && characters.length <= maxLength) return text;
  return `${characters.slice(0, maxLength).join("")}… (${text.length})`;
}

const maxElements = 20;

/** Structured data without its secrets, and not more of it than a log needs. `isSecret` decides about members by name. */
export function withoutSecrets(value: unknown, isSecret: (name: string) => "mask" | "part" | undefined, depth = 0): unknown {
  if (typeof value === "string") return truncated(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > 5) return "…";
  if (Array.isArray(value)) {
    const redacted = value.slice(0, maxElements).map((one) => withoutSecrets(one, isSecret, depth + 1));
    return value.length > maxElements ? [...redacted, `… (${value.length})`] : redacted;
  }
  const members = Object.entries(value);
  return Object.fromEntries(
    members.slice(0, 2 * maxElements).map(([name, member]) => {
      const secrecy = isSecret(name);
      if (secrecy === undefined || member === null || member === undefined || member === "")
        return [name, withoutSecrets(member, isSecret, depth + 1)];
      return [name, secrecy === "mask" || typeof member === "object" ? mask : masked(String(member))];
    }),
  );
}

/** How much of a field's value may be logged. */
export function secrecyOf(field: FieldModel): "mask" | "part" | undefined {
  if (field.traits.isSecret) return "mask";
  return field.sensitive ? "part" : undefined;
}

/** Decides about members by the fields that bear their names, and by names that always mean a secret. */
export function secrecyBy(fields: readonly FieldModel[]): (name: string) => "mask" | "part" | undefined {
  const secrecies = new Map(fields.map((field) => [field.name, secrecyOf(field)]));
  return (name) => secrecies.get(name) ?? (namesSecret(name) ? "mask" : undefined);
}

/** The value of a field as a log stores it; null for none. */
export function redactedValue(field: FieldModel | undefined, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  const secrecy = field === undefined ? undefined : secrecyOf(field);
  if (secrecy === "mask") return mask;
  const text = written(field, value);
  return secrecy === "part" ? masked(text) : truncated(text);
}

function written(field: FieldModel | undefined, value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(",");
  return JSON.stringify(withoutSecrets(value, secrecyBy(field?.fields ?? [])));
}
