// Kinds of callers at every call of the product: admitted or refused as the definitions say, and what is refused writes nothing
// (docs/wire.md §§2, 3, 8). A sample has each call made by those with and without its key and by another kind, chosen by a seed, so that each
// call is admitted to somebody and refused to somebody; `npm test -- --full` has every kind make every call.
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
let others: Operator;
/** Holds what a call asks for, and a data scope that leaves the rows out. */
let limited: Operator;
/** Sees the rows, and holds no key. */
let reader: Operator;
let readerCodes: ReadonlySet<string> = new Set();
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

/** Remembers the codes of an audience: they are asked for by each caller of each call. */
function remembered(codesOf: (audience: Audience) => ReadonlySet<string>): (audience: Audience) => ReadonlySet<string> {
  const known = new WeakMap<Audience, ReadonlySet<string>>();
  return (audience) => {
    const codes = known.get(audience) ?? codesOf(audience);
    known.set(audience, codes);
    return codes;
  };
}

const holderCodes = remembered((audience) => new Set(audience.to === "holders" ? inMenu(audience.codes) : []));
const otherCodes = remembered((audience) => {
  const asked = holderCodes(audience);
  return new Set([...menuIds.keys()].filter((code) => !asked.has(code)));
});

beforeAll(async () => {
  server = await openProofServer();
  [holder, others, reader] = [await addOperator(server, 1), await addOperator(server, 2), await addOperator(server, 3)];
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
    { name: "an operator with the key alone", bearer: holder.token.access_token, may: holderCodes, isDecisive: true },
    { name: "an operator with the key and a data scope", bearer: limited.token.access_token, may: holderCodes, isLimited: true },
    { name: "an operator with every key but this", bearer: others.token.access_token, may: otherCodes, isDecisive: true },
    { name: "an operator who sees the screen", bearer: reader.token.access_token, may: () => readerCodes },
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

/** A request of a call that would do something, if it were admitted. */
function requestOf({ method, path, writes: written, action, takes }: CallCase, target: Target | undefined, names: boolean): Sent {
  const key = target === undefined ? "1" : String(target.row[target.resource.key] ?? "1");
  const named = action?.idField === undefined ? key : String(target?.row[action.idField] ?? key);
  const idParam = action?.idParam ?? "id";
  const sent = { method, path: path.replaceAll("{id}", encodeURIComponent(key)).replaceAll(/\{\w+\}/g, "1") };
  const tenant: Readonly<Record<string, string>> = names ? { tenantId: attacker.tenantId } : {};
  if (written !== undefined)
    return { ...sent, body: { ...target?.body, ...tenant, ...(written === "edit" ? { [target?.resource.key ?? "id"]: key } : {}) } };
  const keys = Object.entries({ id: key, ids: key, [idParam]: named }).filter(([name]) => takes?.includes(name) ?? true);
  return {
    ...sent,
    query: { ...Object.fromEntries(keys), ...tenant },
    body: method === "GET" ? undefined : { id: key, ids: [key], ...tenant },
  };
}

async function grantFor(resource: ResourceModel | undefined, audience: Audience): Promise<void> {
  readerCodes = new Set(resource === undefined ? [] : inMenu([resource.name]));
  await sendGrants(server, [
    ...holder.grants(holderCodes(audience)),
    ...limited.grants(holderCodes(audience)),
    ...others.grants(otherCodes(audience)),
    ...reader.grants(readerCodes),
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
  const chosen = [chance.oneOf(others), ...(isUndecided && opposite.length > 0 ? [chance.oneOf(opposite)] : [])];
  return personas.filter((persona) => persona.isDecisive === true || chosen.includes(persona));
}

/** Calls of one audience by their callers: those to be refused first, so that nothing written by the others hides what they write. */
async function judge(calls: readonly CallCase[], target: Target | undefined): Promise<readonly string[]> {
  const wrong: string[] = [];
  const ask = async (one: CallCase, persona: Persona): Promise<void> => {
    cases += 1;
    const should = expected(persona, one);
    const seen = outcomes.get(persona.name) ?? { admitted: 0, refused: 0 };
    seen[should === 200 ? "admitted" : "refused"] += 1;
    outcomes.set(persona.name, seen);
    const received = await server.send(persona.bearer, requestOf(one, target, persona.isForeign === true));
    const found = outcome(one, target?.resource, received);
    if (found !== should)
      wrong.push(
        `${one.method} ${one.path} (${one.name}) by ${persona.name}: ${found} instead of ${should}: ${received.text.slice(0, 200)}`,
      );
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
  };
  await writes.take();
  const callers = new Map(calls.map((one) => [one, callersOf(one)]));
  for (const [one, some] of callers) {
    const comesTo = (those: readonly Persona[]) => new Set(those.map((persona) => expected(persona, one) === 200)).size;
    if (comesTo(some) < comesTo(personas)) undecided.push(`${one.method} ${one.path} (${one.name})`);
    const toRefuse = some.filter((persona) => expected(persona, one) !== 200);
    refused += toRefuse.length;
    await Promise.all(toRefuse.map((persona) => ask(one, persona)));
  }
  for (const { table, operation } of await writes.take())
    wrong.push(`a refused call wrote: ${operation} of ${table}, among ${calls.map(({ path }) => path).join(" ")}`);
  let mayHaveWritten = false;
  for (const [one, some] of callers) {
    const toAdmit = some.filter((persona) => expected(persona, one) === 200);
    for (const persona of toAdmit.filter(mustSpare)) {
      // What others wrote is no effect of theirs.
      if (mayHaveWritten) await writes.take();
      mayHaveWritten = false;
      await ask(one, persona);
      for (const write of await writes.take()) {
        if (isForbidden(persona, write, target))
          wrong.push(
            `${one.path} by ${persona.name}: ${write.operation} of ${write.table} ${write.id ?? ""} in tenant ${write.tenantId ?? ""}`,
          );
      }
    }
    for (const persona of toAdmit.filter((persona) => !mustSpare(persona))) {
      await ask(one, persona);
      mayHaveWritten = true;
    }
  }
  return wrong;
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

describe("callers at every call", () => {
  it.each(model.resources.map((resource) => [resource.name, resource] as const))(
    "of %s",
    async (_name, resource) => {
      const target = resource.hasTable
        ? {
            resource,
            row: await samples.row(resource),
            body: resource.calls.has("submit") || resource.calls.has("save") ? await samples.body(resource) : {},
          }
        : undefined;
      const wrong: string[] = [];
      for (const group of byAudience(callsByResource.get(resource) ?? [])) {
        await grantFor(resource, group[0]?.audience ?? { to: "anybody" });
        wrong.push(...(await judge(group, target)));
      }
      expect(wrong).toEqual([]);
    },
    600_000,
  );

  it("that no definition describes", async () => {
    const wrong: string[] = [];
    for (const group of byAudience(fixedCalls)) {
      await grantFor(undefined, group[0]?.audience ?? { to: "anybody" });
      wrong.push(...(await judge(group, undefined)));
    }
    expect(wrong).toEqual([]);
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
  const known = new Set([...callsByResource.values(), fixedCalls].flat().map((one) => placeOf({ ...one, path: `/api${one.path}` })));
  // Signing out is open to anybody and ends the session that the other cases need; tests/server/auth/sessions.test.ts has it.
  for (const method of ["GET", "POST"]) known.add(`${method} /api/blade-auth/oauth/logout`);
  // Gateways prove themselves by their signature; tests/server/domain/payments/gateway-payments.test.ts has it.
  known.add("POST /api/digit-marketing/paynotify/{}");
  const places = placesOf(server.app.printRoutes({ commonPrefix: false })).filter((place) => place.includes(" /api/"));
  expect(places.length).toBeGreaterThan(600);
  expect(places.filter((place) => !known.has(place))).toEqual([]);
  expect([...known].filter((place) => !places.includes(place))).toEqual([]);
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
    const { admitted = 0, refused: turnedAway = 0 } = outcomes.get(name) ?? {};
    return (admitted === 0 && may !== "nothing") || (turnedAway === 0 && may !== "everything");
  });
  expect(never.map(({ name }) => name)).toEqual([]);
});

it(`counts at least ${fewest} cases (seed ${seed})`, () => {
  console.log(
    `rights matrix: ${cases} cases, ${refused} of them refused, not available: ${notAvailable}, ${model.resources.length} resources, ${personas.length} kinds of callers, ${isFull ? "all" : `sample of seed ${seed}`}, ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  expect(cases - notAvailable).toBeGreaterThanOrEqual(fewest);
});
