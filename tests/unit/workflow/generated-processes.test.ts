// Processes made at random, on the real engine: whatever is deployable ends, or waits for a task that somebody has.
import fc from "fast-check";
import { expect, it } from "vitest";
import { findingsOf } from "../../../src/process/deployable.ts";
import { NotWaitingError, type RunResult } from "../../../src/server/domain/flow/engine/instance.ts";
import { runInstance } from "../../../src/server/domain/flow/engine/run.ts";
import { parseModel, sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { block, drawing } from "./drawing.ts";
import { end, flow, model, start } from "./models.ts";

const now = "2026-11-24 09:00:00";
const known = {
  knownNames: new Set(["initiator", "choice", "rounds"]),
  processKeys: new Set<string>(),
  hasMessages: true,
};

it("every instance ends, or waits for a task that somebody has or a timer; nothing is completed twice", { timeout: 300_000 }, async () => {
  const seed = Number(process.env["TRACEMARK_SEED"] ?? "20261124");
  const processes = Number(process.env["TRACEMARK_PROCESSES"] ?? "300");
  await fc.assert(
    fc.asyncProperty(block, fc.array(fc.nat(), { minLength: 80, maxLength: 80 }), fc.nat(20), async (one, choices, choice) => {
      const body = drawing()(one);
      const xml = model(start + body.xml + end + flow("in", "start", body.first) + flow("out", body.last, "end"));
      const parsed = await parseModel(xml);
      expect(findingsOf(parsed, known)).toEqual([]);
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
    { numRuns: processes, seed },
  );
});
