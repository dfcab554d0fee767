// Bodies of JSON: zero bytes are refused wherever they are, and what only looks like one is a text.
import Fastify from "fastify";
import { expect, test } from "vitest";
import { readBodies } from "./bodies.ts";

async function echoed(payload: string): Promise<unknown> {
  const app = Fastify();
  readBodies(app);
  app.post("/", async (request) => ({ body: request.body }));
  const answer = await app.inject({ method: "POST", url: "/", headers: { "content-type": "application/json" }, payload });
  await app.close();
  return answer.statusCode === 200 ? answer.json<{ body: unknown }>().body : answer.statusCode;
}

const letters = String.raw`a\u0000b`;

test("a typed \\u0000 is six letters, also beside other text", async () => {
  expect(await echoed(JSON.stringify({ remark: letters, rows: [{ pattern: letters }] }))).toEqual({
    remark: letters,
    rows: [{ pattern: letters }],
  });
});

test.each([{ remark: "a\0b" }, { rows: [{ texts: ["x", "\0"] }] }, { "a\0": 1 }, { remark: `${letters}\0` }])(
  "a zero byte is refused in %j",
  async (body) => {
    expect(await echoed(JSON.stringify(body))).not.toEqual(body);
  },
);
