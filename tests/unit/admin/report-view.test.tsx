// @vitest-environment happy-dom
// A report says how old its figures are, and where they come from.
import i18next from "i18next";
import { expect, test } from "vitest";
import { texts as en } from "#admin/i18n/texts/reports.en.ts";
import { texts as zh } from "#admin/i18n/texts/reports.zh.ts";
import { ReportView } from "#admin/reports/report-view.tsx";
import type { ReportAnswer } from "#schema/report";
import { mount, startLanguage } from "../forms/support.tsx";

const answer: ReportAnswer = {
  definition: { resource: "warehouse", totals: [{ of: "count" }] },
  resource: { name: "warehouse", label: "仓库", list: "/warehouse/list" },
  conditions: [],
  asOf: "2026-03-01 12:30:15",
  axes: [],
  totals: [{ label: "数量", of: "count", format: { kind: "number", scale: 0 } }],
  cells: [{ at: [], values: ["3"] }],
  groups: 1,
  isCut: false,
  filter: {},
};

test.each([
  ["zh", zh, {}, "数据截至 2026-03-01 12:30:15 · "],
  ["zh", zh, { isFromReplica: true }, "数据截至 2026-03-01 12:30:15（来自只读副本，不含之后的变更） · "],
  ["en", en, { isFromReplica: true }, "As of 2026-03-01 12:30:15 (from a read replica, without later changes) · "],
] as const)("in %s: %#", async (language, texts, more, expected) => {
  await startLanguage(language);
  i18next.addResourceBundle(language, "translation", texts, true, true);
  const view = await mount(<ReportView answer={{ ...answer, ...more }} />);
  expect(document.body.textContent).toContain(expected);
  await view.unmount();
});
