// Definitions from tables over HTTP: a table of a data source and files are proposed from, previewed as screens, checked, packed and written.
import { BlobReader, TextReader, TextWriter, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip.js/zip.js";
import { write } from "hucre";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import type { Proposal } from "../../../../src/proposal/proposal.ts";
import { freshDatabase, overTcp } from "../../../support/postgres.ts";
import { objectIn } from "../../../support/samples.ts";
import { serverOfFile, type Client } from "../../../support/server.ts";

const server = await serverOfFile();
const administrator = server.as("administrator", {}, "en");
const connection = await freshDatabase();
const { host, port } = await overTcp(connection);
const client = new pg.Client(connection);
await client.connect();
afterAll(() => client.end());
await client.query(`
  create table t_gate (id bigserial primary key, gate_code varchar(20) not null unique, gate_name varchar(60) not null, width numeric(6, 2) check (width > 0));
  comment on table t_gate is '闸口';
  comment on column t_gate.gate_name is '闸口名称'`);

const path = "/blade-develop/code-proposal";
const saved = await administrator.post("/blade-system/datasource/submit", {
  name: "现场库",
  driverClass: "org.postgresql.Driver",
  url: `jdbc:postgresql://${host}:${port}/${connection.database}`,
  username: connection.user,
  // A coordinator may let its user in without one; a data source names one.
  password: [connection.password].find((one) => one !== "") ?? "none",
});
const datasourceId = String(objectIn(saved)["id"]);
const proposalOf = async (): Promise<Proposal> =>
  objectIn(await administrator.get(`${path}/table`, { datasourceId, table: "t_gate" }))["proposal"] as Proposal;

/** A workbook whose sheets have a value in the last row and column that a sheet may have. */
async function withCornerCell(workbook: Uint8Array): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const entry of await new ZipReader(new Uint8ArrayReader(workbook)).getEntries()) {
    if (entry.directory) continue;
    const text = await entry.getData(new TextWriter());
    const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>';
    await writer.add(entry.filename, new TextReader(text.replace("</sheetData>", corner)));
  }
  return Buffer.from(await writer.close());
}

async function filesIn(answer: { readonly rawPayload: Buffer }): Promise<Readonly<Record<string, string>>> {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(answer.rawPayload)])));
  const texts: Record<string, string> = {};
  for (const entry of await reader.getEntries()) if (!entry.directory) texts[entry.filename] = await entry.getData(new TextWriter());
  await reader.close();
  return texts;
}

const posted = (by: Client, address: string, body?: unknown) =>
  server.app.inject({
    method: "POST",
    url: `/api${address}`,
    headers: { ...by.headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

describe("a table", () => {
  it("is found by its comment, proposed, and previewed as the screen that it would get", async () => {
    expect(await administrator.get(`${path}/tables`, { datasourceId, search: "闸口" })).toMatchObject({
      data: [{ name: "t_gate", comment: "闸口" }],
    });
    const proposal = await proposalOf();
    expect(proposal).toMatchObject({ name: "gate", zh: "闸口", title: "gateName" });
    const answer = objectIn(await administrator.post(`${path}/preview`, proposal));
    expect(answer).toMatchObject({ findings: [], file: `resources/${proposal.area}/gate.ts`, screen: { name: "gate", kind: "table" } });
    expect(answer["source"]).toContain(
      'gateCode: code("Gate code", "Gate code", { required: true, max: 20, search: "like", unique: "tenant" })',
    );
  });

  it("of a correction that breaks something the finding names the field", async () => {
    const proposal = await proposalOf();
    const wrong = {
      ...proposal,
      fields: proposal.fields.map((field) => (field.name === "gateName" ? { ...field, name: "select", zh: "" } : field)),
    };
    expect(objectIn(await administrator.post(`${path}/preview`, { ...wrong, title: "select" }))["findings"]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: "reserved-name", place: ["fields", "select"] }),
        expect.objectContaining({ code: "missing-text" }),
      ]),
    );
    expect(objectIn(await administrator.post(`${path}/preview`, { ...proposal, name: "factory" }))["findings"]).toEqual([
      expect.objectContaining({ code: "duplicate-name" }),
    ]);
  });

  it("is taken along as an archive, and written by a development server alone", async () => {
    const proposal = await proposalOf();
    const files = await filesIn(await posted(administrator, `${path}/pack`, { proposals: [proposal] }));
    expect(Object.keys(files)).toEqual([`resources/${proposal.area}/gate.ts`, "README.txt"]);
    expect(files[`resources/${proposal.area}/gate.ts`]).toContain("export default defineResource({");
    expect(await administrator.post(`${path}/write`, { proposals: [proposal] })).toMatchObject({
      status: 400,
      data: { error: "notWritable" },
    });
  });

  it("that is not there, and callers who are no administrators, are refused", async () => {
    expect(await administrator.get(`${path}/table`, { datasourceId, table: "nothing" })).toMatchObject({
      status: 400,
      msg: "There is no table “nothing”",
    });
    const calls = { tables: { datasourceId }, table: { datasourceId, table: "t_gate" }, context: {} };
    for (const [call, query] of Object.entries(calls))
      expect(await server.as("zhangwei").get(`${path}/${call}`, query)).toMatchObject({ status: 403 });
    expect(await server.as("zhangwei").post(`${path}/preview`, {})).toMatchObject({ status: 403 });
  });
});

