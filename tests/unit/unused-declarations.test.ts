// What definitions declare is brought about by something: moves of life cycles, settings, columns.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadDefinitions } from "../../scripts/definitions.ts";
import { unusedColumns, unusedEvents, unusedSettings, importsIn, readCode, type Code } from "../../scripts/unused-declarations.ts";
import { readImportAliases, readSourceTree } from "../../scripts/import-graph.ts";
import { buildModel } from "../../src/schema/model.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const tree = readSourceTree(root);
const imported = importsIn(tree, readImportAliases(root));
const { definitions, areas } = await loadDefinitions(root);
const model = buildModel(definitions, areas);
const code = readCode(tree);

const without = (file: string): Code => ({ ...code, files: new Map([...code.files].filter(([name]) => name !== file)) });
const seeded = (resource: string, key: string) => (model.resource.get(resource)?.data.seed ?? []).map((row) => String(row[key]));
const settings = [...seeded("param", "paramKey"), ...seeded("config", "configKey")];

/** Columns that are written all the same, by whom. */
const writtenElsewhere: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "the row that a query answers is taken over as it is": [
      "activate-record.terminalId",
      "activate-record.terminalPackId",
      "activate-record.deadline",
      "exchange-record.receiverName",
      "exchange-record.receiverPhone",
      "exchange-record.receiverAddress",
    ],
    "the notice is taken over as it is": ["flow-notice.processInstanceId", "flow-notice.taskId", "flow-notice.dueTime"],
    "the exchange is taken over as it is": ["pay-log-data.refundNo"],
    "adjustments and sales hand their moves to the one function that adds them": [
      "stock-move-record.fromWarehouseId",
      "stock-move-record.toWarehouseId",
    ],
    "a statement in several parts": ["job.startTime"],
    "its default": ["notify-log.maxCount"],
    "the divisions of the country, by level": [
      "region.provinceCode",
      "region.cityCode",
      "region.districtCode",
      "region.townCode",
      "region.townName",
      "region.villageCode",
      "region.villageName",
    ],
  }).flatMap(([by, columns]) => columns.map((column) => [column, by] as const)),
);

/**
 * Columns of what consumers do in programs of their own, and devices report, for which there is no call yet: the demonstration alone fills
 * them. This list may only become shorter.
 */
const awaited: ReadonlySet<string> = new Set([
  "img-nav.clickCount",
  "member.lastVisitTime",
  "points-record.codeNo",
  "points-record.spuId",
  "poster.shareCount",
  "terminal-device.lastOnlineTime",
  "user-oauth.remark",
  "wxuser.appId",
  "wxuser.lastScanTime",
  "wxuser.openId",
  "wxuser.regionCode",
  "wxuser.subscribed",
  "wxuser.unionId",
]);

test("every move that a definition declares is made by the server", () => {
  expect(unusedEvents(model, code)).toEqual([]);
});

test("a move is missed once the code that makes it is gone", () => {
  expect(unusedEvents(model, without("src/server/domain/production/devices.ts"))).toEqual(["device.bind"]);
});

test("a move to a state that the server never gives, however often it names its number, is missed", () => {
  const planted = definitions.map((one) =>
    one.data.name === "device"
      ? { ...one, data: { ...one.data, events: { ...one.data.events, lost: { from: "active", to: "disabled" } } } }
      : one,
  );
  expect(unusedEvents(buildModel(planted, areas), code)).toEqual(["device.lost"]);
});

test("every setting is read somewhere", () => {
  expect(settings.length).toBeGreaterThan(30);
  expect(unusedSettings(settings, code)).toEqual([]);
});

test("a setting that nobody reads is named", () => {
  expect(unusedSettings(["order.pointsPerYuan", "warehouse.in.planted"], code)).toEqual(["warehouse.in.planted"]);
});

test("every column is written by somebody", () => {
  const idle = unusedColumns(model, code, imported);
  expect(idle.filter((column) => !writtenElsewhere.has(column) && !awaited.has(column))).toEqual([]);
  expect([...writtenElsewhere.keys(), ...awaited].filter((column) => !idle.includes(column))).toEqual([]);
});

test("a column is missed once the code that writes it is gone", () => {
  const idle = unusedColumns(model, without("src/server/domain/production/devices.ts"), imported);
  expect(idle).toEqual(expect.arrayContaining(["device.appVersion", "device.bindUserId", "device.deviceSecret"]));
});
