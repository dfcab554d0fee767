// Kinds of callers at every call of the product: admitted or refused as the definitions say, and what is refused writes nothing
// (docs/wire.md §§2, 3, 8). A sample has each call made by those with and without its key, and now and then by another kind, chosen by a seed,
// so that each call is admitted to somebody and refused to somebody; `npm test -- --full` has every kind make every call.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ResourceModel } from "#schema/model";
import { amount, isFull, seed } from "../../support/amounts.ts";
import {
  callsOfAll,
  codesOfTenantAdministrator,
  fixedCalls,
  placeOf,
  type Audience,
  type CallCase,
} from "../../support/proof/expectations.ts";
import { isListedCall, isListedWrite } from "../../support/proof/missing.ts";
import { chanceFrom } from "../../../src/server/seed/chance.ts";
import {
  addOperator,
  attacker,
  limitToOwnRows,
  openProofServer,
  sendGrants,
  sessionIn,
  signedOtherwise,
  signOut,
  type Operator,
  type ProofServer,
  type Received,
  type Sent,
} from "../../support/proof/server.ts";
import { watchWrites, type Write, type Writes } from "../../support/proof/writes.ts";
import { createSamples, type Body, type Samples } from "../../support/samples.ts";
import { menuIds, model, signIn } from "../auth/fixture.ts";

/** In a sample another kind of callers joins at one call of so many. */
const otherOnceIn = 3;
/** The least number of cases that is a proof. */
const fewest = amount(2_500, 10_000);

interface Persona {
  readonly name: string;
  /** undefined: comes without a token. */
  readonly bearer: string | undefined;
  /** What they may do: nothing but what is open to anybody, everything, or what these codes say of an audience. */
  readonly may: "nothing" | "everything" | ((audience: Audience) => ReadonlySet<string>);
  /** Whose administrator they are: they may make the call, and name another tenant. */
  readonly isForeign?: true;
  /** They may make the call, and their data scope leaves the row out. */
  readonly isLimited?: true;
  /** They make every call, in a sample as well: with the key and without it. */
  readonly isDecisive?: true;
}

/** Makes calls that are admitted, and must leave the row as it is. */
const mustSpare = ({ isForeign, isLimited }: Persona): boolean => isForeign === true || isLimited === true;

let server: ProofServer;
let writes: Writes;
let samples: Samples;
let personas: readonly Persona[];
/** Holds what a call asks for, and nothing else. */
let holder: Operator;
/** Holds everything but what a call asks for. */
let otherHolder: Operator;
/** Holds what a call asks for, and a data scope that leaves the rows out. */
let limited: Operator;
/** Sees the rows, and holds no key. */
let reader: Operator;
/** What they hold at the moment. */
let held: Readonly<Record<"requested" | "others" | "screens", ReadonlySet<string>>> = {
  requested: new Set(),
  others: new Set(),
  screens: new Set(),
};
/** What is wrong with the calls of a resource; those that no definition describes have the empty name. */
const wrongOf = new Map<string, string[]>();
let cases = 0;
let refused = 0;
/** How often each kind of callers was admitted and refused. */
const outcomes = new Map<string, { admitted: number; refused: number }>();
/** Calls that somebody could have been admitted to, or refused, and nobody was. */
const undecided: string[] = [];
/** Admitted, and answered only that nobody has implemented the call: nothing is known of what it would reach. */
let notAvailable = 0;
const started = performance.now();

const callsByResource = callsOfAll(model.resources);
const tenantAdministrators = new Set(codesOfTenantAdministrator(model.resources).filter((code) => menuIds.has(code)));
const inMenu = (codes: readonly string[]): readonly string[] => codes.filter((code) => menuIds.has(code));

