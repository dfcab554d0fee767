// Files with relations, bottles in boxes of six in cases of six.
import { count, judge, print } from "../goals.ts";
import { idIn, settled, watched } from "../installed-server.ts";
import { fileOf, putCodes, type Bench } from "./bench.ts";

const goals = {
  memory: { what: "memory above idle while a file is related", compared: "at most", limit: 150, unit: "MB" },
  more: { what: "more memory while ten times the lines are related", compared: "at most", limit: 50, unit: "MB" },
  line: { what: "relating ten times the lines, time of a line", compared: "at most", limit: 1.5, unit: "×" },
} as const;

async function relateFile({ client, database, directory, server }: Bench, number: number, lines: number) {
  const transfers = "/digit-bind/transfer";
  const cases = Math.floor(lines / 42);
  const name = (layer: number, index: number) => `REL${number}L${layer}-${String(index + 1).padStart(9, "0")}`;
  for (const [layer, many] of [
    [3, cases],
    [2, 6 * cases],
    [1, 36 * cases],
  ] as const)
    await putCodes(database, `REL${number}L${layer}-`, layer, many);
  const file = await fileOf(
    directory,
    "relations.txt",
    (function* () {
      for (let index = 0; index < 36 * cases; index += 1) yield `${name(2, Math.floor(index / 6))},${name(1, index)},1,2025-03-01 08:00:00`;
      for (let index = 0; index < 6 * cases; index += 1) yield `${name(3, Math.floor(index / 6))},${name(2, index)},2,2025-03-01 08:00:00`;
    })(),
  );
  return watched(server, async () => {
    const id = idIn(await client.upload(`${transfers}/txt`, file));
    const row = await settled(client, transfers, id, [0, 1]);
    if (row["status"] !== 2) throw new Error(`relating failed: ${String(row["failReason"])}`);
  });
}

export async function measureRelations(bench: Bench): Promise<void> {
  const { codes } = bench;
  const max = Math.round(codes / 5);
  const fewer = Math.round(max / 10);
  const small = await relateFile(bench, 1, fewer);
  const large = await relateFile(bench, 2, max);
  print(`  ${count(fewer)} lines related in ${small.seconds.toFixed(1)} s, ${count(max)} in ${large.seconds.toFixed(1)} s`);
  print(`  with ${small.memory.toFixed(0)} MB above idle, and ${large.memory.toFixed(0)} MB`);
  judge(goals.memory, Math.max(small.memory, large.memory));
  judge(goals.more, large.memory - small.memory);
  judge(goals.line, large.seconds / max / (small.seconds / fewer));
}
