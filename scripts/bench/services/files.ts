// A large file on its way in and out: into the folder of the server, and into an object storage.
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { startS3 } from "../../../tests/support/s3-server.ts";
import { judge, print } from "../goals.ts";
import { added, megabyte, watched, type Installation } from "../installed-server.ts";

const bytes = 1000 * megabyte;
const maxMemory = 100;

/** A file of lines, as they come in production. */
async function makeFile(file: string): Promise<void> {
  const line = Buffer.from(`${"0123456789".repeat(9)}codes-of\n`.padStart(100, "c"));
  const chunk = Buffer.concat(Array.from({ length: megabyte / line.length }, () => line));
  await pipeline(
    Readable.from(
      (function* () {
        for (let done = 0; done < bytes; done += chunk.length) yield chunk;
      })(),
    ),
    createWriteStream(file),
  );
}

async function roundTrip({ server, client }: Installation, file: string, where: string): Promise<void> {
  let link = "";
  const up = await watched(server, async () => {
    ({ link } = z.object({ link: z.string() }).parse(await client.upload("/blade-resource/oss/endpoint/put-file", file)));
  });
  print(`  upload of 1 GB into ${where}: ${up.seconds.toFixed(1)} s`);
  judge({ what: `memory above idle during an upload of 1 GB into ${where}`, compared: "at most", limit: maxMemory, unit: "MB" }, up.memory);
  let received = 0;
  const down = await watched(server, async () => {
    const answer = await fetch(`${server.address}${link}`);
    for await (const chunk of answer.body ?? []) received += chunk.length;
  });
  if (received !== bytes) throw new Error(`${received} bytes came back of ${bytes}`);
  print(`  download of 1 GB from ${where}: ${down.seconds.toFixed(1)} s`);
  judge(
    { what: `memory above idle during a download of 1 GB from ${where}`, compared: "at most", limit: maxMemory, unit: "MB" },
    down.memory,
  );
}

export async function measureFiles(installation: Installation): Promise<void> {
  const { client, directory } = installation;
  const file = path.join(directory, "codes.txt");
  await makeFile(file);
  await roundTrip(installation, file, "the folder of the server");
  const s3 = await startS3();
  try {
    const { endpoint } = s3;
    const values = {
      category: "1",
      ossCode: "bench",
      endpoint,
      bucketName: "trace",
      accessKey: "tester",
      secretKey: "secret of the tester",
    };
    const id = await added(client, "/blade-resource/oss", values);
    await client.post(`/blade-resource/oss/enable?id=${id}`);
    await roundTrip(installation, file, "an object storage");
  } finally {
    await s3.close();
  }
}
