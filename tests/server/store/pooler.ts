// A stand-in for a connection pooler between us and PostgreSQL: refuses startup options, and counts what the client sends.
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { connectionTo } from "../../support/postgres.ts";

interface Pooler {
  readonly connection: PostgresConnection;
  /** Pieces that clients have sent since they connected. */
  sent(): number;
}

export async function startPooler(upstream: PostgresConnection, { refusesOptions }: { readonly refusesOptions: boolean }): Promise<Pooler> {
  let pieces = 0;
  const server = createServer((client) => {
    client.once("data", (startup) => {
      if (refusesOptions && startup.includes("\0options\0")) {
        client.end(errorResponse("08P01", "unsupported startup parameter: options"));
        return;
      }
      const database = connectionTo(upstream);
      for (const socket of [client, database]) {
        socket.on("error", () => undefined); // the other side tells
        socket.on("close", () => [client, database].forEach((end) => end.destroy()));
      }
      database.write(startup);
      database.pipe(client);
      client.on("data", (piece) => {
        pieces++;
        database.write(piece);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { connection: { ...upstream, host: "127.0.0.1", port: address.port }, sent: () => pieces };
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ERRORRESPONSE */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
