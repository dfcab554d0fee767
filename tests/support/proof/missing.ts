// What answers 501 because nobody has implemented it: exactly what generated/missing.json lists, and that may only become less.
import missing from "#generated/missing.json" with { type: "json" };
import type { ResourceModel } from "#schema/model";
import type { WriteKind } from "#schema/missing";

/** Method and path of calls, as patterns of what is sent. */
const listed: readonly { readonly call: string }[] = missing.calls;
const calls: readonly RegExp[] = listed.map(
  ({ call }) => new RegExp(`^${call.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+")}$`),
);

// The compiler types the list by the rows it has today.
const effects: readonly { readonly name: string; readonly requiredFor?: readonly string[] }[] = missing.effects;
/** "<resource> <kind of write>" of writes that require an effect. */
const writes: ReadonlySet<string> = new Set(
  effects.flatMap(({ name, requiredFor = [] }) => requiredFor.map((kind) => `${name.split(".")[0] ?? ""} ${kind}`)),
);

/** Whether the list says that a call is not available, by its method and its path below /api. */
export function isListedCall(method: string, path: string): boolean {
  return calls.some((pattern) => pattern.test(`${method} ${path}`));
}

/** Whether the list says that a kind of write of a resource is not available. */
export function isListedWrite(resource: Pick<ResourceModel, "name">, kind: WriteKind): boolean {
  return writes.has(`${resource.name} ${kind}`);
}