describe("what the preview finds", () => {
  const proposalOfJson = async (schema: object): Promise<readonly { readonly proposal: Proposal }[]> => {
    const content = Buffer.from(JSON.stringify(schema)).toString("base64");
    return (await administrator.post(`${path}/read`, { name: "schema.json", content })).data as readonly { readonly proposal: Proposal }[];
  };
  const findingsOf = async (proposal: Proposal) => objectIn(await administrator.post(`${path}/preview`, proposal))["findings"];
  const withObjects = (objects: object) => ({ $schema: "https://json-schema.org/draft/2020-12/schema", $defs: objects });
  const object = (properties: object) => ({ type: "object", properties });

  it("is a name that somebody chose and that clashes with that of a definition there is, wherever the alphabet puts the two", async () => {
    const [attribute] = await proposalOfJson(withObjects({ attribute: object({ code: { type: "string" }, text: { type: "string" } }) }));
    const proposal = attribute?.proposal;
    if (proposal === undefined) throw new Error("nothing was proposed");
    expect(proposal.name).toBe("attribute-2");
    expect(await findingsOf({ ...proposal, name: "attribute" })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: "duplicate-permission", level: "error", file: expect.stringMatching(/attribute\.ts$/) }),
      ]),
    );
  });

  it("is an option that the kind does not take", async () => {
    const proposal = await proposalOf();
    const wrong = proposal.fields.map((field) => (field.name === "width" ? { ...field, builder: "bool" } : field));
    expect(await findingsOf({ ...proposal, fields: wrong })).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: "unknown-option" })]),
    );
  });

  it("is nothing where a moment is unique: that is said by the definition", async () => {
    await client.query("create table t_day_report (id bigserial primary key, trigger_day timestamp unique, total int not null default 0)");
    const answer = objectIn(await administrator.get(`${path}/table`, { datasourceId, table: "t_day_report" }));
    const shown = objectIn(await administrator.post(`${path}/preview`, answer["proposal"] as Proposal));
    expect(shown["findings"]).toEqual([]);
    expect(shown["source"]).toContain('unique: [["triggerDay"]]');
  });
});

describe("gen-code", () => {
  it("answers the definitions of the chosen modules as an archive", async () => {
    const module = {
      datasourceId,
      codeName: "闸口",
      serviceName: "digit-bind",
      tableName: "t_gate",
      tablePrefix: "t_",
      pkName: "id",
      packageName: "org.example",
      baseMode: "2",
      wrapMode: "2",
      apiPath: "/api",
      webPath: "/web",
    };
    const id = String(objectIn(await administrator.post("/blade-develop/code/submit", module))["id"]);
    const answer = await posted(administrator, `/blade-develop/code/gen-code?ids=${id}&system=saber`);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(Object.keys(await filesIn(answer))).toEqual([expect.stringMatching(/^resources\/[a-z-]+\/gate\.ts$/), "README.txt"]);
    expect((await posted(server.as("zhangwei"), `/blade-develop/code/gen-code?ids=${id}&system=saber`)).statusCode).toBe(403);
  });
});

