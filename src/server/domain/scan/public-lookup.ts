// The public's look-up of a code: without a sign-in, limited per address, for the tenant that the address names.
import { labelOf } from "#schema/model";
import type { CommitContext, Domain, ReadHandler, RequestContext, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, first, read, rowsOfAll, type Query } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { RowValues } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { numberSetting, settings, settingsOf, type Settings } from "../bind-config/settings.ts";
import { codeOfRow, codeRow, type CodeRow } from "../codes/code-of-row.ts";
import { currentCodeOf, currentCodes, maxLookupLength, type CurrentCode, type CurrentCodeRow } from "../codes/current-code.ts";
import type { RuleSecrets } from "../codes/rule-secrets.ts";
import { atOnce, beforeIn, beforeScan, countScan, recordScan, scanSettings, withCommit, type Before } from "./count-scan.ts";
import { derivedResource } from "./derived-rows.ts";
import { countLookup } from "./lookup-limit.ts";
import { locatedBy, placeOf, type Place } from "./place.ts";
import { answerSettings, noRow, productFacts, publicFacts, resultText, shownCode, tellsChannel, type PublicRows } from "./public-answer.ts";
import { madeGoods, type MadeGoods } from "./production.ts";
import { results, type Result } from "./results.ts";
import { maxFailuresSetting, verify } from "./verification.ts";

const limitSetting = "antiFake.rateLimitPerMinute";
const defaultLimit = 60;
const codeLimitSetting = "antiFake.codeLimitPerMinute";
const defaultCodeLimit = 20;
const maxTenantIdLength = 12;
const neverActivated = 0;
const blocks = { none: 0, sealed: 1, replaced: 3 } as const;

/** A parameter that must be there, with the message of its field. */
function required(context: RequestContext, parameters: Readonly<Record<string, string>>, name: "code" | "tenantId"): string {
  const sent = parameters[name]?.trim() ?? "";
  if (sent !== "") return sent;
  const label = labelOf(derivedResource(context, "anti-fake-web"), name);
  throw invalidFields([
    {
      code: "required",
      path: [name],
      parameters: {},
      label,
      message: name === "code" ? ["请输入防伪码", "Please enter the code"] : ["缺少租户编号", "The tenant id is missing"],
    },
  ]);
}

/** A tenant that is switched on and has not run out. */
const workingTenant = prepared("working_tenant", (given: Given<{ readonly tenantId: string; readonly now: string }>, { acrossTenants }) =>
  db
    .selectFrom(acrossTenants("tenant", "t"))
    .where("t.tenantId", "=", given("tenantId"))
    .where("t.status", "=", 1)
    .where(({ or, eb }) => or([eb("t.expireTime", "is", null), eb("t.expireTime", ">", given("now"))]))
    .select("t.id"),
);

const settingsOfLookups = (context: RequestContext) =>
  settings(context, {
    now: context.now(),
    keys: [limitSetting, codeLimitSetting, maxFailuresSetting, ...scanSettings, ...answerSettings],
  });

function verdict(context: RequestContext, result: number, code: string, more: Values & { readonly isReplaced?: boolean } = {}): Values {
  const { isReplaced = false, ...reported } = more;
  const facts = { scanCount: Number(reported["scanCount"] ?? 0), firstScanTime: String(reported["firstScanTime"] ?? ""), isReplaced };
  return { result, resultText: resultText(context, result, facts), suspicious: 0, needVerify: false, code, ...reported };
}

/** What a look-up of a code that nobody may sell is answered with; undefined of all others. */
function blockedResult({ blockStatus }: CurrentCode): typeof results.sealed | typeof results.disabled | undefined {
  if (blockStatus === blocks.none) return undefined;
  return blockStatus === blocks.sealed ? results.sealed : results.disabled;
}

/** A look-up within its tenant. */
interface Lookup {
  readonly sent: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly own: Settings;
  readonly place: Place;
}

/** What is known of a code under the lock of its look-up. */
interface KnownLookup {
  readonly code: CurrentCode;
  readonly before: Before;
  readonly told: PublicRows;
}

const ending = withCommit;

