// What `npm run new-resource -- --help` says of fields and actions: their kinds and options, from where these are defined.
import { builderNames, fieldKinds } from "../../src/schema/kinds.ts";
import { asksOf, readyMade, settingWords } from "./spec.ts";

/** What stands behind a kind: a target, or what there is to choose from. */
const forms = {
  resource: "kind=factory",
  dictionary: "kind=dictionary_key",
  options: "kind, then 1=自有/Own|2=代工/Contract",
  states: "kind, then draft=0/草稿/Draft|done=1/完成/Done",
  nothing: "kind alone",
} as const;

function kindsThatAsk(wanted: keyof typeof forms): string {
  const kinds = [...fieldKinds.keys()].filter((kind) => asksOf(kind) === wanted);
  return kinds
    .map((kind) => {
      const builder = builderNames.get(kind) ?? kind;
      return builder === kind ? kind : `${kind} (or ${builder})`;
    })
    .join(", ");
}

export function newResourceHelp(): string {
  const kinds = Object.entries(forms).map(([asks, form]) => `  ${form}:\n      ${kindsThatAsk(asks as keyof typeof forms)}`); // its own keys
  return `A field is name:kind:中文:English:options, or one of the ready-made ${Object.keys(readyMade).join(", ")} by its name alone. \\: and \\, are : and , of a text.
Kinds:
${kinds.join("\n")}
Options, comma-separated:
  alone: ${[...settingWords.flags, "unique", ...settingWords.searches].join(", ")} (${settingWords.searches.join(", ")}: how it is searched)
  with =value: ${settingWords.valued.join(", ")}
  with =中文/English: required, help, unit

An action is name:中文:English:settings; settings are ${settingWords.action.join(", ")}, as in from=draft,to=done or set=level=2 or confirm=确定?/Sure?

npm run new-resource -- --name sampling-plan --area production --label-zh 抽样方案 --label-en "Sampling plan" \\
  --field "code:code:方案编号:Plan code:required,like,unique,max=32" \\
  --field "factoryId:ref=factory:工厂:Factory:required,equal" \\
  --field "level:choice:检验水平:Level:1=一般/Normal/blue|2=加严/Tightened,default=1,equal" \\
  --field sort --field remark --field createTime \\
  --action "tighten:加严:Tighten:set=level=2,confirm=确定加严?/Tighten it?"`;
}