describe("a file", () => {
  const read = (name: string, content: string | Buffer) =>
    administrator.post(`${path}/read`, { name, content: Buffer.from(content).toString("base64") });
  const fieldsOf = async (name: string, content: string | Buffer) => {
    const [first] = (await read(name, content)).data as readonly { readonly proposal?: Proposal }[];
    return (first?.proposal?.fields ?? []).map(({ name: field, builder, zh }) => [field, builder, zh]);
  };

  it("of comma-separated values is proposed from by its heading and its values, also in the encoding of Excel", async () => {
    const rows = Array.from(
      { length: 12 },
      (_, index) =>
        `2025-01-${String(index + 1).padStart(2, "0")},${index},${index}.50,${index % 2 === 0 ? "是" : "否"},${index % 3 === 0 ? "华东" : "华南"}`,
    );
    const text = `日期 date,数量 qty,price,is_new,区域\n${rows.join("\n")}\n`;
    expect(await fieldsOf("entries.csv", text)).toEqual([
      ["date", "date", expect.anything()],
      ["qty", "integer", expect.anything()],
      ["price", "money", "价格"],
      ["isNew", "bool", expect.anything()],
      ["column5", "choice", "区域"],
    ]);
    const gbk = Buffer.concat([Buffer.from([0xc3, 0xfb, 0xb3, 0xc6]), Buffer.from(",code\na,b\n")]);
    expect(await fieldsOf("names.csv", gbk)).toContainEqual([expect.anything(), "text", "名称"]);
  });

  it("keeps numbers that people give as they are written: of telephones, barcodes, with zeros in front", async () => {
    const lines = Array.from(
      { length: 12 },
      (_, index) => `1380000000${index % 10},69012345678${index + 10},00${index},1234567890${index % 10}.5,1000000000${index % 10}`,
    );
    const found = await fieldsOf("people.csv", `手机,条码,门店号,余额,合同金额\n${lines.join("\n")}\n`);
    expect(found.map(([, builder]) => builder)).toEqual(["phone", "code", "text", "decimal", "decimal"].map(() => expect.any(String)));
    expect(found.map(([, builder]) => builder === "decimal" || builder === "money" || builder === "integer")).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it("in two bytes a character, or with the end that old programs mark, is read", async () => {
    const text = "名称,code\n甲,a\n";
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    const ended = Buffer.concat([wide, Buffer.from("\u001a", "utf16le")]);
    for (const content of [wide, Buffer.from(wide).swap16(), ended, Buffer.from(ended).swap16(), Buffer.from(`${text}\u001a`)])
      expect(await fieldsOf("names.csv", content)).toEqual([
        [expect.anything(), "text", "名称"],
        ["code", expect.anything(), expect.anything()],
      ]);
  });

  it("of a workbook is proposed from sheet by sheet", async () => {
    const sheets = [
      {
        name: "供应商",
        rows: [
          ["名称", "电话"],
          ["甲", "010-1"],
        ],
      },
      { name: "空", rows: [] },
      {
        name: "合同",
        rows: [
          ["合同号", "日期"],
          ["H1", "2025-01-02"],
        ],
      },
    ];
    const several = await read("basis.xlsx", Buffer.from(await write({ sheets })));
    expect(several.data).toMatchObject([{ proposal: { zh: "供应商" } }, { proposal: { zh: "合同" } }]);
    const one = await read("basis.xlsx", Buffer.from(await write({ sheets: sheets.slice(0, 2) })));
    expect(one.data).toMatchObject([{ proposal: { name: "basis" } }]);
  });

  it("of a workbook with a last cell in the corner of the sheet, a few hundred bytes, is read as far as its table goes", async () => {
    const content = await withCornerCell(await write({ sheets: [{ name: "S", rows: [["名称"], ["甲"]] }] }));
    expect(content.length).toBeLessThan(5_000);
    expect((await read("corner.xlsx", content)).data).toMatchObject([{ proposal: { name: "corner", fields: [{ zh: "名称" }] } }]);
  });

  it("of a megabyte and more is read, and beyond its limit refused with the limit", async () => {
    const schema = {
      openapi: "3.1.0",
      components: { schemas: { Dock: { type: "object", description: "x".repeat(2_000_000), properties: { name: { type: "string" } } } } },
    };
    expect((await read("large.json", JSON.stringify(schema))).data).toMatchObject([{ proposal: { name: "dock" } }]);
    expect(await read("large.yaml", `a: ${"x".repeat(2_000_001)}`)).toMatchObject({
      status: 413,
      msg: "A yaml file may have 2 MB at most; keep the part that is needed",
    });
    expect(await read("huge.json", Buffer.alloc(10_100_000, "x"))).toMatchObject({ status: 413, data: { error: "tooLarge" } });
  });

  const proposed = [
    {
      proposal: {
        name: "dock",
        fields: [
          { isIncluded: false },
          { name: "name", builder: "text", zh: "装车口", required: true, max: 40 },
          { name: "kind", builder: "choice" },
        ],
      },
    },
    {
      proposal: {
        name: "truck",
        fields: [{ name: "plate" }, { name: "dockId", builder: "ref", target: "dock" }, { name: "seenAt", builder: "datetime" }],
      },
    },
  ];

  it("of OpenAPI is proposed from object by object, with references between them", async () => {
    const schemas = {
      Dock: {
        type: "object",
        required: ["name"],
        properties: { id: { type: "integer" }, name: { type: "string", maxLength: 40, title: "装车口" }, kind: { enum: ["in", "out"] } },
      },
      Truck: {
        type: "object",
        properties: {
          plate: { type: "string", maxLength: 10 },
          dock: { $ref: "#/components/schemas/Dock" },
          seenAt: { type: ["string", "null"], format: "date-time" },
        },
      },
    };
    expect((await read("api.json", JSON.stringify({ openapi: "3.1.0", components: { schemas } }))).data).toMatchObject(proposed);
  });

  it("of OpenAPI in YAML is proposed from as the same in JSON", async () => {
    const yaml = `openapi: 3.1.0
components:
  schemas:
    Dock: # 装车口
      type: object
      required: [name]
      properties:
        id: { type: integer }
        name: &text { type: string, maxLength: 40, title: 装车口 }
        kind: { enum: [in, out] }
    Truck:
      type: object
      properties:
        plate: { type: string, maxLength: 10 }
        dock: { $ref: "#/components/schemas/Dock" }
        seenAt: { type: [string, "null"], format: date-time }
`;
    for (const name of ["api.yaml", "api.yml"]) expect((await read(name, yaml)).data).toMatchObject(proposed);
  });

  it.each([
    ["notes.txt", "x", "Only xlsx, csv, json and yaml"],
    ["broken.json", "{", "no valid JSON"],
    ["empty.json", "{}", "describes no objects"],
    ["broken.yaml", "openapi: 3.1.0\ncomponents: {", "Line 2 of the file is no valid YAML"],
    [
      "unfolding.yaml",
      `a: &a [x, x, x, x, x, x, x, x, x, x]\n${["b", "c", "d", "e"]
        .map(
          (name, index) =>
            `${name}: &${name} [${Array(10)
              .fill(`*${"abcd"[index] ?? ""}`)
              .join(", ")}]`,
        )
        .join("\n")}`,
      "aliases",
    ],
    ["broken.xlsx", "PK", "cannot be read"],
    ["empty.csv", "\n", "no columns"],
  ])("%s is refused with a sentence", async (name, content, sentence) => {
    expect(await read(name, content)).toMatchObject({ status: 400, msg: expect.stringContaining(sentence) });
  });
});