/** What is kept and answered of a code that is known. */
async function answerKnown(
  context: RequestContext,
  tx: Transaction,
  secrets: RuleSecrets,
  { parameters, own, place, code, before, told }: Lookup & KnownLookup,
): Promise<Values> {
  const [shown, part] = [shownCode(code.code, own), parameters["verifyCode"]?.trim() ?? ""];
  const { layerName } = code;
  const blocked = blockedResult(code);
  if (blocked !== undefined) {
    await recordScan(context, tx, code, { place, settings: own, flags: { result: blocked }, before, ending });
    const isReplaced = code.blockStatus === blocks.replaced;
    return verdict(context, blocked, shown, { isReplaced, layerName, product: { name: told.facts?.name ?? "" } });
  }
  if (code.isVerified && part === "") return { needVerify: true, code: shown, layerName };
  if (code.isVerified && !(await verify(context, tx, secrets, { code, sent: part, place, settings: own, before, ending })))
    return verdict(context, results.wrong, shown, { layerName });
  const counted = await countScan(context, tx, code, { place, settings: own, before, ending });
  return verdict(context, counted.result, shown, {
    suspicious: counted.isSuspicious ? 1 : 0,
    layerName,
    scanCount: counted.scanCount,
    firstScanTime: counted.firstScanTime,
    firstScanRegion: counted.firstScanRegion,
    ...publicFacts(code, { settings: own, today: context.now().slice(0, 10) }, told),
  });
}

/** Takes the locks of a look-up, and reads what it is compared with. */
async function lockScan(context: CommitContext, tx: Transaction, code: string, place: Place): Promise<Before> {
  return beforeIn(await rowsOfAll(tx, beforeScan(context, code, place)));
}

/** The answer of a look-up of what is no code that anybody was sold. */
async function lookUpUnknown(context: RequestContext, { sent, own, place }: Lookup): Promise<Values> {
  await context.database.transaction(
    context.scope,
    async (tx) => {
      const before = await lockScan(context, tx, sent, place);
      await recordScan(context, tx, sent, { place, settings: own, flags: { result: results.unknown }, before, ending });
    },
    "kept",
  );
  return verdict(context, results.unknown, sent.slice(0, maxLookupLength));
}

/** The answer of a look-up by the text of a code. */
const lookUpRow = (context: RequestContext, secrets: RuleSecrets, lookup: Lookup, row: CodeRow): Promise<Values> =>
  context.database.transaction(
    context.scope,
    async (tx) => {
      const { sent, own, place, parameters } = lookup;
      const { productId, specId } = row;
      const channelId = tellsChannel(own) && row.stampTime !== null ? row.channelId : null;
      // What is read of the row alone is right for most: those that are packed in nothing, and those whose package says the same.
      const [before, code, facts] = await Promise.all([
        lockScan(context, tx, sent, place),
        codeOfRow(context, tx, row),
        productFacts(context, tx, { productId, specId, channelId }),
      ]);
      if (code.lifeStatus === neverActivated || !(await isOfProduct(context, tx, code, parameters["gtin"]))) {
        await recordScan(context, tx, sent, { place, settings: own, flags: { result: results.unknown }, before, ending });
        return verdict(context, results.unknown, sent.slice(0, maxLookupLength));
      }
      const asked = { ...code, channelId: tellsChannel(own) ? code.channelId : undefined };
      const isSame = same(code.productId, productId) && same(code.specId, specId) && same(asked.channelId, channelId);
      const [product, made] = await Promise.all([isSame ? facts : productFacts(context, tx, asked), madeOf(context, tx, code)]);
      return answerKnown(context, tx, secrets, { ...lookup, code, before, told: { ...made, facts: product } });
    },
    "kept",
  );

const same = (one: string | undefined, other: string | null): boolean => (one ?? null) === other;

/** Reads where the goods of a code were made. */
function madeOf(context: RequestContext, tx: Transaction, code: CurrentCode): Promise<MadeGoods> {
  const { stockInDocIds, productId = null, batchCode } = code;
  return madeGoods((queries) => rowsOfAll(tx, queries), context, { stockInDocIds, productId, batchCode });
}

/** The answer of a look-up by the address that contains a code. */
async function lookUpAddress(context: RequestContext, secrets: RuleSecrets, lookup: Lookup, code: CurrentCode): Promise<Values> {
  const isKnown =
    code.lifeStatus !== neverActivated &&
    (await context.database.transaction(context.scope, (tx) => isOfProduct(context, tx, code, lookup.parameters["gtin"])));
  // Its record has the address, and not the code.
  if (!isKnown) return lookUpUnknown(context, lookup);
  return context.database.transaction(
    context.scope,
    async (tx) => {
      const [before, facts, made] = await Promise.all([
        lockScan(context, tx, code.code, lookup.place),
        productFacts(context, tx, { ...code, channelId: tellsChannel(lookup.own) ? code.channelId : undefined }),
        madeOf(context, tx, code),
      ]);
      return answerKnown(context, tx, secrets, { ...lookup, code, before, told: { ...made, facts } });
    },
    "kept",
  );
}

