// @vitest-environment happy-dom
// What waits for a first row hears of rows that others add, and of nothing else.
import { act, type ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { beginLive, takeLive } from "#admin/data/live/live-events.ts";
import { useAddedByOthers } from "#admin/data/live/use-added-by-others.ts";
import { mount, startLanguage } from "../../forms/support.tsx";

let heard: string[] = [];
function Waiting({ resource }: { readonly resource: string | undefined }): ReactNode {
  useAddedByOthers(resource, () => heard.push(resource ?? ""));
  return null;
}

let entries = 0;
const told = (resource: string, action: string) =>
  act(() => {
    entries += 1;
    const change = { entry: `added ${entries}`, at: Date.now(), resource, action, ids: ["1"], hasMore: false, userId: "7", name: "李娜" };
    takeLive({ event: "changes", data: [change], id: "" });
  });

beforeEach(async () => {
  await startLanguage("zh");
  beginLive();
  heard = [];
});

it("hears of rows that are added or come back, and no longer once nothing is waited for", async () => {
  const one = await mount(<Waiting resource="doc-detail" />);
  for (const action of ["edit", "remove", "touch"]) told("doc-detail", action);
  told("stock-out-doc", "add");
  expect(heard).toEqual([]);
  told("doc-detail", "add");
  told("doc-detail", "restore");
  expect(heard).toEqual(["doc-detail", "doc-detail"]);
  await one.show(<Waiting resource={undefined} />);
  told("doc-detail", "add");
  expect(heard).toHaveLength(2);
});
