// Declared features that the server does not implement yet: calls without a handler, and effects without an implementation.
import { endpointsOf, type Endpoint } from "./endpoints.ts";
import { byCode, type ReadModel } from "./call-model.ts";
import { hasScreen, menuOf, type MenuArea } from "./menu.ts";
import type { Model, ResourceModel } from "./model.ts";
import type { Effect } from "./resource.ts";
import type { Text } from "./text.ts";

/** Whether server/domain has a handler for a read or an action, or implements an effect: by the resource's and its own name. */
export type IsHandled = (resource: string, name: string) => boolean;

/** A kind of write that an effect may be required for. */
export type WriteKind = NonNullable<Effect["requiredFor"]>[number];

/** The writes of a common call; it is available while one of them is. */
const writeKinds: Readonly<Record<string, readonly WriteKind[]>> = {
  submit: ["add", "edit"],
  "submit-with-lines": ["add", "edit"],
  "import-rows": ["add", "edit"],
  "import-undo": ["edit", "remove"],
  "batch-update": ["edit"],
  save: ["add"],
  update: ["edit"],
  reorder: ["edit"],
  remove: ["remove"],
};

/** Whether a read has no generated answer: it needs a handler in server/domain. */
export function readNeedsHandler(read: ReadModel, resource: ResourceModel): boolean {
  return read.shape === "custom" || !resource.hasTable || Object.values(read.parameters).includes(byCode);
}

/** The first effect that a kind of write requires and that nothing implements; undefined: the write is available. */
export function missingEffectFor(resource: ResourceModel, kind: WriteKind, isHandled: IsHandled): string | undefined {
  const missing = Object.entries(resource.data.effects ?? {}).find(
    ([name, { requiredFor }]) => requiredFor?.includes(kind) === true && !isHandled(resource.name, name),
  );
  return missing?.[0];
}

/** The writes of a call that are not available, of those that are (`submit` may change rows and not add any). */
export function missingWrites(endpoint: Endpoint, resource: ResourceModel, isHandled: IsHandled): readonly WriteKind[] {
  const kinds = endpoint.kind === "common" ? (writeKinds[endpoint.name] ?? []) : [];
  return kinds.filter((kind) => missingEffectFor(resource, kind, isHandled) !== undefined);
}

/** Whether a call is declared and answers only that it is not available. */
export function isMissing(endpoint: Endpoint, resource: ResourceModel, isHandled: IsHandled): boolean {
  // The charts of a list have a source of their own where the list is worked out.
  if (endpoint.kind === "charts")
    return endpoint.read !== undefined && readNeedsHandler(endpoint.read, resource) && !isHandled(resource.name, endpoint.name);
  if (endpoint.read !== undefined) return readNeedsHandler(endpoint.read, resource) && !isHandled(resource.name, endpoint.read.name);
  if (endpoint.action !== undefined) return endpoint.action.needsHandler && !isHandled(resource.name, endpoint.name);
  const missing = missingWrites(endpoint, resource, isHandled);
  return missing.length > 0 && missing.length === writeKinds[endpoint.name]?.length;
}

/** Whether a screen has nothing to show: its main read is missing, or it has only reads and none is implemented. */
function isScreenMissing(resource: ResourceModel, isHandled: IsHandled): boolean {
  const reads = endpointsOf(resource).filter((endpoint) => endpoint.kind === "read" || ["list", "page", "detail"].includes(endpoint.name));
  const filling = reads.find((endpoint) => endpoint.name === resource.data.listRead);
  const wanted = filling === undefined ? reads : [filling];
  return wanted.length > 0 && wanted.every((endpoint) => isMissing(endpoint, resource, isHandled));
}

/** Resources with a screen in the menu that has nothing to show. */
export function missingScreens(model: Model, isHandled: IsHandled): ReadonlySet<string> {
  return new Set(model.resources.filter((resource) => hasScreen(resource) && isScreenMissing(resource, isHandled)).map(({ name }) => name));
}

/** The menu without screens that have nothing to show, and without areas that are empty then. */
export function shownMenuOf(model: Model, isHandled: IsHandled): readonly MenuArea[] {
  const missing = missingScreens(model, isHandled);
  return menuOf(model).flatMap((area) => {
    const screens = area.screens.filter(({ code }) => !missing.has(code));
    return screens.length === 0 && area.screens.length > 0 ? [] : [{ ...area, screens }];
  });
}

/** A call that answers 501. */
interface MissingCall {
  /** "<resource>.<name>" */
  readonly name: string;
  /** Method and path below /api. */
  readonly call: string;
  readonly effect?: Text | string;
}

/** An effect that is declared and not implemented. */
interface MissingEffect extends Effect {
  /** "<resource>.<name>" */
  readonly name: string;
}

export interface Missing {
  readonly calls: readonly MissingCall[];
  readonly effects: readonly MissingEffect[];
}

/** Everything that the definitions of a model declare and the server does not do yet, in the order of the model. */
export function missingOf(model: Model, isHandled: IsHandled): Missing {
  const calls = model.resources.flatMap((resource) =>
    endpointsOf(resource)
      .filter((endpoint) => isMissing(endpoint, resource, isHandled))
      .map((endpoint): MissingCall => {
        const effect = endpoint.action?.effect;
        return {
          name: `${resource.name}.${endpoint.name}`,
          call: `${endpoint.method} ${endpoint.path}`,
          ...(effect === undefined ? {} : { effect }),
        };
      }),
  );
  const effects = model.resources.flatMap((resource) =>
    Object.entries(resource.data.effects ?? {})
      .filter(([name]) => !isHandled(resource.name, name))
      .map(([name, effect]) => ({ name: `${resource.name}.${name}`, ...effect })),
  );
  return { calls, effects };
}
