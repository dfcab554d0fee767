// A server written by hand, a process of its own: each of its addresses runs one literal statement and answers its rows. No sign-in, no
// rights, no tenant but the one in the text. What the product needs for the same is compared with it.
import { createServer } from "node:http";
import pg from "pg";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";

/** What it is told to do. */
export interface BareServer {
  readonly connection: PostgresConnection;
  /** By path: the statements of one transaction, or one alone. Their parameters are the values of the query, in its order. */
  readonly statements: Readonly<Record<string, readonly string[]>>;
}

async function serve({ connection, statements }: BareServer): Promise<number> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined); // the cluster goes at the end
  await client.connect();
  const answer = async (address: URL): Promise<unknown> => {
    const values = [...address.searchParams.values()];
    const texts = statements[address.pathname] ?? [];
    if (texts.length > 1) await client.query("begin");
    let rows: unknown;
    for (const [index, text] of texts.entries()) {
      // Each takes as many values as it names.
      const used = values.slice(0, new Set(text.match(/\$\d+/g)).size);
      const answered = await client.query({ text, values: used, name: `${address.pathname} ${index}` });
      rows ??= answered.rows;
    }
    if (texts.length > 1) await client.query("commit");
    return { code: 200, success: true, data: rows, msg: "操作成功" };
  };
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? "/", "http://127.0.0.1")).then(
      (body) => {
        const text = JSON.stringify(body);
        response.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) }).end(text);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

process.on("message", (message: BareServer) => {
  serve(message).then(
    (port) => process.send?.(port),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
