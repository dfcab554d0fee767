// Why a text cannot be deployed: what of it is no model, what of the model does not run, and what the engine cannot load.
import type { Text } from "#schema/text";
import { findingsOf, startMessageOf, type DeployableOptions } from "#process/deployable";
import { memberText } from "#process/members";
import { mainProcess, processesOf, scopesOf, type ParsedModel } from "#process/model";
import { linesOf, ModelSyntaxError, parseModel } from "./engine/parse.ts";
import { unsupportedElements } from "./engine/run.ts";
import { sourceOf } from "./engine/source.ts";

/** As many reasons as a person reads at once. */
const maxReasons = 10;

export interface Called {
  readonly elementId: string;
  readonly key: string;
}

export interface Reason {
  readonly elementId: string;
  readonly text: Text;
  readonly line?: number;
}

/** Calls of processes that are not in the model itself. */
function callsIn(model: ParsedModel): readonly Called[] {
  const own = new Set(processesOf(model).map(({ id }) => id));
  return scopesOf(model)
    .flatMap(({ nodes }) => nodes)
    .filter(({ $type }) => $type === "bpmn:CallActivity")
    .map((node) => ({ elementId: node.id ?? "", key: memberText(node, "calledElement") }))
    .filter(({ key }) => key !== "" && !own.has(key));
}

export interface Examined {
  readonly reasons: readonly Reason[];
  readonly id: string;
  readonly name: string;
  readonly calls: readonly Called[];
  readonly startMessage: string;
}

const cannotLoad: Text = ["引擎无法加载", "the engine cannot load it"];

/** Why a model cannot be deployed. What has passed every rule is loaded as a start loads it, which a rule may have forgotten. */
async function reasonsOf(model: ParsedModel, xml: string, options: DeployableOptions): Promise<readonly Reason[]> {
  const lineOf = linesOf(xml);
  const main = mainProcess(model)?.id ?? "";
  const findings = findingsOf(model, options);
  const found =
    findings.length > 0
      ? findings.map(({ elementId, reason }) => ({ elementId, text: reason }))
      : (await unsupportedElements(sourceOf(model))).map((elementId) => ({
          elementId: elementId === "" ? main : elementId,
          text: cannotLoad,
        }));
  return found.map((reason) => ({ ...reason, line: lineOf(reason.elementId) }));
}

/** Why a text cannot be deployed; its process where it can. */
export async function examined(xml: string, options: DeployableOptions): Promise<Examined> {
  try {
    const model = await parseModel(xml);
    const calls = callsIn(model);
    const process = mainProcess(model);
    const startMessage = startMessageOf(model);
    // Whether they are deployed depends on for whom this one is, which `deploy` knows.
    const reasons = await reasonsOf(model, xml, { ...options, processKeys: new Set(calls.map(({ key }) => key)) });
    return { reasons, id: process?.id ?? "", name: process?.name ?? "", calls, startMessage };
  } catch (error) {
    if (!(error instanceof ModelSyntaxError)) throw error;
    const reasons = error.problems.map(({ reason: text, ...place }): Reason => ({ ...place, text }));
    return { reasons, id: "", name: "", calls: [], startMessage: "" };
  }
}

/** "[approve, line 12] ", with what is known of it. */
function placeOf({ elementId, line }: Reason): Text {
  const of = (word: string): string => {
    const parts = [elementId, word].filter((part) => part !== "");
    return parts.length === 0 ? "" : `[${parts.join(", ")}] `;
  };
  return line === undefined ? [of(""), of("")] : [of(`第 ${line} 行`), of(`line ${line}`)];
}

/** The first of some reasons, each with its place. */
export const sentences = (reasons: readonly Reason[], at: 0 | 1): string =>
  reasons
    .slice(0, maxReasons)
    .map((reason) => `${placeOf(reason)[at]}${reason.text[at]}`)
    .join(["；", "; "][at]);
