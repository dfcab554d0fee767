// The media library: sizes of uploads, and pictures that are in use.
import { expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const path = "/blade-resource/media";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

const [category] = recordsIn(await zhangwei.get("/blade-resource/media-category/list", { current: 1, size: 1 }));
const sample = (name: string, url: string) => ({ name, url, mediaType: 1, mediaCategoryId: String(category?.["id"]) });

it("takes size and attachment from the upload, and forgets them where the file lies elsewhere", async () => {
  const [attachment] = recordsIn(await zhangwei.get("/blade-resource/attach/list", { originalName_like: "茅溪商标" }));
  const { id } = objectIn(await zhangwei.post(`${path}/submit`, sample("商标", String(attachment?.["link"]))));
  const added = objectIn(await zhangwei.get(`${path}/detail`, { id: String(id) }));
  expect(added).toMatchObject({ attachId: attachment?.["id"], fileSize: attachment?.["attachSize"] });
  await zhangwei.post(`${path}/submit`, { id, url: "https://files.example.cn/other.png", version: added["version"] });
  expect(objectIn(await zhangwei.get(`${path}/detail`, { id: String(id) }))).toMatchObject({ attachId: -1, fileSize: -1 });
});

it("refuses to remove what a record shows, and names the record in the reader's language", async () => {
  const url = "https://files.example.cn/in-use.png";
  const { id } = objectIn(await zhangwei.post(`${path}/submit`, sample("在用图", url)));
  const [brand] = recordsIn(await zhangwei.get("/digit-marketing/brand/list", { current: 1, size: 1 }));
  const whole = objectIn(await zhangwei.get("/digit-marketing/brand/detail", { id: String(brand?.["id"]) }));
  expect(await zhangwei.post("/digit-marketing/brand/submit", { id: brand?.["id"], logo: url, version: whole["version"] })).toMatchObject({
    code: 200,
  });
  const refused = await zhangwei.post(`${path}/remove`, {}, { ids: String(id) });
  expect(refused).toMatchObject({ code: 400, data: { error: "mediaInUse", users: [{ resource: "brand", id: brand?.["id"] }] } });
  expect(refused.msg).toBe(`素材“在用图”正在使用，不能删除：品牌“${String(brand?.["name"])}”`);
  expect((await server.as("zhangwei", {}, "en").post(`${path}/remove`, {}, { ids: String(id) })).msg).toContain(
    "is in use and cannot be deleted: Brand",
  );
});

it("removes what no record shows", async () => {
  const { id } = objectIn(await zhangwei.post(`${path}/submit`, sample("闲置图", "https://files.example.cn/unused.png")));
  expect(await zhangwei.post(`${path}/remove`, {}, { ids: String(id) })).toMatchObject({ code: 200 });
});