beforeAll(async () => {
  server = await openProofServer();
  [holder, otherHolder, reader] = [await addOperator(server, 1), await addOperator(server, 2), await addOperator(server, 3)];
  const nobody = await addOperator(server, 4);
  const gone = await addOperator(server, 5);
  limited = await addOperator(server, 6);
  await limitToOwnRows(server, limited, model.resources.filter(isLimitable));
  const admin = await signIn(server.app, "admin");
  const session = sessionIn(admin.access_token);
  const nothing = { may: "nothing" } as const;
  personas = [
    { name: "the platform's administrator", bearer: await server.bearerOf("platform"), may: "everything" },
    { name: "the tenant's administrator", bearer: await server.bearerOf("admin"), may: () => tenantAdministrators },
    { name: "an operator with the key alone", bearer: holder.token.access_token, may: () => held.requested, isDecisive: true },
    { name: "an operator with the key and a data scope", bearer: limited.token.access_token, may: () => held.requested, isLimited: true },
    { name: "an operator with every key but this", bearer: otherHolder.token.access_token, may: () => held.others, isDecisive: true },
    { name: "an operator who sees the screen", bearer: reader.token.access_token, may: () => held.screens },
    { name: "an operator without any right", bearer: nobody.token.access_token, may: () => new Set() },
    { name: "another tenant's administrator", bearer: await server.bearerOf("foreign"), may: () => tenantAdministrators, isForeign: true },
    { name: "nobody", bearer: undefined, ...nothing },
    { name: "somebody with an expired token", bearer: await signedOtherwise(server.database, session, "expired"), ...nothing },
    { name: "somebody with a refresh token", bearer: admin.refresh_token, ...nothing },
    { name: "somebody with a token of another signature", bearer: await signedOtherwise(server.database, session, "forged"), ...nothing },
    { name: "somebody who has signed out", bearer: gone.token.access_token, ...nothing },
  ];
  await signOut(server, gone.token);
  samples = createSamples(server.forSamples);
  writes = await watchWrites(server.database);
  return () => writes.close();
});

afterAll(() => server.close());

/** Calls that tell another tenant's administrator that its row is not theirs, instead of passing over what they name. */
const refusingForeigners: ReadonlySet<string> = new Set(["/blade-system/tenant/package-detail"]);

/** What the definitions say comes of a call. */
function expected({ may, isForeign }: Persona, { audience, path }: CallCase): 200 | 401 | 403 {
  if (isForeign === true && refusingForeigners.has(path)) return 403;
  if (audience.to === "anybody") return 200;
  if (may === "nothing") return 401;
  if (may === "everything" || audience.to === "signed-in") return 200;
  if (audience.to === "administrator") return 403;
  const held = may(audience);
  return audience.codes.some((code) => held.has(code)) ? 200 : 403;
}

/** Whether the list of what is missing says that a call is not available. */
function isListed({ method, path, writes: kind }: CallCase, resource: ResourceModel | undefined): boolean {
  return isListedCall(method, path) || (kind !== undefined && resource !== undefined && isListedWrite(resource, kind));
}

/**
 * What came of it, in the same words; a fault of the server is its status. 501 is admitted where the list of what is missing has the call,
 * and proves no more than that.
 */
function outcome(one: CallCase, resource: ResourceModel | undefined, { status, code }: Received): number {
  if (code === 401 || code === 403) return code;
  if (status === 501 && isListed(one, resource)) {
    notAvailable += 1;
    return 200;
  }
  return status >= 500 ? status : 200;
}

interface Target {
  readonly resource: ResourceModel;
  readonly row: Readonly<Record<string, unknown>>;
  readonly body: Body;
}

const keyOf = (target: Target): string => String(target.row[target.resource.key]);
/** Rows of tenants can be limited by data scopes; nobody but their maker sees them then. */
const isLimitable = ({ hasTable, hasBaseColumns, scope }: ResourceModel): boolean => hasTable && hasBaseColumns && scope === "tenant";
const isOutOfReach = (target: Target | undefined): target is Target => target !== undefined && isLimitable(target.resource);

/** Whether a write is one that they must not make although they may make the call. */
function isForbidden({ isForeign, isLimited }: Persona, write: Write, target: Target | undefined): boolean {
  if (isForeign === true && write.tenantId === attacker.tenantId) return true;
  return isLimited === true && isOutOfReach(target) && write.table === target.resource.table && write.id === keyOf(target);
}

/** A file with one row: a new one, or the row itself under its key. */
function textOfTarget(target: Target | undefined, mode: "add" | "update"): string {
  const values = Object.entries(target?.body ?? { name: "x" }).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  const cells = mode === "add" || target === undefined ? values : [[target.resource.key, keyOf(target)] as const, ...values];
  return [cells.map(([name]) => name), cells.map(([, value]) => String(value).replaceAll(/\s/gu, " "))]
    .map((line) => line.join("\t"))
    .join("\n");
}

