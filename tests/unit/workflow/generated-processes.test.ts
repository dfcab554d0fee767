// Processes made at random, on the real engine: whatever is deployable ends, or waits for a task that somebody has.
import fc from "fast-check";
import { expect, it } from "vitest";
import { findingsOf } from "../../../src/process/deployable.ts";
import { NotWaitingError, type RunResult } from "../../../src/server/domain/flow/engine/instance.ts";
import { runInstance } from "../../../src/server/domain/flow/engine/run.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { amount, seed } from "../../support/amounts.ts";
import { block, drawing, kindsIn, kindsOfParts, ofEveryKind } from "./drawing.ts";
import { end, flow, model, start } from "./models.ts";

const now = "2026-11-24 09:00:00";
const existing = {
  variableNames: new Set(["initiator", "choice", "rounds"]),
  processKeys: new Set<string>(),
  hasMessages: true,
};

const processes = amount(60, 300);
const steps = 80;

it(`every instance of ${processes} processes ends, or waits for a task that somebody has or a timer; nothing is completed twice (seed ${seed})`, async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(block, fc.array(fc.nat(), { minLength: steps, maxLength: steps }), fc.nat(20), async (one, choices, choice) => {
      for (const kind of kindsIn(one)) met.add(kind);
      const body = drawing()(one);
      const xml = model(start + body.xml + end + flow("in", "start", body.first) + flow("out", body.last, "end"));
      const parsed = await parseModel(xml);
      expect(findingsOf(parsed, existing)).toEqual([]);
      const source = sourceOf(parsed);
      let result: RunResult = await runInstance(
        source,
        undefined,
        { type: "start", variables: { initiator: "7", choice, rounds: 0 } },
        now,
      );
      for (const pick of choices) {
        if (result.outcome !== "running") break;
        const open = [
          ...result.tasks.map(({ executionId }) => ({ type: "complete" as const, executionId, variables: {} })),
          ...result.timers.map(({ executionId }) => ({ type: "timer" as const, executionId })),
        ];
        expect(open, xml).not.toEqual([]);
        expect(result.tasks.filter(({ assignee }) => assignee === "")).toEqual([]);
        expect(new Set(open.map(({ executionId }) => executionId)).size).toBe(open.length);
        const command = open[pick % open.length];
        if (command === undefined) break;
        const stored = JSON.parse(JSON.stringify(result.state));
        const goals = [...source.steps].flatMap(([id, { landing }]) => (landing === "alone" ? [id] : []));
        const goal = goals[pick % Math.max(goals.length, 1)];
        // Now and then somebody sends it elsewhere; it goes on from there as from anywhere.
        if (pick % 7 === 0 && goal !== undefined) {
          result = await runInstance(source, stored, { type: "move", elementId: goal, variables: {} }, now);
          continue;
        }
        result = await runInstance(source, stored, command, now);
        await expect(runInstance(source, JSON.parse(JSON.stringify(result.state)), command, now)).rejects.toBeInstanceOf(NotWaitingError);
      }
    }),
    {
      numRuns: processes,
      seed,
      examples: ofEveryKind.map((one, choice) => [one, Array.from({ length: steps }, (_choice, at) => at), choice]),
    },
  );
  expect(kindsOfParts.filter((kind) => !met.has(kind))).toEqual([]);
});
