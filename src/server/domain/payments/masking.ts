// Secrets in what is kept of an exchange: members and headers that hold some by their name, and known secrets wherever they stand.
import { parsedJson } from "#schema/json";

const mask = "***";
const secretName = /sign|secret|passw|pwd|token|authorization|cookie|api[-_]?key|private[-_]?key|^key$/i;

function maskedValue(value: unknown, name: string): unknown {
  if (secretName.test(name) && value !== null && value !== undefined && typeof value !== "boolean") return mask;
  if (Array.isArray(value)) return value.map((one) => maskedValue(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, maskedValue(inner, member)]));
}

/** Shorter texts stand in others by chance. */
const shortestSecret = 6;

function withoutIssued(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret.length >= shortestSecret).reduce((rest, secret) => rest.replaceAll(secret, mask), text);
}

/** A body without its secrets: JSON by the names of its members, a form by those of its fields. */
export function maskedBody(text: string, secrets: readonly string[]): string {
  const value = parsedJson(text);
  if (typeof value === "object" && value !== null) return withoutIssued(JSON.stringify(maskedValue(value, "")), secrets);
  const form = text.replaceAll(/(^|[&?])([^=&\s]+)=([^&\s]*)/g, (whole, before: string, name: string) =>
    secretName.test(name) ? `${before}${name}=${mask}` : whole,
  );
  return withoutIssued(form, secrets);
}

/** Headers as JSON, without their secrets. */
export function maskedHeaders(headers: Readonly<Record<string, string>>, secrets: readonly string[]): string {
  return withoutIssued(JSON.stringify(maskedValue(headers, "")), secrets);
}