/** A request of a call that would do something, if it were admitted. */
function requestOf({ method, path, writes: written, action, takes, mode }: CallCase, target: Target | undefined, names: boolean): Sent {
  const key = target === undefined ? "1" : String(target.row[target.resource.key] ?? "1");
  const named = action?.idField === undefined ? key : String(target?.row[action.idField] ?? key);
  const idParam = action?.idParam ?? "id";
  const sent = { method, path: path.replaceAll("{id}", encodeURIComponent(key)).replaceAll(/\{\w+\}/g, "1") };
  const tenant: Readonly<Record<string, string>> = names ? { tenantId: attacker.tenantId } : {};
  if (mode !== undefined) return { ...sent, query: { mode, ...tenant }, body: { text: textOfTarget(target, mode) } };
  if (written !== undefined)
    return { ...sent, body: { ...target?.body, ...tenant, ...(written === "edit" ? { [target?.resource.key ?? "id"]: key } : {}) } };
  const keys = Object.entries({ id: key, ids: key, [idParam]: named }).filter(([name]) => takes?.includes(name) ?? true);
  return {
    ...sent,
    query: { ...Object.fromEntries(keys), ...tenant },
    body: method === "GET" ? undefined : { id: key, ids: [key], ...tenant },
  };
}

/** Calls of one audience to a resource, or of those that no definition describes. */
interface Group {
  readonly resource: ResourceModel | undefined;
  readonly calls: readonly CallCase[];
}

/** Gives the operators what the calls of a round ask for, or all but that. */
async function grantFor(round: readonly Group[]): Promise<void> {
  const audiences = round.flatMap(({ calls }) => calls.map(({ audience }) => audience));
  const requested = new Set(audiences.flatMap((audience) => (audience.to === "holders" ? inMenu(audience.codes) : [])));
  const others = new Set([...menuIds.keys()].filter((code) => !requested.has(code)));
  const screens = new Set(inMenu(round.flatMap(({ resource }) => resource?.name ?? [])));
  held = { requested, others, screens };
  await sendGrants(server, [
    ...holder.grants(requested),
    ...limited.grants(requested),
    ...otherHolder.grants(others),
    ...reader.grants(screens),
  ]);
}

/**
 * Who makes a call: the same in every run with the same seed, whichever other calls run. Where it comes to the same for those who always
 * make it, one joins for whom it comes otherwise, as far as there is such a kind: what is open to anybody is refused to nobody.
 */
function callersOf(one: CallCase): readonly Persona[] {
  if (isFull) return personas;
  const { method, path, name } = one;
  const chance = chanceFrom(
    [...`${seed} ${method} ${path} ${name}`].reduce((hash, letter) => Math.imul(hash, 31) + letter.charCodeAt(0), 7),
  );
  const always = personas.filter(({ isDecisive }) => isDecisive === true);
  const others = personas.filter(({ isDecisive }) => isDecisive !== true);
  const comesTo = (persona: Persona): boolean => expected(persona, one) === 200;
  const isUndecided = new Set(always.map(comesTo)).size === 1;
  const opposite = others.filter((persona) => comesTo(persona) !== always.some(comesTo));
  const chosen = [
    ...(chance.once(otherOnceIn) ? [chance.oneOf(others)] : []),
    ...(isUndecided && opposite.length > 0 ? [chance.oneOf(opposite)] : []),
  ];
  return personas.filter((persona) => persona.isDecisive === true || chosen.includes(persona));
}

/** Makes a call as somebody, and notes what is wrong with what came of it. */
async function ask(one: CallCase, persona: Persona, target: Target | undefined, wrong: string[]): Promise<void> {
  cases += 1;
  const should = expected(persona, one);
  const seen = outcomes.get(persona.name) ?? { admitted: 0, refused: 0 };
  seen[should === 200 ? "admitted" : "refused"] += 1;
  outcomes.set(persona.name, seen);
  const received = await server.send(persona.bearer, requestOf(one, target, persona.isForeign === true));
  const found = outcome(one, target?.resource, received);
  if (found !== should)
    wrong.push(`${one.method} ${one.path} (${one.name}) by ${persona.name}: ${found} instead of ${should}: ${received.text.slice(0, 200)}`);
  if (
    persona.isLimited === true &&
    one.method === "GET" &&
    one.action === undefined &&
    isOutOfReach(target) &&
    received.text.includes(`"${keyOf(target)}"`)
  ) {
    wrong.push(`${one.path} by ${persona.name}: the answer holds the row: ${received.text.slice(0, 200)}`);
  }
  if (should === 403 && received.status !== 403)
    wrong.push(`${one.method} ${one.path} by ${persona.name}: HTTP ${received.status} with code 403`);
}

