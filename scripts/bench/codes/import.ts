// Files with codes of others, imported.
import { z } from "zod";
import { count, judge, print } from "../goals.ts";
import { added, settled, watched } from "../installed-server.ts";
import { fileOf, type Bench } from "./bench.ts";

const goals = {
  memory: { what: "memory above idle while a file is imported", compared: "at most", limit: 150, unit: "MB" },
  line: { what: "import of ten times the lines, time of a line", compared: "at most", limit: 1.5, unit: "×" },
} as const;

export async function importSet({ client, server, directory }: Bench, number: number, lines: number) {
  const [sets, setLayers] = ["/digit-manage/code-set", "/digit-manage/code-set-layer"];
  const found = z
    .object({ records: z.array(z.object({ id: z.string() })) })
    .parse(await client.get("/digit-bind/pack-layer/list", { layer_equal: "1" }));
  const file = await fileOf(
    directory,
    "import.txt",
    (function* () {
      for (let line = 1; line <= lines; line += 1) yield `IMPORT${number}-${String(line).padStart(9, "0")}`;
    })(),
  );
  const { name: filePath } = z.object({ name: z.string() }).parse(await client.upload("/blade-resource/oss/endpoint/put-file", file));
  const id = await added(client, sets, {
    name: `测量 ${number}`,
    sourceType: 2,
    relationMode: 0,
    unitNum: lines,
    separator: 1,
    filePath: `/upload/${filePath}`,
  });
  await client.post(`${setLayers}/submit`, {
    codeSetId: id,
    packLayerId: found.records[0]?.id,
    codeFuncType: 1,
    num: 1,
    twinNum: 1,
    columnIndex: 1,
  });
  return watched(server, async () => {
    await client.post(`${sets}/import/${id}`);
    const row = await settled(client, sets, id, [3]);
    if (row["status"] !== 4) throw new Error(`import failed: ${String(row["failReason"])}`);
  });
}

export async function measureImport(bench: Bench): Promise<void> {
  const { codes } = bench;
  const fewer = Math.round(codes / 10);
  const small = await importSet(bench, 1, fewer);
  const large = await importSet(bench, 2, codes);
  print(`  ${count(fewer)} lines imported in ${small.seconds.toFixed(1)} s, ${count(codes)} in ${large.seconds.toFixed(1)} s`);
  print(`  with ${small.memory.toFixed(0)} MB above idle, and ${large.memory.toFixed(0)} MB`);
  judge(goals.memory, Math.max(small.memory, large.memory));
  judge(goals.line, large.seconds / codes / (small.seconds / fewer));
}
