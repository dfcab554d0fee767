// @vitest-environment happy-dom
// What an open record says of the changes of others: those that it shows already are none, whatever second they were made in.
import { act, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { localTimeOf } from "#schema/local-time";
import { beginLive, takeLive } from "#admin/data/live/live-events.ts";
import { useRecordWatch } from "#admin/data/live/use-record-watch.ts";
import { mount, startLanguage, until } from "../../forms/support.tsx";

const server = vi.hoisted(() => ({ version: 1, asked: 0 }));
vi.mock("#admin/data/screen-models/load.ts", () => ({ loadList: async () => ({ path: "/digit-bind/factory", key: "id" }) }));
vi.mock("#admin/api/request.ts", () => ({
  request: async (method: string) => {
    if (method !== "GET") return [];
    server.asked += 1;
    return { id: "5", version: server.version };
  },
}));

const now = new Date();
const record = (version: number) => ({ id: "5", version, updateUser: "7", updateTime: localTimeOf(now) });

function Watch({ shown }: { readonly shown: object }): ReactNode {
  const { changedBy } = useRecordWatch("factory", "5", { isEditing: false, record: shown });
  return <p>{changedBy ?? "-"}</p>;
}
const said = () => document.querySelector("p")?.textContent;

let entries = 0;
const change = (ids: readonly string[], at = now.getTime()) =>
  act(() => {
    entries += 1;
    const told = { entry: String(entries), at, resource: "factory", action: "edit", ids, hasMore: false, userId: "7", name: "李娜" };
    takeLive({ event: "changes", data: [told], id: "" });
  });

beforeEach(async () => {
  await startLanguage("zh");
  beginLive();
});
afterEach(() => {
  Object.assign(server, { version: 1, asked: 0 });
});

it("says nothing of a change that the record was read after", async () => {
  await mount(<Watch shown={record(1)} />);
  change(["5"]);
  await until("the version was asked for", () => server.asked === 1);
  expect(said()).toBe("-");
});

it("tells a second change by the same person within the second of the one that is shown", async () => {
  await mount(<Watch shown={record(1)} />);
  server.version = 2;
  change(["5"]);
  await until("the version was asked for", () => server.asked === 1);
  await until("it is told", () => said() !== "-");
  expect(said()).toBe("李娜");
});

it("tells at once what came later, and nothing of other records", async () => {
  await mount(<Watch shown={record(1)} />);
  change(["6"]);
  expect(said()).toBe("-");
  change(["5"], now.getTime() + 2_000);
  expect(said()).toBe("李娜");
  expect(server.asked).toBe(0);
});
