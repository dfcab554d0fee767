// @vitest-environment happy-dom
// Which levels of a tree are asked for: those that are opened, and after a write those that it touched.
import { useCreate, useUpdate, type BaseRecord, type HttpError } from "@refinedev/core";
import { act, useEffect, type ReactNode } from "react";
import { beforeEach, expect, test } from "vitest";
import { flatRows, type ListData } from "#admin/screens/data/list-data.ts";
import { useLazyTree } from "#admin/screens/data/use-lazy-tree.ts";
import type { Screen } from "#schema/screen";
import { screenNamed } from "./screens.ts";
import { mount, ok, serve, startLanguage, until, type Call } from "./support.tsx";

const screen: Screen = screenNamed("product-category");

interface Tools {
  readonly data: ListData;
  readonly update: ReturnType<typeof useUpdate<BaseRecord, HttpError, object>>["mutateAsync"];
  readonly create: ReturnType<typeof useCreate<BaseRecord, HttpError, object>>["mutateAsync"];
}

let tools: Tools;
let calls: readonly Call[];
const requested = () => calls.filter(({ method }) => method === "GET").map(({ query }) => query["parentId"]);
const names = () =>
  flatRows(tools.data.rows)
    .map((row) => String(row["id"]))
    .join(" ");

function Tree(): ReactNode {
  const { tree } = screen;
  if (tree === undefined) throw new Error("categories are a tree");
  const given: Tools = {
    data: useLazyTree({ screen, read: "lazyList", tree, sorts: [], isOn: true }),
    update: useUpdate<BaseRecord, HttpError, object>().mutateAsync,
    create: useCreate<BaseRecord, HttpError, object>().mutateAsync,
  };
  useEffect(() => {
    tools = given;
  });
  return null;
}

const silent = { successNotification: false, errorNotification: false } as const;

beforeEach(async () => {
  await startLanguage("zh");
  calls = serve(({ method, query }) => {
    if (method === "POST") return ok({ id: "12" });
    return ok(
      query["parentId"] === "0"
        ? [
            { id: "1", hasChildren: true },
            { id: "2", hasChildren: false },
          ]
        : [{ id: `${query["parentId"]}1`, parentId: query["parentId"], hasChildren: false }],
    );
  });
  await mount(<Tree />);
  await until("the top is there", () => names() === "1 2");
});

const open = async (id: string) => {
  const row = flatRows(tools.data.rows).find((one) => one["id"] === id);
  await act(async () => tools.data.expandable?.onExpand?.(true, row ?? {}));
};

test("a level is asked for when it is opened, and after a change that level alone", async () => {
  await open("1");
  await until("the level is there", () => names() === "1 11 2");
  await act(() => tools.update({ resource: screen.name, id: "11", values: { name: "清香型", parentId: "1" }, ...silent }));
  await until("the level is read anew", () => requested().length === 3);
  expect(requested()).toEqual(["0", "1", "1"]);
});

test("the level of a new row is opened", async () => {
  await act(() => tools.create({ resource: screen.name, values: { name: "新", parentId: "2" }, ...silent }));
  await until("the new row is shown", () => names() === "1 2 21");
  expect(requested()).toEqual(["0", "2"]);
});
