// What is wrong with a drawing, found by bpmnlint. Its rules are those of deployment (src/process/deployable.ts), so that nothing is marked
// that would be deployed, and nothing deployed is refused; what is only unwise is a warning.
import { Linter, type LintResults } from "bpmnlint";
import { findingsOf, type DeployableOptions } from "../../../process/deployable.ts";
import { withoutEffect } from "../../../process/without-effect.ts";
import { scopesOf, type ModelElement } from "../../../process/model.ts";
import { memberText } from "../../../process/members.ts";
import { inLanguage, type Language, type Text } from "../../../schema/text.ts";

export interface Problem {
  readonly elementId: string;
  readonly sentence: string;
  /** Errors keep a model from being deployed. */
  readonly isError: boolean;
}

interface Reporter {
  report(id: string, message: string): void;
}

const prefix = "bpmnlint-plugin-tracemark";
const ruleNames = { deployable: "deployable", named: "named", silent: "silent" } as const;

/** A rule sees the whole model once: reasons depend on more than one element. */
const wholeModel = (check: (root: ModelElement, report: (id: string, text: Text) => void) => void, language: Language) => () => ({
  check: (node: ModelElement, reporter: Reporter) => {
    if (node.$type === "bpmn:Definitions") check(node, (id, text) => reporter.report(id, inLanguage(text, language)));
  },
});

const unnamed: Text = ["用户任务没有名称，待办列表将显示其标识", "The task has no name; lists of work show its id"];

function linterOf(options: DeployableOptions, language: Language): Linter {
  const rules: Readonly<Record<string, () => object>> = {
    [ruleNames.deployable]: wholeModel((root, report) => {
      for (const { elementId, reason } of findingsOf({ root, context: undefined }, options)) report(elementId, reason);
    }, language),
    [ruleNames.named]: wholeModel((root, report) => {
      for (const { nodes } of scopesOf({ root, context: undefined }))
        for (const node of nodes)
          if (node.$type === "bpmn:UserTask" && memberText(node, "name").trim() === "") report(node.id ?? "", unnamed);
    }, language),
    [ruleNames.silent]: wholeModel((root, report) => {
      for (const { elementId, reason } of withoutEffect({ root, context: undefined })) report(elementId, reason);
    }, language),
  };
  return new Linter({
    config: { rules: { "tracemark/deployable": "error", "tracemark/named": "warn", "tracemark/silent": "warn" } },
    resolver: {
      resolveRule: (plugin: string, name: string) => (plugin === prefix ? rules[name] : undefined),
      resolveConfig: () => undefined,
    },
  });
}

/** Errors first, each once. */
function problemsIn(results: LintResults): readonly Problem[] {
  const all = Object.values(results)
    .flat()
    .map(({ id, message, category }) => ({ elementId: id ?? "", sentence: message, isError: category !== "warn" }));
  const reported = new Set<string>();
  return all
    .filter(({ elementId, sentence }) => {
      const key = `${elementId} ${sentence}`;
      return !reported.has(key) && reported.add(key) !== undefined;
    })
    .toSorted((left, right) => Number(right.isError) - Number(left.isError));
}

/** What is wrong with a model, errors first. */
export async function problemsOf(root: ModelElement, options: DeployableOptions, language: Language): Promise<readonly Problem[]> {
  return problemsIn(await linterOf(options, language).lint(root));
}