const barcodesOfCode = prepared(
  "barcodes_of_code",
  (given: Given<{ readonly productId: string | null; readonly specId: string; readonly layer: number }>, { withRemoved }) =>
    db
      .selectFrom(withRemoved("attr-owner", "o"))
      .where("o.id", "=", given("productId"))
      .leftJoin(withRemoved("spec", "x"), (join) => join.on("x.id", "=", given("specId")))
      .leftJoin(withRemoved("specpacklayer", "l"), (join) => join.on("l.specId", "=", given("specId")).on("l.layer", "=", given("layer")))
      .select(["o.barcode as product", "x.barcode as spec", "l.barcode as layer"]),
);

/** GTINs of 8, 12 and 13 digits have 14 with zeros before them. */
const gtin14 = (digits: string): string => digits.padStart(14, "0");

/** Whether a code is of the product that a GS1 Digital Link names beside it; a link of another product is as good as a code nobody knows. */
async function isOfProduct(context: RequestContext, tx: Transaction, code: CurrentCode, gtin: string | undefined): Promise<boolean> {
  if (gtin === undefined || gtin === "") return true;
  const { productId = null, specId = noRow, layer } = code;
  const barcodes = await first(tx, barcodesOfCode(context, { productId, specId, layer }));
  return Object.values(barcodes ?? {}).some((barcode) => barcode !== null && barcode !== "" && gtin14(barcode) === gtin14(gtin));
}

/** What a text is looked for by: the row of a code, or, of an address, the code that is in it. A text that is too long is looked for as none. */
function queryOfText(context: RequestContext, text: string): Query<CodeRow | CurrentCodeRow> {
  if (text.length > maxLookupLength) return codeRow(context, { code: "" });
  return text.startsWith("http") ? currentCodes(context, { sent: [text] }) : codeRow(context, { code: text });
}

const productInfo =
  (secrets: RuleSecrets): ReadHandler =>
  async (context, parameters) => {
    const [code, tenantId] = [required(context, parameters, "code"), required(context, parameters, "tenantId")];
    const counted = `${tenantId.slice(0, maxTenantIdLength)} ${code.slice(0, maxLookupLength)}`;
    const unknown = () => verdict(context, results.unknown, code.slice(0, maxLookupLength));
    if (!/^\w{1,12}$/.test(tenantId)) {
      await countLookup(context, { ofAddress: defaultLimit, ofCode: defaultCodeLimit, code: counted });
      return unknown();
    }
    const within = { ...context, scope: { tenantId } };
    const { division, named } = locatedBy(within, parameters);
    const [matches, platform, tenants, [found], divisions = []] = await read(
      within,
      [workingTenant(within, { tenantId, now: context.now() }), ...settingsOfLookups(within), queryOfText(within, code), ...division],
      "kept",
    );
    const own = settingsOf(platform, tenants);
    await countLookup(context, {
      ofAddress: numberSetting(own, limitSetting, defaultLimit, 1),
      ofCode: numberSetting(own, codeLimitSetting, defaultCodeLimit, 1),
      code: counted,
    });
    // A tenant that nobody knows, or that may not work, has no codes.
    if (matches.length === 0) return unknown();
    const lookup = { sent: code, parameters, own, place: named(divisions) };
    if (found === undefined) return lookUpUnknown(within, lookup);
    return "path" in found ? lookUpAddress(within, secrets, lookup, currentCodeOf(found)) : lookUpRow(within, secrets, lookup, found);
  };

/** A look-up that nobody waits for the answer of: its time, its caller's address and the place are given, not those of a request. */
interface GivenLookup {
  readonly sent: string;
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly at: string;
  readonly address: string;
  /** In degrees. */
  readonly longitude?: string;
  readonly latitude?: string;
  /** Who looked, where that is known. */
  readonly person?: Readonly<Pick<RowValues<"consumer-scan-record">, "wxUserId" | "phone">>;
}