/** The calls of a group by those who are refused; nothing may be written. */
async function refuse(calls: readonly CallCase[], target: Target | undefined, wrong: string[]): Promise<void> {
  for (const one of calls) {
    const callers = callersOf(one);
    const comesTo = (some: readonly Persona[]) => new Set(some.map((persona) => expected(persona, one) === 200)).size;
    if (comesTo(callers) < comesTo(personas)) undecided.push(`${one.method} ${one.path} (${one.name})`);
    const toRefuse = callers.filter((persona) => expected(persona, one) !== 200);
    refused += toRefuse.length;
    await Promise.all(toRefuse.map((persona) => ask(one, persona, target, wrong)));
  }
  for (const { table, operation } of await writes.take())
    wrong.push(`a refused call wrote: ${operation} of ${table}, among ${calls.map(({ path }) => path).join(" ")}`);
}

/** What somebody who is admitted makes a call with: a second row for what there is one of would change the first, under another key. */
async function ownTarget({ writes: written }: CallCase, target: Target | undefined): Promise<Target | undefined> {
  if (target === undefined || written !== "add" || target.resource.data.upsertBy === undefined) return target;
  return { ...target, body: await samples.body(target.resource) };
}

/** The calls of a group by those who are admitted; some of them must leave the row as it is. */
async function admit(calls: readonly CallCase[], target: Target | undefined, wrong: string[]): Promise<void> {
  for (const one of calls) {
    const toAdmit = callersOf(one).filter((persona) => expected(persona, one) === 200);
    for (const persona of toAdmit.filter(mustSpare)) {
      const own = await ownTarget(one, target);
      // What others wrote before is no effect of theirs.
      await writes.take();
      await ask(one, persona, own, wrong);
      for (const write of await writes.take()) {
        if (isForbidden(persona, write, target))
          wrong.push(
            `${one.path} by ${persona.name}: ${write.operation} of ${write.table} ${write.id ?? ""} in tenant ${write.tenantId ?? ""}`,
          );
      }
    }
    for (const persona of toAdmit.filter((persona) => !mustSpare(persona))) await ask(one, persona, await ownTarget(one, target), wrong);
  }
}

const targetsMade = new Map<string, Target>();

/** What calls are made with: made when the first of its resource are. */
async function targetOf(resource: ResourceModel | undefined): Promise<Target | undefined> {
  if (resource?.hasTable !== true) return undefined;
  const takesRows = resource.calls.has("submit") || resource.calls.has("save");
  const target: Target = targetsMade.get(resource.name) ?? {
    resource,
    row: await samples.row(resource),
    body: takesRows ? await samples.body(resource) : {},
  };
  targetsMade.set(resource.name, target);
  return target;
}

/** The calls of a round: those to be refused first, so that nothing written by the others hides what they write. */
async function judge(round: readonly Group[]): Promise<void> {
  const targets = new Map<Group, Target | undefined>();
  for (const group of round) targets.set(group, await targetOf(group.resource));
  await grantFor(round);
  await writes.take();
  for (const step of [refuse, admit])
    for (const [{ resource, calls }, target] of targets) {
      const name = resource?.name ?? "";
      const wrong = wrongOf.get(name) ?? [];
      wrongOf.set(name, wrong);
      await step(calls, target, wrong);
    }
}

