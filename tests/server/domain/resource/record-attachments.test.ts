// Attachments of records: who sees them, who changes them, and which files may be attached.
import { describe, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile, type Client } from "../../../support/server.ts";

const path = "/blade-resource/attach";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const keeper = server.as("nobody", { permissions: new Set(["factory_view"]) });
const nobody = server.as("nobody");
const chenqing = server.as("chenqing");

/** A row of the attachments that a person has made. */
async function uploaded(client: Client, name: string): Promise<string> {
  const answer = await client.post(`${path}/submit`, { file: `https://files.example.cn/${name}`, originalName: name });
  return String(objectIn(answer)["id"]);
}

const factories = recordsIn(await zhangwei.get("/digit-bind/factory/list", { current: 1, size: 3 }));
const [first, second] = factories.map(({ id }) => String(id));
const about = (id: string | undefined, attachIds: readonly string[], resource = "factory") => ({
  subjectResource: resource,
  subjectId: id,
  attachIds: attachIds.join(","),
});
const filesOf = async (client: Client, id: string | undefined) =>
  objectIn(await client.get(`${path}/of-record`, { resource: "factory", id: id ?? "" }));

describe("attachments of a record", () => {
  it("are listed with their name, size, time and person, the latest first, for whoever may open the record", async () => {
    const one = await uploaded(zhangwei, "permit.pdf");
    const two = await uploaded(zhangwei, "plan.png");
    expect(await zhangwei.post(`${path}/attach-to-record`, about(first, [one, two]))).toMatchObject({ code: 200, data: { count: 2 } });
    expect(await filesOf(zhangwei, first)).toMatchObject({
      mayChange: true,
      files: [
        {
          id: two,
          originalName: "plan.png",
          extension: "png",
          link: "https://files.example.cn/plan.png",
          createTime: "2025-03-12 12:00:00",
        },
        { id: one, originalName: "permit.pdf", extension: "pdf" },
      ],
    });
    expect(await filesOf(zhangwei, second)).toEqual({ mayChange: true, files: [] });
    expect(await filesOf(keeper, first)).toMatchObject({ mayChange: false, files: [{ id: two }, { id: one }] });
  });

  it("name the record that they belong to in the list of attachments", async () => {
    const id = await uploaded(zhangwei, "named.pdf");
    await zhangwei.post(`${path}/attach-to-record`, about(second, [id]));
    const row = objectIn(await zhangwei.get(`${path}/detail`, { id }));
    expect(row).toMatchObject({ subjectResource: "factory", subjectId: second, subjectTitle: factories[1]?.["name"] });
  });

  it("are not told to people without the right to open the record, nor to other tenants", async () => {
    expect(await nobody.get(`${path}/of-record`, { resource: "factory", id: first ?? "" })).toMatchObject({ code: 403 });
    expect(await chenqing.get(`${path}/of-record`, { resource: "factory", id: first ?? "" })).toMatchObject({
      data: { error: "rowNotFound" },
    });
    expect(await zhangwei.get(`${path}/of-record`, { resource: "log-api", id: "1" })).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await zhangwei.get(`${path}/of-record`, { resource: "no-such", id: "1" })).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await zhangwei.get(`${path}/of-record`, { resource: "factory", id: "x" })).toMatchObject({ data: { error: "rowNotFound" } });
  });

  it("are added only by people who may edit the record", async () => {
    const own = await uploaded(zhangwei, "by-viewer.pdf");
    expect(await keeper.post(`${path}/attach-to-record`, about(first, [own]))).toMatchObject({ code: 403 });
    expect(await chenqing.post(`${path}/attach-to-record`, about(first, [await uploaded(chenqing, "other.pdf")]))).toMatchObject({
      data: { error: "rowNotFound" },
    });
  });

  it("are the caller's own uploads, each of one record", async () => {
    const others = await uploaded(server.as("zhangwei", { userId: "77" }), "others.pdf");
    expect(await zhangwei.post(`${path}/attach-to-record`, about(first, [others]))).toMatchObject({ data: { error: "rowNotFound" } });
    const own = await uploaded(zhangwei, "once.pdf");
    expect(await zhangwei.post(`${path}/attach-to-record`, about(first, [own]))).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${path}/attach-to-record`, about(second, [own]))).toMatchObject({ data: { error: "rowNotFound" } });
  });

  it("are removed by people who may edit the record, and by nobody else", async () => {
    const id = await uploaded(zhangwei, "removed.pdf");
    await zhangwei.post(`${path}/attach-to-record`, about(second, [id]));
    expect(await keeper.post(`${path}/remove-from-record`, { attachIds: id })).toMatchObject({ code: 403 });
    expect(await chenqing.post(`${path}/remove-from-record`, { attachIds: id })).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await zhangwei.post(`${path}/remove-from-record`, { attachIds: id })).toMatchObject({ code: 200, data: { count: 1 } });
    expect(JSON.stringify(await filesOf(zhangwei, second))).not.toContain(id);
    expect(await zhangwei.post(`${path}/remove-from-record`, { attachIds: id })).toMatchObject({ data: { error: "rowNotFound" } });
  });

  it("are in the log with the record that they are added to and removed from", async () => {
    const id = await uploaded(zhangwei, "disputed.pdf");
    const calls = { "attach-to-record": about(second, [id]), "remove-from-record": { attachIds: id } };
    for (const [call, body] of Object.entries(calls)) {
      await zhangwei.post(`${path}/${call}`, body);
      const entries = recordsIn(await zhangwei.get("/blade-log/usual/list", { current: 1, size: 5 }));
      const entry = entries.find(({ requestUri }) => requestUri === `${path}/${call}`);
      expect(JSON.parse(String(entry?.["logData"])), call).toMatchObject({
        rows: expect.arrayContaining([
          expect.objectContaining({ resource: "attach", id }),
          expect.objectContaining({ resource: "factory", id: second, title: factories[1]?.["name"] }),
        ]),
      });
    }
  });

  it("stay a file of the library where they belong to no record", async () => {
    const id = await uploaded(zhangwei, "library.pdf");
    expect(await zhangwei.post(`${path}/remove-from-record`, { attachIds: id })).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await zhangwei.get(`${path}/detail`, { id })).toMatchObject({ code: 200 });
  });

  it("are at most a hundred, counted one call after the other", async () => {
    const third = String(factories[2]?.["id"]);
    const ids: string[] = [];
    for (let count = 0; count < 101; count += 1) ids.push(await uploaded(zhangwei, `many-${count}.pdf`));
    const answers = await Promise.all(
      [ids.slice(0, 60), ids.slice(60)].map((part) => zhangwei.post(`${path}/attach-to-record`, about(third, part))),
    );
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)?.msg).toBe("一条数据最多 100 个附件");
  });
});
