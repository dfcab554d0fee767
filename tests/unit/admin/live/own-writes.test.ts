// @vitest-environment happy-dom
// Which changes a window takes for its own: it shows them already.
import { afterEach, expect, it } from "vitest";
import { beginSession, endSession } from "#admin/api/session.ts";
import { changesOfOthers, noteOwnWrite } from "#admin/data/live/own-writes.ts";

afterEach(() => endSession("signed-out"));

const change = (entry: string, resource: string, userId: string) => ({
  ...{ entry, resource, userId, at: 0, action: "edit", ids: ["1"], hasMore: false, name: "李娜" },
});

it("takes all rows of a write that began here for its own, and nothing of others", () => {
  beginSession({
    accessToken: "token",
    refreshToken: "",
    tenantId: "100001",
    user: { userId: "7", account: "lina", name: "李娜", roleAliases: [], avatar: "", deptId: "", roleId: "", ext: "" },
  });
  noteOwnWrite("stock-out-doc");
  const lineOfOther = change("2", "doc-detail", "8");
  const ownFromElsewhere = change("3", "doc-detail", "7");
  const all = [change("1", "stock-out-doc", "7"), change("1", "doc-detail", "7"), lineOfOther, ownFromElsewhere];
  expect(changesOfOthers(all)).toEqual([lineOfOther, ownFromElsewhere]);
});
