// @vitest-environment happy-dom
// After a write, what it changed is read anew; where that fails, people are told that what they see may be old, and may try again.
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { act, useEffect, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiFailure } from "#admin/api/failure.ts";
import { texts as en } from "#admin/i18n/texts/application.en.ts";
import { texts as zh } from "#admin/i18n/texts/application.zh.ts";
import { invalidateAfterWrite } from "#admin/data/queries/query-client.ts";
import { RefreshNotice } from "#admin/shell/connection/refresh-notice.tsx";
import { mount, startLanguage, until } from "../forms/support.tsx";

const screens = vi.hoisted(() => ({ isAway: false }));
vi.mock("#admin/data/screen-models/load.ts", () => ({
  loadList: async () => {
    if (screens.isAway) throw new Error("the chunk did not come");
    return { path: "/blade-system/menu" };
  },
}));

let client: QueryClient;
let answer: () => Promise<string>;

function Shown(): ReactNode {
  const own = useQueryClient();
  useEffect(() => {
    client = own;
  });
  const { data } = useQuery({
    queryKey: ["data", "default", "custom", { method: "get", url: "/blade-system/menu/routes" }],
    queryFn: () => answer(),
    retry: false,
  });
  return <p>{data}</p>;
}

const isTold = () => document.querySelector('[role="alert"]')?.textContent?.includes(i18next.t("common.maybeOld")) === true;
const refused = (isSilent = false) =>
  Promise.reject(new ApiFailure({ status: 0, code: 0, error: "network", message: "", silent: isSilent }));

async function shown(): Promise<void> {
  answer = async () => "old";
  await mount(
    <>
      <Shown />
      <RefreshNotice />
    </>,
  );
  await until("the answer is there", () => document.querySelector("p")?.textContent === "old");
}

beforeEach(async () => {
  await startLanguage("zh");
  i18next.addResourceBundle("zh", "translation", zh, true, true);
  i18next.addResourceBundle("en", "translation", en, true, true);
});
afterEach(() => {
  screens.isAway = false;
});

test.each(["zh", "en"] as const)("a refresh that failed is told in %s until it has succeeded", async (language) => {
  await act(() => i18next.changeLanguage(language));
  await shown();
  answer = () => refused();
  await act(() => invalidateAfterWrite(client, "menu", false));
  await until("it is told", isTold);
  expect(document.querySelector("p")?.textContent).toBe("old");

  answer = async () => "new";
  const retry = [...document.querySelectorAll<HTMLElement>('[role="alert"] button')].find(
    (one) => one.textContent === i18next.t("common.retry"),
  );
  await act(async () => retry?.click());
  await until("it is new", () => document.querySelector("p")?.textContent === "new");
  await until("it is told no more", () => !isTold());
  expect(isTold()).toBe(false);
});

test("what may be below a resource whose screen cannot be loaded is read anew as well", async () => {
  await shown();
  screens.isAway = true;
  answer = async () => "new";
  await act(() => invalidateAfterWrite(client, "menu", false));
  await until("it is new", () => document.querySelector("p")?.textContent === "new");
  expect(isTold()).toBe(false);
});

test("a failure that nobody is to be told of stays silent, and so does one that no write asked for", async () => {
  await shown();
  answer = () => refused(true);
  await act(() => invalidateAfterWrite(client, "menu", false));
  expect(isTold()).toBe(false);
  answer = async () => "new";
  await act(() => client.refetchQueries());
  answer = () => refused();
  await act(() => client.refetchQueries());
  expect(isTold()).toBe(false);
});
