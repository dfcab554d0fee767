// @vitest-environment happy-dom
// Charts above a list: what they say when they do not come, when they are read anew, and which rows a chosen group leads to.
import i18next from "i18next";
import { act, type ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { filterOf } from "#admin/screens/list/chart-filter.ts";
import { texts as application } from "#admin/i18n/texts/application.zh.ts";
import { texts as chartTexts } from "#admin/i18n/texts/charts.zh.ts";
import type { FilterValues } from "#admin/screens/search/search-fields.ts";
import { listViewModel } from "#admin/data/screen-models/view-models.ts";
import type { Screen, ScreenField } from "#schema/screen";
import { mount, ok, refused, serve, settle, startLanguage, until, type Answer, type Call } from "../forms/support.tsx";

// The texts of the charts are added to the language that the page has.
await startLanguage("zh");
const { default: ListCharts } = await import("#admin/screens/list/list-charts.tsx");

const [whole] = Object.values(import.meta.glob<Screen>("../../../generated/screens/scan-repeat.json", { eager: true, import: "default" }));
if (whole === undefined) throw new Error("there is no screen scan-repeat");
const screen = listViewModel(whole);
const chartsNamed = (name: string) => (screen.charts ?? []).filter((chart) => chart.name === name);
const searched = screen.fields.filter(({ search }) => search !== undefined);

interface Shown {
  readonly revision?: number;
  readonly hasListFailed?: boolean;
  readonly rule?: string;
  readonly chart?: string;
}

function Charts({ revision = 0, hasListFailed = false, rule, chart = "byRule" }: Shown): ReactNode {
  const filters: FilterValues = rule === undefined ? {} : { brokenRule: rule };
  return (
    <ListCharts
      screen={screen}
      charts={chartsNamed(chart)}
      query={{ current: 1, size: 10, sorts: [], filters }}
      request={{ filters: rule === undefined ? [] : [{ field: "brokenRule", operator: "eq", value: rule }] }}
      revision={revision}
      hasListFailed={hasListFailed}
      searched={searched}
      language="zh"
    />
  );
}

const groups = (...keys: readonly string[]): Answer => ok({ byRule: keys.map((key) => ({ key, name: `规则${key}`, values: ["3"] })) });
const page = (): string => document.body.textContent ?? "";
const button = (name: string): HTMLElement => {
  const match = [...document.querySelectorAll("button")].find(({ textContent }) => textContent.replaceAll(/\s/gu, "").includes(name));
  if (match === undefined) throw new Error(`there is no button ${name}`);
  return match;
};
const shown = () => until("the groups are shown", () => page().includes("规则1"));

beforeEach(async () => {
  localStorage.clear();
  await startLanguage("zh");
  i18next.addResourceBundle("zh", "translation", application, true, true);
  i18next.addResourceBundle("zh", "translation", chartTexts, true, true);
});

describe("charts that do not come", () => {
  test("say so of themselves and not of the list, and can be asked for again without losing the focus", async () => {
    let answer = refused(500, "服务器出错", { error: "fault" });
    serve(() => answer);
    await mount(<Charts />);
    await until("it is said", () => page().includes("图表加载失败：服务器出错"));
    expect(page()).not.toContain("列表加载失败");
    answer = groups("1");
    const retry = button("重试");
    retry.focus();
    await act(async () => retry.click());
    await shown();
    expect(document.activeElement).toBe(button("图表"));
  });

  test("since the rows are too many say just that", async () => {
    serve(() => refused(400, "数据过多，无法统计。请缩小查询范围", { error: "chartsTooLarge" }));
    await mount(<Charts />);
    await until("it is said", () => page().includes("请缩小查询范围"));
    expect(document.querySelector('[role="alert"]')).toBeNull();
    expect(page()).not.toContain("重试");
  });

  test("say nothing where the list says it", async () => {
    const calls = serve(() => refused(500, "服务器出错", { error: "fault" }));
    await mount(<Charts hasListFailed />);
    await until("they are asked for", () => calls.length > 0);
    await settle();
    expect(page()).not.toContain("服务器出错");
  });

  test("are waited for longer than the server needs to refuse them", async () => {
    const limit = vi.spyOn(AbortSignal, "timeout");
    serve(() => groups("1"));
    await mount(<Charts />);
    await shown();
    expect(limit.mock.calls.at(-1)).toEqual([30_000]);
    limit.mockRestore();
  });
});

describe("charts are read anew", () => {
  test("when the list is, and not for being mounted after that", async () => {
    const calls = serve(() => groups("1"));
    const { show } = await mount(<Charts revision={2} />);
    await shown();
    await settle();
    expect(calls).toHaveLength(1);
    await show(<Charts revision={3} />);
    await until("they are asked for again", () => calls.length === 2);
  });

  test("not while they are hidden, and once when they are opened", async () => {
    const calls = serve(() => groups("1"));
    const { show } = await mount(<Charts />);
    await shown();
    await act(async () => button("图表").click());
    await show(<Charts revision={1} />);
    await settle();
    expect(calls).toHaveLength(1);
    await act(async () => button("图表").click());
    await until("they are asked for", () => calls.length === 2);
    await settle();
    expect(calls).toHaveLength(2);
  });
});

describe("while those of another search are on their way", () => {
  const heldBack = () => {
    let resolve: (answer: Answer) => void = () => {};
    const promise = new Promise<Answer>((settled) => (resolve = settled));
    const isNext = ({ query }: Call) => Object.values(query).includes("2");
    return { next: { promise, resolve: (answer: Answer) => resolve(answer) }, isNext };
  };

  test("the ones before are marked and lead nowhere", async () => {
    const { next, isNext } = heldBack();
    serve((call) => (isNext(call) ? next.promise : groups("1")));
    const { show } = await mount(<Charts />);
    await shown();
    expect(document.querySelectorAll("a")).toHaveLength(1);
    await show(<Charts rule="2" />);
    await until("they are marked", () => document.querySelector('.tm-list-charts-previous[aria-busy="true"]') !== null);
    expect([page().includes("规则1"), document.querySelectorAll("a").length]).toEqual([true, 0]);
    await act(async () => next.resolve(groups("2")));
    await until("the next ones are shown", () => page().includes("规则2"));
    expect([document.querySelector('[aria-busy="true"]'), document.querySelectorAll("a").length]).toEqual([null, 1]);
  });

  test("nobody reads that nothing matches", async () => {
    const { next, isNext } = heldBack();
    serve((call) => (isNext(call) ? next.promise : groups()));
    const { show } = await mount(<Charts />);
    await until("it is said that there is none", () => page().includes("有数据后，这里显示"));
    await show(<Charts rule="2" />);
    await settle();
    expect(page()).not.toContain("没有符合条件的数据");
    await act(async () => next.resolve(groups()));
    await until("now it is said", () => page().includes("没有符合条件的数据"));
  });
});

test("a group of bars leads to its rows while the table of them is shown, and is no tab stop behind the bars", async () => {
  serve(() => ok({ byDay: [{ key: "2025-03-01", name: "2025-03-01", values: ["3"] }] }));
  await mount(<Charts chart="byDay" />);
  await until("it is shown", () => page().includes("查看表格"));
  expect([document.querySelectorAll("td").length, document.querySelectorAll("a").length]).toEqual([2, 0]);
  await act(async () => button("查看表格").click());
  expect(document.querySelectorAll("a")).toHaveLength(1);
});

describe("the filter of a group", () => {
  const fieldOf = (name: string): ScreenField => {
    const field = screen.fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`there is no field ${name}`);
    return field;
  };
  const moment = fieldOf("lastScanTime");

  test("of a month is the part of it that the range in force covers", () => {
    expect(filterOf(moment, "bars", "2025-02", undefined)).toEqual(["2025-02-01 00:00:00", "2025-02-28 23:59:59"]);
    expect(filterOf(moment, "bars", "2025-02", ["2025-02-10 08:00:00", "2025-05-31 23:59:59"])).toEqual([
      "2025-02-10 08:00:00",
      "2025-02-28 23:59:59",
    ]);
    expect(filterOf(moment, "bars", "2025-02", ["", "2025-02-11 12:00:00"])).toEqual(["2025-02-01 00:00:00", "2025-02-11 12:00:00"]);
  });

  test("of a day is the part of it that the range in force covers", () => {
    const day: ScreenField = { name: "day", kind: "date", wire: "time", label: ["日期", "Day"] };
    expect(filterOf(day, "bars", "2025-02", ["2025-02-10", "2025-02-20"])).toEqual(["2025-02-10", "2025-02-20"]);
    expect(filterOf(day, "bars", "2025-02-11", ["2025-02-10", "2025-02-20"])).toEqual(["2025-02-11", "2025-02-11"]);
  });

  test("of a province keeps the narrower division, and of everything else is the group itself", () => {
    const region: ScreenField = { name: "region", kind: "text", wire: "text", label: ["地区", "Region"] };
    expect([undefined, "4101", "44"].map((current) => filterOf(region, "map", "41", current))).toEqual(["41", "4101", "41"]);
    expect(filterOf(fieldOf("brokenRule"), "ranking", "1", "12")).toBe("1");
  });
});
