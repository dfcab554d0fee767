// Mail templates: unknown places are refused by name, and nobody sees more in a mail than in the row.
import { describe, expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { paths } from "./mailing.ts";

const demonstration = await startDemonstration();
const { server, zhangwei, add, act, find, put, row } = demonstration;
let number = 0;
const template = (more: Body = {}): Promise<string> =>
  add(paths.templates, {
    name: `模板${(number += 1)}`,
    about: "partner",
    subject: "致 {{name}}",
    content: "<p>{{ contact }} 您好，级别 {{level}}，{{status}}</p>",
    ...more,
  });
const preview = (query: Readonly<Record<string, string>>, client = zhangwei) => client.get(`${paths.templates}/preview`, query);

const partner = await find("/business-manage/partner", { name_like: "茅溪酒业" });
const partnerId = String(partner["id"]);

describe("a template", () => {
  it("with a place that is no field is refused with its name and the fields there are", async () => {
    const answer = await zhangwei.post(`${paths.templates}/submit`, {
      name: "错",
      about: "partner",
      subject: "{{name}}",
      content: "<p>{{nickname}}</p>",
    });
    expect(answer).toMatchObject({
      status: 400,
      msg: expect.stringContaining("nickname"),
      data: { issues: [expect.objectContaining({ path: ["content"] })] },
    });
    expect(answer.msg).toContain("contactEmail");
    const id = await template();
    expect(await zhangwei.post(`${paths.templates}/submit`, { id, about: "business-order" })).toMatchObject({ status: 400 });
  });

  it("is filled in with values as people read them, escaped in the body and on one line in the subject", async () => {
    const id = await template();
    await put("update partner set contact = $2, name = $3 where id = $1", [
      partnerId,
      '<img src=x onerror="1">',
      "茅溪\r\nBcc: x@y.example.cn",
    ]);
    const { subject, content, hidden } = objectIn(await preview({ id, recordId: partnerId }));
    expect(subject).toBe("致 茅溪 Bcc: x@y.example.cn");
    expect(content).toBe(`<p>&lt;img src=x onerror=&quot;1&quot;&gt; 您好，级别 A级，合作中</p>`);
    expect(hidden).toEqual([]);
    await put("update partner set contact = $2, name = $3 where id = $1", [partnerId, "王经理", "茅溪酒业有限公司"]);
  });

  it("keeps to what its reader may see: masked, hidden, or not at all", async () => {
    const id = await template({ content: "<p>{{bankAccount}}/{{contact}}</p>" });
    await put("update partner set bank_account = '6222020200112233445' where id = $1", [partnerId]);
    const reader = { isTenantAdmin: false, permissions: new Set(["mailtemplate_view", "partner_view", "mail-template", "partner"]) };
    const masked = objectIn(await preview({ id, recordId: partnerId }, server.as("nobody", reader)));
    expect(masked["content"]).toBe("<p>622****3445/王经理</p>");
    const limited = server.as("nobody", { ...reader, fieldLimits: new Map([["partner", new Set(["contact"])]]) });
    expect(objectIn(await preview({ id, recordId: partnerId }, limited))).toMatchObject({
      content: "<p>622****3445/</p>",
      hidden: ["联系人"],
    });
    const stranger = server.as("nobody", { ...reader, permissions: new Set(["mailtemplate_view", "mail-template"]) });
    expect(await preview({ id, recordId: partnerId }, stranger)).toMatchObject({ status: 403 });
    expect(await preview({ id, recordId: partnerId }, server.as("chenqing"))).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
  });

  it("without a row is shown as it is, and a wrong id is refused", async () => {
    const id = await template();
    expect(objectIn(await preview({ id }))).toMatchObject({ subject: "致 {{name}}" });
    expect(await preview({ id: "x" })).toMatchObject({ status: 400 });
    expect(await preview({ id, recordId: "1" })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  });

  it("becomes a draft about a row, to its partner, from the default mailbox", async () => {
    const order = await find("/business-manage/order", { orderNo_equal: "YW2024050001" });
    const id = await template({ about: "business-order", subject: "订单 {{orderNo}}", content: "<p>{{title}} {{partnerId}}</p>" });
    const answer = await zhangwei.post(`/business-manage/order/write-mail/${String(order["id"])}`, undefined, { templateId: id });
    expect(answer).toMatchObject({ code: 200 });
    const [draft] = (objectIn(answer)["ids"] ?? []) as readonly string[];
    const mail = await row(paths.mails, draft);
    expect(mail).toMatchObject({
      status: 0,
      subject: "订单 YW2024050001",
      orderId: order["id"],
      partnerId: order["partnerId"],
      templateId: id,
      aboutResource: "business-order",
    });
    expect(mail["receivers"]).toBe(String((await row("/business-manage/partner", order["partnerId"]))["contactEmail"]));
    expect(mail["emailIdName"] ?? mail["emailName"]).toBe("项目通知");
    expect(await row(paths.templates, id)).toMatchObject({ usedCount: 1 });
  });

  it("about other rows is refused", async () => {
    const id = await template();
    const order = await find("/business-manage/order", { orderNo_equal: "YW2024050001" });
    expect(await act("/business-manage/order", "write-mail", order["id"], { templateId: id })).toMatchObject({ status: 400 });
  });
});
