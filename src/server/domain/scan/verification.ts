// The part under the scratch layer. It is worked out from the secret of the make rule, and compared under the lock of its code, so that
// nobody tries more often than the tenant allows, however many ask at once.
import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { CommitContext, RequestContext } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, first, read, rows } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { numberIn, type Settings } from "../bind-config/settings.ts";
import { verificationPart, type Rule } from "../codes/composition.ts";
import type { KnownCode } from "../codes/known-code.ts";
import type { RuleSecrets } from "../codes/rule-secrets.ts";
import { lockedCode, recordScan, results } from "./count-scan.ts";
import type { Place } from "./place.ts";

export const mostFailuresSetting = "antiFake.verifyMaxFail";
const usualMostFailures = 5;
/** So close together failures block a code, for as long. */
const blockedHours = 24;

type VerifyingRule = Rule & { readonly id: string; readonly secret: string | null };

const verifyingRule = prepared("verifying_rule", (given: Given<{ readonly id: string }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("code-make-rule", "m"))
    .where("m.id", "=", given("id"))
    .where("m.verifyMode", "=", 1)
    .select(["m.id", "m.verifyMode", "m.verifyLength", "m.secret"]),
);

/** What says the verification part of a code: the rule that made it, or what is kept of the part that came with it. */
export type PartSource = { readonly rule: VerifyingRule } | { readonly digest: string };

/** Where the verification part of a code comes from; undefined where the code has none. */
export async function partSourceOf(context: RequestContext, code: KnownCode): Promise<PartSource | undefined> {
  if (code.verifyDigest !== undefined) return { digest: code.verifyDigest };
  if (code.makeRuleId === undefined) return undefined;
  const [[rule]] = await read(context, [verifyingRule(context, { id: code.makeRuleId })]);
  return rule === undefined ? undefined : { rule };
}

const newestFailures = prepared(
  "verification_failures",
  (given: Given<{ readonly code: string; readonly most: number; readonly now: string }>, { unscoped }) =>
    db
      .selectFrom(unscoped("consumer-scan-record", "r"))
      .where("r.code", "=", given("code"))
      .where("r.result", "=", results.wrong)
      // A block that still holds began within the time of one, and its first failure within that time before.
      .where("r.scanTime", ">", sql<string>`${given("now")}::timestamp - make_interval(hours => ${sql.lit(2 * blockedHours)})`)
      .orderBy("r.scanTime", "desc")
      .limit(sql<number>`${given("most")}::int`)
      .select(({ ref }) => [
        sql<boolean>`${ref("r.scanTime")} > ${given("now")}::timestamp - make_interval(hours => ${sql.lit(blockedHours)})`.as("isRecent"),
        sql<number>`extract(epoch from ${given("now")}::timestamp - ${ref("r.scanTime")})::float8`.as("age"),
      ]),
);

/** Whether so many wrong parts were given for a code that it answers none for a day. Look-ups while it is blocked prolong nothing. */
async function isBlocked(context: CommitContext, tx: Transaction, code: KnownCode, settings: Settings): Promise<boolean> {
  const most = numberIn(settings, mostFailuresSetting, usualMostFailures, 1);
  const failures = await rows(tx, newestFailures(context, { code: code.code, most, now: context.now() }));
  const [newest, oldest] = [failures[0], failures[most - 1]];
  return newest?.isRecent === true && oldest !== undefined && oldest.age - newest.age <= blockedHours * 3600;
}

/** Digits as they are compared: people also type them at full width. */
const digitsIn = (sent: string): string => sent.normalize("NFKC").replaceAll(/\s/g, "");

interface SentPart {
  readonly sent: string;
  readonly tenantId: string;
  readonly secrets: RuleSecrets;
}

function isRight(code: KnownCode, source: PartSource, { sent, tenantId, secrets }: SentPart): boolean {
  if ("digest" in source) {
    const isPart = secrets.isPart(source.digest, { tenantId, code: code.code, part: digitsIn(sent) });
    if (isPart === undefined) throw new Error(`the verification part of the code ${code.id} was kept under another key`);
    return isPart;
  }
  const { rule } = source;
  const secret = secrets.open(rule.secret);
  // The public learns nothing about rules; whoever keeps the server finds this in the log.
  if (secret === undefined) throw new Error(`the secret of the make rule ${rule.id} cannot be opened`);
  const [expected, given] = [Buffer.from(verificationPart(rule, secret, code.code) ?? ""), Buffer.from(digitsIn(sent))];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

export interface Attempt {
  readonly code: KnownCode;
  readonly source: PartSource;
  /** The part as it was typed. */
  readonly sent: string;
  readonly place: Place;
  readonly settings: Settings;
}

/** Whether the part that was sent is the one of its code, and the code is not blocked. A wrong one is kept, and counts towards a block. */
export async function verify(
  context: CommitContext,
  tx: Transaction,
  secrets: RuleSecrets,
  { code, source, sent, place, settings }: Attempt,
): Promise<boolean> {
  await first(tx, lockedCode(context, { id: code.id }));
  if (await isBlocked(context, tx, code, settings)) return false;
  if (isRight(code, source, { sent, tenantId: context.scope.tenantId, secrets })) return true;
  await recordScan(context, tx, code, { place, settings, flags: { result: results.wrong } });
  return false;
}