/** Look-ups in groups, one group after the other: none of a group is of the same code, the same person or the same address as another. */
function apart(lookups: readonly GivenLookup[]): readonly (readonly GivenLookup[])[] {
  const groups: GivenLookup[][] = [];
  const next = new Map<string, number>();
  for (const lookup of lookups) {
    const names = [`code ${lookup.sent}`, `address ${lookup.address}`, `person ${lookup.person?.wxUserId ?? lookup.address}`];
    const place = Math.max(...names.map((name) => next.get(name) ?? 0));
    (groups[place] ??= []).push(lookup);
    for (const name of names) next.set(name, place + 1);
  }
  return groups;
}

/**
 * Keeps look-ups as requests would, in one transaction: counts, records, flags and the repeat rule. Those of one code or one address are kept
 * in the order in which they are given. Of a code with a verification part nothing is kept, as long as nobody gives it.
 */
export async function storeLookups(context: RequestContext, lookups: readonly GivenLookup[]): Promise<void> {
  const sent = [...new Set(lookups.map((lookup) => lookup.sent))];
  const [platform, tenants, found] = await read(context, [...settingsOfLookups(context), currentCodes(context, { sent })]);
  const own = settingsOf(platform, tenants);
  const codes = new Map(found.map((row) => [row.sent, currentCodeOf(row)]));
  const places = new Map<string, Place>();
  const placeKey = ({ longitude = "", latitude = "" }: GivenLookup): string => `${longitude} ${latitude}`;
  for (const lookup of lookups) {
    const { longitude = "", latitude = "" } = lookup;
    if (!places.has(placeKey(lookup))) places.set(placeKey(lookup), await placeOf(context, { longitude, latitude }));
  }
  const nowhere = await placeOf(context, {});

  const keep = async (tx: Transaction, lookup: GivenLookup): Promise<void> => {
    const { sent, at, address } = lookup;
    const within = { ...context, now: () => at, address };
    const found = places.get(placeKey(lookup)) ?? nowhere;
    const [code, place] = [codes.get(sent), { ...found, values: { ...found.values, ...lookup.person } }];
    const recorded = async (result: Result, of: CurrentCode | string) => {
      const before = await lockScan(within, tx, typeof of === "string" ? of : of.code, place);
      await recordScan(within, tx, of, { place, settings: own, flags: { result }, before, ending: atOnce });
    };
    if (code === undefined || code.lifeStatus === neverActivated) return recorded(results.unknown, sent);
    const blocked = blockedResult(code);
    if (blocked !== undefined) return recorded(blocked, code);
    if (code.isVerified) return;
    await countScan(within, tx, code, { place, settings: own, before: await lockScan(within, tx, code.code, place), ending: atOnce });
  };
  await context.database.transaction(
    context.scope,
    async (tx) => {
      // Look-ups that have nothing in common share the way to the database and back.
      for (const group of apart(lookups)) await Promise.all(group.map((lookup) => keep(tx, lookup)));
    },
    "kept",
  );
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * The look-ups of an installation: of each its seed says the code, the time, the address, the coordinates, and who it was. Codes that have
 * counted them already are left alone, should the records have gone meanwhile.
 */
async function seedLookups(context: RequestContext, happened: readonly Readonly<Values>[]): Promise<void> {
  const { unscoped } = tables(context);
  const [counted] = await read(context, [
    db
      .selectFrom(unscoped("code-item", "i"))
      .where("i.code", "=", anyOf([...new Set(happened.map(({ code }) => text(code)))]))
      .where("i.scanCount", ">", 0)
      .select("i.code"),
  ]);
  const isCounted = new Set(counted.map(({ code }) => code));
  await storeLookups(
    context,
    happened
      .filter(({ code }) => !isCounted.has(text(code)))
      .map(({ code, scanTime, ip, longitude, latitude, wxUserId, phone }) => ({
        sent: text(code),
        at: text(scanTime),
        address: text(ip),
        longitude: text(longitude),
        latitude: text(latitude),
        person: { wxUserId: text(wxUserId) || null, phone: text(phone) || null },
      }))
      .toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)),
  );
}

export const publicLookupDomain = (secrets: RuleSecrets): Domain => ({
  reads: { "anti-fake-web.product-info": productInfo(secrets) },
  actions: {},
  hooks: { "consumer-scan-record": { seed: seedLookups } },
  effects: ["anti-fake-web.verification", "consumer-scan-record.region"],
});
