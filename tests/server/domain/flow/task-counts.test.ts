// What the header and the home page tell of tasks: whose they are, which come first, and that nobody else is told.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf, write } from "../rows.ts";

const demonstration = startDemonstration();

let zhangwei: Client;
let userId: string;

beforeAll(async () => {
  ({ zhangwei, userId } = await demonstration);
});

const home = async (client: Client, query: Readonly<Record<string, string>> = {}) => objectIn(await client.get("/blade-desk/home", query));

async function started(reason: string): Promise<Body> {
  const answer = await zhangwei.post("/blade-desk/process/leave/start-process", {
    processDefinitionId: "Leave:1:6a0c7f2e",
    taskUser: userId,
    leaveType: "1",
    startTime: "2025-04-01 09:00:00",
    endTime: "2025-04-01 18:00:00",
    reason,
  });
  expect(answer).toMatchObject({ code: 200 });
  return objectIn(answer);
}

describe("the counts of tasks", () => {
  it("are those of the caller's lists, with what is overdue, and the news are part of the home page's figures", async () => {
    const { server } = await demonstration;
    const due = await started("今天到期");
    await write(server, "update flow_task set due_time = '2020-01-01 09:00:00' where process_instance_id = $1", [due["processInstanceId"]]);
    const listed = recordsIn(await zhangwei.get("/blade-flow/work/todo-list", { size: 100 })).length;
    const news = await home(zhangwei, { part: "news" });
    expect(news).toMatchObject({ todo: { num: listed, overdue: 1 }, claim: { num: 0 } });
    expect(Object.keys(news).toSorted()).toEqual(["claim", "messages", "notices", "today", "todo"]);
    expect(await home(zhangwei)).toMatchObject({ todo: news["todo"], claim: news["claim"] });
  });

  it("come with the first tasks, oldest due first, each with the page that handles it", async () => {
    const { server } = await demonstration;
    const later = await started("下周到期");
    await write(server, "update flow_task set due_time = '2099-01-01 09:00:00' where process_instance_id = $1", [
      later["processInstanceId"],
    ]);
    const tasks = (await home(zhangwei))["tasks"] as readonly Body[];
    const [arrived] = await rowsOf(
      server,
      "select to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time from flow_task where process_instance_id = (select process_instance_id from flow_instance where title = '今天到期')",
    );
    expect(arrived).toBeDefined();
    expect(tasks.slice(0, 2)).toMatchObject([
      { title: "今天到期", isOverdue: true, dueTime: "2020-01-01 09:00:00", applicant: "张伟", createTime: arrived?.["create_time"] },
      { title: "下周到期", isOverdue: false },
    ]);
    expect(tasks.length).toBeLessThanOrEqual(6);
    const [task] = await rowsOf(server, "select task_id from flow_task where process_instance_id = $1", [later["processInstanceId"]]);
    expect(tasks[1]?.["path"]).toBe(
      `/work/process/leave/handle/${String(task?.["task_id"])}/${String(later["processInstanceId"])}/${String(later["id"])}`,
    );
  });

  it("are told to nobody without the right, and count nobody else's", async () => {
    const { server, chenqing } = await demonstration;
    const some = await home(server.as("nobody", { userId, permissions: new Set(["work_claim_sign"]) }));
    expect(some).toMatchObject({ claim: { num: 0 } });
    expect(some).not.toHaveProperty("todo");
    expect(some).not.toHaveProperty("tasks");
    expect(await home(server.as("nobody", { userId, permissions: new Set<string>() }))).not.toHaveProperty("claim");
    expect(await home(chenqing)).toMatchObject({ todo: { num: 0, overdue: 0 }, tasks: [] });
  });
});
