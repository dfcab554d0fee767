// Choices that another field of the record narrows: the other follows where it is left to, and contradicts where it is sent. On definitions
// made up for it, because those of the product always require the field that narrows.
import { describe, expect, it } from "vitest";
import { defineResource, enabled, lines, ref, refs, text } from "#schema";
import { isRecord } from "#schema/json";
import { objectIn, type Body } from "../../support/samples.ts";
import { modelOf, serverOfFile, type Answer } from "../../support/server.ts";
import { write } from "../domain/rows.ts";

// Known to the model of these tests only, so the type of names does not list them.
const the = { land: "land" as never, town: "town" as never, street: "street" as never, visit: "visit" as never };

const name = () => text("名称", "Name", { required: true, max: 32 });
const reads = { select: { where: { status: 1 }, open: "signed-in" } } as const;

const land = defineResource({
  name: the.land,
  label: ["省", "Land"],
  path: "/test/land",
  title: "name",
  fields: { name: name(), status: enabled() },
  reads,
});

/** One without a land belongs to all of them. */
const town = defineResource({
  name: the.town,
  label: ["城", "Town"],
  path: "/test/town",
  title: "name",
  fields: { name: name(), landId: ref(the.land, "省", "Land"), status: enabled() },
  reads,
});

const street = defineResource({
  name: the.street,
  label: ["街", "Street"],
  path: "/test/street",
  title: "name",
  fields: { name: name(), townId: ref(the.town, "城", "Town") },
});

const visit = defineResource({
  name: the.visit,
  label: ["走访", "Visit"],
  path: "/test/visit",
  title: "name",
  fields: {
    name: name(),
    landId: ref(the.land, "省", "Land"),
    townId: ref(the.town, "城", "Town", { within: "landId" }),
    streetId: ref(the.street, "街", "Street", { within: "townId" }),
    townIds: refs(the.town, "途经", "Passing", { within: "landId" }),
    stops: lines("停留", "Stops", {
      fields: {
        landId: ref(the.land, "省", "Land"),
        townId: ref(the.town, "城", "Town", { within: "landId" }),
        note: text("说明", "Note", { max: 16 }),
      },
    }),
  },
});

const server = await serverOfFile({ model: modelOf([land, town, street, visit]) });
const zhangwei = server.as("zhangwei");

const submitted = (resource: string, body: Body) => zhangwei.post(`/test/${resource}/submit`, body);
async function made(resource: string, body: Body): Promise<string> {
  const answer = await submitted(resource, body);
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}
const detail = async (id: string) => objectIn(await zhangwei.get("/test/visit/detail", { id }));
const visited = async (body: Body) => detail(await made("visit", { name: "走访", ...body }));

/** Where a write is refused, and by which sentence. */
const refusalsIn = (answer: Answer): readonly (readonly [place: string, sentence: unknown])[] => {
  expect(answer).toMatchObject({ status: 400 });
  const { issues } = objectIn(answer);
  return (Array.isArray(issues) ? issues.filter(isRecord) : []).map(({ path, message }) => [[path].flat().join(), message]);
};

const [north, south] = [await made("land", { name: "北" }), await made("land", { name: "南" })];
const [northern, other] = [await made("town", { name: "北城", landId: north }), await made("town", { name: "北镇", landId: north })];
const southern = await made("town", { name: "南城", landId: south });
const common = await made("town", { name: "飞地" });
const closed = await made("town", { name: "旧城", landId: north, status: 2 });
const [northernStreet, southernStreet] = [
  await made("street", { name: "北街", townId: northern }),
  await made("street", { name: "南街", townId: southern }),
];

/** An empty reference, as it is answered. */
const none = -1;
const townElsewhere = "所选城不属于所选省";
const townClosed = "所选城不可选用：已停用，或不符合此处的条件";
const townMissing = "所选城不存在或已被删除";

describe("the field that narrows a choice", () => {
  it.each([
    { what: "left out", sent: {} },
    { what: "null", sent: { landId: null } },
    { what: "empty", sent: { landId: "" } },
  ])("follows the choice of a new row where it is $what", async ({ sent }) => {
    expect(await visited({ ...sent, townId: northern })).toMatchObject({ landId: north, townId: northern });
  });

  it("follows through several steps", async () => {
    expect(await visited({ streetId: northernStreet })).toMatchObject({ landId: north, townId: northern, streetId: northernStreet });
  });

  it("follows where the choice of a stored row changes and it is not sent", async () => {
    const { id } = await visited({ townId: northern });
    expect(await submitted("visit", { id, townId: southern })).toMatchObject({ code: 200 });
    expect(await detail(String(id))).toMatchObject({ landId: south, townId: southern });
  });

  it("comes back where it alone is emptied beside a choice that depends on it", async () => {
    const { id } = await visited({ townId: northern });
    expect(await submitted("visit", { id, landId: "" })).toMatchObject({ code: 200 });
    expect(await detail(String(id))).toMatchObject({ landId: north, townId: northern });
  });

  it("is emptied together with the choice", async () => {
    const { id } = await visited({ townId: northern });
    expect(await submitted("visit", { id, landId: "", townId: "" })).toMatchObject({ code: 200 });
    expect(await detail(String(id))).toMatchObject({ landId: none, townId: none });
  });

  it("stays as it is sent beside a choice that belongs everywhere", async () => {
    expect(await visited({ landId: south, townId: common })).toMatchObject({ landId: south, townId: common });
  });

  it("stays empty beside a choice that belongs everywhere", async () => {
    expect(await visited({ townId: common })).toMatchObject({ landId: none, townId: common });
  });

  it("is taken as it is sent where it fits", async () => {
    expect(await visited({ landId: north, townId: northern })).toMatchObject({ landId: north, townId: northern });
  });
});

