// The part under the scratch layer. It is worked out from the secret of the make rule, and compared under the lock of its code, so that
// nobody tries more often than the tenant allows, however many ask at once.
import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, rowsOfAll, type Query } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";
import { numberSetting, type Settings } from "../bind-config/settings.ts";
import { verificationPart, type Rule } from "../codes/composition.ts";
import type { CurrentCode } from "../codes/current-code.ts";
import type { RuleSecrets } from "../codes/rule-secrets.ts";
import { recordScan, type Before, type Ending } from "./count-scan.ts";
import type { Place } from "./place.ts";
import { results } from "./results.ts";

export const maxFailuresSetting = "antiFake.verifyMaxFail";
const defaultMaxFailures = 5;
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

const newestFailures = prepared(
  "verification_failures",
  (given: Given<{ readonly code: string; readonly max: number; readonly now: string }>, { unscoped }) =>
    db
      .selectFrom(unscoped("consumer-scan-record", "r"))
      .where("r.code", "=", given("code"))
      .where("r.result", "=", results.wrong)
      // A block that still holds began within the time of one, and its first failure within that time before.
      .where("r.scanTime", ">", sql<string>`${given("now")}::timestamp - make_interval(hours => ${sql.lit(2 * blockedHours)})`)
      .orderBy("r.scanTime", "desc")
      .limit(sql<number>`${given("max")}::int`)
      .select(({ ref }) => [
        sql<boolean>`${ref("r.scanTime")} > ${given("now")}::timestamp - make_interval(hours => ${sql.lit(blockedHours)})`.as("isRecent"),
        sql<number>`extract(epoch from ${given("now")}::timestamp - ${ref("r.scanTime")})::float8`.as("age"),
      ]),
);

const maxFailures = (settings: Settings): number => numberSetting(settings, maxFailuresSetting, defaultMaxFailures, 1);

type Failure = ReturnType<typeof newestFailures> extends Query<infer O> ? O : never;

/** Whether so many wrong parts were given for a code that it answers none for a day. Look-ups while it is blocked prolong nothing. */
function isBlocked(failures: readonly Failure[], settings: Settings): boolean {
  const [newest, oldest] = [failures[0], failures[maxFailures(settings) - 1]];
  return newest?.isRecent === true && oldest !== undefined && oldest.age - newest.age <= blockedHours * 3600;
}

/** Digits as they are compared: people also type them at full width. */
const digitsIn = (sent: string): string => sent.normalize("NFKC").replaceAll(/\s/g, "");

/** What says the verification part of a code: the rule that made it, or what is kept of the part that came with it. */
type PartSource = { readonly rule: VerifyingRule } | { readonly digest: string };

interface SentPart {
  readonly sent: string;
  readonly tenantId: string;
  readonly secrets: RuleSecrets;
}

function isRight(code: CurrentCode, source: PartSource, { sent, tenantId, secrets }: SentPart): boolean {
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

interface Attempt {
  readonly code: CurrentCode;
  /** The part as it was typed. */
  readonly sent: string;
  readonly place: Place;
  readonly settings: Settings;
  readonly before: Before;
  readonly ending: Ending;
}

/**
 * Whether the part that was sent is the one of its code, which is locked, and the code is not blocked. A wrong one is kept, and counts towards a
 * block.
 */
export async function verify(
  context: CommitContext,
  tx: Transaction,
  secrets: RuleSecrets,
  { code, sent, place, settings, before, ending }: Attempt,
): Promise<boolean> {
  const [[rule], failures] = await rowsOfAll(tx, [
    verifyingRule(context, { id: code.makeRuleId ?? "0" }),
    newestFailures(context, { code: code.code, max: maxFailures(settings), now: context.now() }),
  ]);
  const { verifyDigest } = code;
  const source = verifyDigest === undefined ? rule && { rule } : { digest: verifyDigest };
  // The part was switched off meanwhile.
  if (source === undefined) return true;
  if (isBlocked(failures, settings)) return false;
  if (isRight(code, source, { sent, tenantId: context.scope.tenantId, secrets })) return true;
  await recordScan(context, tx, code, { place, settings, flags: { result: results.wrong }, before, ending });
  return false;
}
