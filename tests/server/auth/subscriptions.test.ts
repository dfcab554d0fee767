// Who is told of what is known to every process: a change of a webhook counts with the next request, whichever process has it.
import { expect, test } from "vitest";
import { call, serversOfFile, signIn } from "./fixture.ts";

const startTestServer = serversOfFile();

test("what another process changes is told from the next request on, and no longer once the webhook is disabled", async () => {
  const server = await startTestServer();
  const { app, database } = server;
  const other = await server.sibling();
  const boss = await signIn(app, "admin");
  let made = 0;
  const addThere = async () => {
    made += 1;
    const payload = { category: "1", postCode: `TOLD${made}`, postName: `told ${made}`, sort: 1 };
    expect((await call(other, boss, "POST /blade-system/post/submit", { payload })).body).toMatchObject({ code: 200, msg: "操作成功" });
  };
  const reported = async () => {
    const [answer] = await database.owner.read([{ sql: "select event, tenant_id from webhook_delivery order by id", parameters: [] }]);
    return answer?.rows;
  };
  await addThere();
  const payload = { name: "ERP", url: "https://hooks.example.com/in", events: ["post.created"] };
  const answer = await call(app, boss, "POST /blade-system/webhook/submit", { payload });
  expect(answer.body).toMatchObject({ code: 200 });
  const one = { event: "post.created", tenant_id: "100001" };
  await addThere();
  expect(await reported()).toEqual([one]);
  // What deliveries write into the row of their webhook is no change of who is told.
  const versions = async () => {
    const [found] = await database.owner.read([{ sql: "select version from rights_version where tenant_id = 'webhooks'", parameters: [] }]);
    return found?.rows;
  };
  const before = await versions();
  await database.owner.transaction((tx) => tx.query({ sql: "update webhook set failures = 1, last_status = 500", parameters: [] }));
  expect(await versions()).toEqual(before);
  const { id }: { readonly id: string } = answer.body.data;
  expect((await call(app, boss, `POST /blade-system/webhook/disable?ids=${id}`)).body).toMatchObject({ code: 200 });
  await addThere();
  expect(await reported()).toEqual([one]);
});