describe("a choice that belongs elsewhere is refused at its place", () => {
  it("where both are sent", async () => {
    expect(refusalsIn(await submitted("visit", { name: "走访", landId: south, townId: northern }))).toEqual([["townId", townElsewhere]]);
  });

  it("where the field that narrows it is sent alone", async () => {
    const { id } = await visited({ townId: northern });
    expect(refusalsIn(await submitted("visit", { id, landId: south }))).toEqual([["townId", townElsewhere]]);
  });

  it("where a step above it is sent and the one between follows", async () => {
    expect(refusalsIn(await submitted("visit", { name: "走访", landId: north, streetId: southernStreet }))).toEqual([
      ["townId", townElsewhere],
    ]);
  });

  it("with one sentence, where it is not on offer either", async () => {
    expect(refusalsIn(await submitted("visit", { name: "走访", landId: south, townId: closed }))).toEqual([["townId", townClosed]]);
  });

  it("each with its own, where several are", async () => {
    const sent = { name: "走访", landId: south, townId: northern, streetId: "404", townIds: [other] };
    expect(new Map(refusalsIn(await submitted("visit", sent)))).toEqual(
      new Map([
        ["townId", townElsewhere],
        ["streetId", "所选街不存在或已被删除"],
        ["townIds", "所选途经不属于所选省"],
      ]),
    );
  });
});

describe("several choices in one field", () => {
  it("are taken where each fits", async () => {
    expect(await visited({ landId: north, townIds: [northern, other, common] })).toMatchObject({
      landId: north,
      townIds: [northern, other, common].join(),
    });
  });

  it("are refused where one does not", async () => {
    const answer = await submitted("visit", { name: "走访", landId: north, townIds: [northern, southern] });
    expect(refusalsIn(answer)).toEqual([["townIds", "所选途经不属于所选省"]]);
  });

  it("fill nothing in where nothing narrows them", async () => {
    expect(await visited({ townIds: [northern, southern] })).toMatchObject({ landId: none, townIds: [northern, southern].join() });
  });

  it("are refused where the field that narrows them changes alone", async () => {
    const { id } = await visited({ landId: north, townIds: [northern] });
    expect(refusalsIn(await submitted("visit", { id, landId: south }))).toEqual([["townIds", "所选途经不属于所选省"]]);
    expect(await submitted("visit", { id, landId: south, townIds: [southern] })).toMatchObject({ code: 200 });
  });
});

describe("a choice that is no longer on offer", () => {
  it("stays with the row that has it, also where it is sent back", async () => {
    const place = await made("town", { name: "将停", landId: north });
    const { id } = await visited({ townId: place, townIds: [place] });
    expect(await submitted("town", { id: place, status: 2 })).toMatchObject({ code: 200 });
    expect(await submitted("visit", { id, name: "再访", townId: place, townIds: [place] })).toMatchObject({ code: 200 });
    expect(refusalsIn(await submitted("visit", { name: "新访", townId: place, townIds: [place] }))).toEqual([
      ["townId", townClosed],
      ["townIds", "所选途经不可选用：已停用，或不符合此处的条件"],
    ]);
  });

  it("is missed by nobody who changes something else, and by who sends it back", async () => {
    const place = await made("town", { name: "将去", landId: north });
    const { id } = await visited({ townId: place });
    await write(server, "update town set is_deleted = 1 where id = $1", [place]);
    expect(await submitted("visit", { id, name: "再访" })).toMatchObject({ code: 200 });
    expect(refusalsIn(await submitted("visit", { id, name: "三访", townId: place }))).toEqual([["townId", townMissing]]);
  });
});

describe("in a line", () => {
  it("the field that narrows follows the choice of its own line", async () => {
    const stops = [{ townId: northern }, { note: "路过" }, { landId: north, townId: southern }, { landId: south, townId: common }];
    const { stops: stored } = await visited({ landId: north, stops });
    expect(stored).toMatchObject([
      { landId: north, townId: northern },
      { note: "路过" },
      { landId: south, townId: southern },
      { landId: south, townId: common },
    ]);
    expect(Array.isArray(stored) && stored.filter(isRecord).map((line) => "landId" in line)).toEqual([true, false, true, true]);
  });

  it("a choice that is not on offer is told its place, and a stored one stays", async () => {
    const place = await made("town", { name: "暂开", landId: north });
    const { id } = await visited({ stops: [{ townId: northern }, { townId: place }] });
    expect(await submitted("town", { id: place, status: 2 })).toMatchObject({ code: 200 });
    expect(await submitted("visit", { id, stops: [{ townId: place }] })).toMatchObject({ code: 200 });
    const stops = [{ townId: place }, { townId: closed }, { townId: "404" }];
    expect(refusalsIn(await submitted("visit", { id, stops }))).toEqual([
      ["stops,1,townId", townClosed],
      ["stops,2,townId", townMissing],
    ]);
  });
});