/** Calls by whom they are for, removals last. */
function byAudience(calls: readonly CallCase[]): readonly (readonly CallCase[])[] {
  const groups = new Map<string, CallCase[]>();
  for (const one of [...calls].sort((left, right) => Number(left.name === "remove") - Number(right.name === "remove"))) {
    const key = JSON.stringify(one.audience);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

const isRemoval = ({ calls }: Group): boolean => calls.some(({ name }) => name === "remove");

/**
 * Groups that are judged with the same grants. When everything is tried each is a round of its own: who has its key has no other. A sample
 * takes one group of each resource together, because everybody's rights are looked up anew after each grant, and removals last, so that no
 * row is missing that another is looked at with.
 */
function roundsOfCalls(): readonly (readonly Group[])[] {
  const groups = [...[...callsByResource], [undefined, fixedCalls] as const].map(([resource, calls]) =>
    byAudience(calls).map((some): Group => ({ resource, calls: some })),
  );
  if (isFull) return groups.flat().map((group) => [group]);
  const before = groups.map((some) => some.filter((group) => !isRemoval(group)));
  const rounds = Array.from({ length: Math.max(...before.map(({ length }) => length)) }, (_round, index) =>
    before.flatMap((some) => some.slice(index, index + 1)),
  );
  return [...rounds, groups.flat().filter(isRemoval)];
}

describe("callers at every call", () => {
  beforeAll(async () => {
    for (const round of roundsOfCalls()) await judge(round);
  }, 3_600_000);

  it.each(model.resources.map(({ name }) => name))("of %s", (name) => {
    expect(wrongOf.get(name) ?? []).toEqual([]);
  });

  it("that no definition describes", () => {
    expect(wrongOf.get("")).toEqual([]);
  });
});

/** The tree that the router prints, as places: one line for each segment, deeper ones indented. */
function placesOf(printed: string): readonly string[] {
  const above: string[] = [];
  return printed.split("\n").flatMap((line) => {
    const found = /^(?<indent>[│ ]*)[├└]── (?<segment>\S*)(?: \((?<methods>[A-Z, ]+)\))?/.exec(line);
    if (found?.groups === undefined) return [];
    const depth = (found.groups["indent"] ?? "").length / 4;
    above.length = depth;
    above[depth] = found.groups["segment"] ?? "";
    const path = above.join("").replaceAll(/:\w+/g, "{}");
    return (found.groups["methods"] ?? "")
      .split(", ")
      .filter((method) => method !== "" && method !== "HEAD" && method !== "OPTIONS")
      .map((method) => `${method} ${path}`);
  });
}

it("no route of the server is missing from the matrix", () => {
  const existing = new Set([...callsByResource.values(), fixedCalls].flat().map((one) => placeOf({ ...one, path: `/api${one.path}` })));
  // Signing out is open to anybody and ends the session that the other cases need; tests/server/auth/sessions.test.ts has it.
  for (const method of ["GET", "POST"]) existing.add(`${method} /api/blade-auth/oauth/logout`);
  // Gateways prove themselves by their signature; tests/server/domain/payments/gateway-payments.test.ts has it.
  existing.add("POST /api/digit-marketing/paynotify/{}");
  const places = placesOf(server.app.printRoutes({ commonPrefix: false })).filter((place) => place.includes(" /api/"));
  expect(places.length).toBeGreaterThan(600);
  expect(places.filter((place) => !existing.has(place))).toEqual([]);
  expect([...existing].filter((place) => !places.includes(place))).toEqual([]);
});

it("every key that a call asks for is in the menu, so that a role can hold it", () => {
  const unheld = [...callsByResource.values()]
    .flat()
    .filter(({ audience }) => audience.to === "holders" && inMenu(audience.codes).length === 0);
  expect(unheld.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

it("each call is admitted to somebody and refused to somebody, and each kind of callers meets what it can", () => {
  expect(undecided).toEqual([]);
  const never = personas.filter(({ name, may }) => {
    const { admitted = 0, refused: rejected = 0 } = outcomes.get(name) ?? {};
    return (admitted === 0 && may !== "nothing") || (rejected === 0 && may !== "everything");
  });
  expect(never.map(({ name }) => name)).toEqual([]);
});

it(`counts at least ${fewest} cases (seed ${seed})`, () => {
  console.log(
    `rights matrix: ${cases} cases, ${refused} of them refused, not available: ${notAvailable}, ${model.resources.length} resources, ${personas.length} kinds of callers, ${isFull ? "all" : `sample of seed ${seed}`}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  expect(cases - notAvailable).toBeGreaterThanOrEqual(fewest);
});
