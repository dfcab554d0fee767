// Models of other products on the engine itself: whatever deployment accepts starts, whatever it refuses has element, line and a reason in both
// languages. What becomes of each trait stands in a file to read.
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeModel, EncodingError } from "../../../src/process/encoding.ts";
import { ExpressionError } from "../../../src/process/expressions.ts";
import { withoutEffect } from "../../../src/process/without-effect.ts";
import { runInstance } from "../../../src/server/domain/flow/engine/run.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { examined, sentences, type Reason } from "../../../src/server/domain/flow/examined.ts";
import { amount, seed } from "../../support/amounts.ts";
import { foreignModel, mixtures, traits, type Trait } from "./foreign-models.ts";

const options = { variableNames: new Set(["initiator", "pass", "days"]), processKeys: new Set<string>(), hasMessages: true };

/** Two words of English where nothing is quoted: a sentence of a parser. */
const english = /[A-Za-z]{2,} [a-z]{2,}/u;
const withoutQuoted = (text: string): string => text.replaceAll(/“[^”]*”|\[[^\]]*\]/gu, "");

/** What is wrong with a refusal: no line, no element, or words that the reader does not read. */
const faultsOf = ({ line, elementId, text: [zh, en] }: Reason): readonly string[] => [
  ...(line === undefined ? [`no line: ${en}`] : []),
  // What is no XML has a line alone.
  ...(elementId === "" && !zh.startsWith("流程 XML 有误") ? [`no element: ${en}`] : []),
  ...(english.test(withoutQuoted(zh)) || !/\p{Script=Han}/u.test(withoutQuoted(zh)) ? [`not in Chinese: ${zh}`] : []),
];

interface Outcome {
  /** "runs", with what of it has no effect, or the reasons in both languages. */
  readonly told: string;
  readonly faults: readonly string[];
}

const ran = (reported: readonly string[], faults: readonly string[] = []): Outcome => ({ told: ["runs", ...reported].join("; "), faults });

async function outcomeOf(chosen: readonly Trait[]): Promise<Outcome> {
  const { bytes } = foreignModel(chosen, "Main");
  let xml: string;
  try {
    xml = decodeModel(bytes);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    return { told: `${error.reason[1]} / ${error.reason[0]}`, faults: [] };
  }
  const { reasons } = await examined(xml, options);
  if (reasons.length > 0) return { told: `${sentences(reasons, 1)} / ${sentences(reasons, 0)}`, faults: reasons.flatMap(faultsOf) };
  const model = await parseModel(xml);
  const silent = withoutEffect(model).map(({ elementId, reason: [, en] }) => `[${elementId}] ${en}`);
  const start = { type: "start", variables: { initiator: "7", pass: false, days: 1 } } as const;
  try {
    const { outcome } = await runInstance(sourceOf(model), undefined, start, "2026-11-24 09:00:00");
    return ran(silent, outcome === "failed" ? ["it failed"] : []);
  } catch (error) {
    // What a form asks for has no value yet.
    if (error instanceof ExpressionError && error.reason[1].includes("Unknown variable: people")) return ran(silent);
    throw error;
  }
}

it("of other products run, or are refused with element, line and reason", async () => {
  const outcomes = new Map<string, Outcome>();
  for (const trait of traits) outcomes.set(trait.name, await outcomeOf([trait]));
  const faulty = [...outcomes].filter(([, { faults }]) => faults.length > 0);
  expect(faulty).toEqual([]);
  const lines = [...outcomes].map(([name, { told: reported }]) => `${name}: ${reported}\n`);
  await expect(lines.join("")).toMatchFileSnapshot("__outlines__/foreign-models.txt");
});

it(`do so mixed as well (seed ${seed})`, async () => {
  const faulty: unknown[] = [];
  await fc.assert(
    fc.asyncProperty(mixtures, async (chosen) => {
      const { told: reported, faults } = await outcomeOf(chosen);
      if (faults.length > 0) faulty.push([chosen.map(({ name }) => name), reported, faults]);
    }),
    { numRuns: amount(200, 3000), seed },
  );
  expect(faulty).toEqual([]);
});
