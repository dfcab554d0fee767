// Rows of attachments that no upload has made.
import { expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const path = "/blade-resource/attach";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

it("keeps what a new installation says of its attachments", async () => {
  const rows = recordsIn(await zhangwei.get(`${path}/list`, { originalName_like: "茅溪商标" }));
  expect(rows).toMatchObject([
    {
      link: "https://chunniang.example.cn/demo/brand-maoxi.svg",
      domain: "https://chunniang.example.cn",
      attachSize: 9120,
      extension: "svg",
    },
  ]);
});

it("tells the site and the name of a file that lies elsewhere, and no size", async () => {
  const file = "https://files.example.cn/2026/报告%201.PDF?version=2";
  const { id } = objectIn(await zhangwei.post(`${path}/submit`, { file, originalName: "报告.pdf" }));
  expect(objectIn(await zhangwei.get(`${path}/detail`, { id: String(id) }))).toMatchObject({
    link: file,
    domain: "https://files.example.cn",
    originalName: "报告.pdf",
    extension: "pdf",
    attachSize: -1,
  });
});

it.each(["http://", "https://[", "https://%zz/a.pdf"])("refuses %s at its field, which is no address", async (file) => {
  const answer = await zhangwei.post(`${path}/submit`, { file, originalName: "报告.pdf" });
  expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: ["file"], code: "pattern" }] } });
});
