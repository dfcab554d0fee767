// Definitions from tables over HTTP: a table of a data source and files are proposed from, previewed as screens, checked, packed and written.
import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
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
  password: connection.password ?? "none",
});
const datasourceId = String(objectIn(saved)["id"]);
const proposalOf = async (): Promise<Proposal> =>
  objectIn(await administrator.get(`${path}/table`, { datasourceId, table: "t_gate" }))["proposal"] as Proposal;

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

  const proposed = [
    {
      proposal: {
        name: "dock",
        fields: [
          { isKept: false },
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
