// Models of other products, as files: each is deployed, walked and started, or refused with element, line and reason in the reader's language.
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { objectIn } from "../../../support/samples.ts";
import { amount, seed } from "../../../support/amounts.ts";
import { foreignModel, mixtures, traits, type Trait } from "../../../unit/workflow/foreign-models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { processesOf, type Processes } from "./processes.ts";

const demonstration = startDemonstration();
let place: Demonstration;
let processes: Processes;

beforeAll(async () => {
  place = await demonstration;
  processes = processesOf(place);
});

let count = 0;

/** What the server said to deploying, walking and starting a model, as far as it got. */
async function attempt(chosen: readonly Trait[]) {
  count += 1;
  const key = `Foreign${count}`;
  const { bytes, text } = foreignModel(chosen, key);
  const deployed = await processes.administrator.parts("/blade-flow/manager/deploy-upload", {
    category: "flow_1",
    tenantIds: "100001",
    confirmed: "1",
    files: { name: `${key}.bpmn`, content: bytes },
  });
  if (deployed.code !== 200) return { deployed: String(objectIn(deployed)["error"]) };
  const [id = ""] = objectIn(deployed)["ids"] as readonly string[];
  const walked = await processes.administrator.post("/blade-flow/model/dry-run", { xml: text, starter: place.userId });
  const started = await processes.tryBegin(id, key);
  return { deployed: "", walked: walked.code, begun: started.code === 200 ? "" : String(objectIn(started)["error"]) };
}

it(`whatever is deployed can be walked and started, the rest is refused (seed ${seed})`, async () => {
  const odd: unknown[] = [];
  const single = fc.constantFrom(...traits).map((trait) => [trait]);
  await fc.assert(
    fc.asyncProperty(fc.oneof(single, mixtures), async (chosen) => {
      const outcome = await attempt(chosen);
      const isRefused = ["notDeployable", "fileType"].includes(outcome.deployed);
      const isRunning = outcome.deployed === "" && outcome.walked === 200 && ["", "processExpression"].includes(outcome.begun ?? "");
      if (!isRefused && !isRunning) odd.push([chosen.map(({ name }) => name), outcome]);
    }),
    { numRuns: amount(30, 800), seed },
  );
  expect(odd).toEqual([]);
});

/** Small models of other products, each of which was once refused, or accepted and not started. */
const runs = [
  "root itemDefinition",
  "root interface",
  "root second pool",
  "vendor activiti",
  "executable ",
  "encoding ISO-8859-1",
  "step script juel",
];

it.each(traits.filter(({ name }) => runs.includes(name)))("a model with $name is deployed, walked and started", async (trait) => {
  expect(await attempt([trait])).toEqual({ deployed: "", walked: 200, begun: "" });
});

it("a refusal names element, line and reason in the language of the reader", async () => {
  const { bytes } = foreignModel(
    traits.filter(({ name }) => name === "task nobody"),
    "Refused",
  );
  const files = { name: "refused.bpmn", content: bytes };
  const message = async (language: "zh-CN" | "en") =>
    place.server
      .as("administrator", {}, language)
      .parts("/blade-flow/manager/deploy-upload", { category: "flow_1", tenantIds: "100001", files });
  expect(await message("zh-CN")).toMatchObject({
    msg: "“refused.bpmn”不能部署：[t, 第 6 行] “t”没有指定办理人",
    data: { reasons: [{ elementId: "t", line: 6, reason: "“t”没有指定办理人" }] },
  });
  expect(await message("en")).toMatchObject({
    data: { reasons: [{ elementId: "t", line: 6, reason: expect.stringContaining("asks nobody") }] },
  });
});

it("a file of Eclipse, whose ending is bpmn2, is deployed", async () => {
  const { bytes } = foreignModel([], "Eclipse");
  const deployed = await processes.administrator.parts("/blade-flow/manager/deploy-upload", {
    category: "flow_1",
    tenantIds: "100001",
    files: { name: "eclipse.bpmn2", content: bytes },
  });
  expect(deployed).toMatchObject({ code: 200 });
});

it("parts without effect are told before a model is deployed", async () => {
  const { bytes } = foreignModel(
    traits.filter(({ name }) => name === "task listener"),
    "Silent",
  );
  const send = (more: Readonly<Record<string, string>> = {}) =>
    processes.administrator.parts("/blade-flow/manager/deploy-upload", {
      ...{ category: "flow_1", tenantIds: "100001" },
      ...more,
      files: { name: "silent.bpmn", content: bytes },
    });
  const requested = await send();
  expect(requested).toMatchObject({ status: 400, data: { error: "needsConfirmation" } });
  expect(requested.msg).toContain("[t, 第 6 行] “T”的监听器 taskListener 不会执行");
  expect(await send({ confirmed: "1" })).toMatchObject({ code: 200 });
});
