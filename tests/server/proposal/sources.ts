// What the proof proposes from besides the thirty tables: tables of a MariaDB where there is one, a spreadsheet, JSON Schema and OpenAPI.
import { addressIn, isAddress } from "../../../src/server/data-sources/address.ts";
import { createDataSources } from "../../../src/server/data-sources/connection.ts";
import { describeTable, listTables } from "../../../src/server/data-sources/tables.ts";
import { describeFile } from "../../../src/server/domain/tools/described-files.ts";
import type { TableDescription } from "../../../src/proposal/description.ts";
import { hasMariadb, mariadbOfFile } from "../../support/mariadb.ts";

const statements = [
  "create table gate_maker (id bigint unsigned auto_increment primary key, maker_name varchar(64) not null unique comment '制造商名称', country char(2)) comment '闸机制造商'",
  `create table gate_item (id bigint unsigned auto_increment primary key comment '主键', gate_maker_id bigint unsigned not null comment '制造商', item_no varchar(24) not null comment '编号',
    is_new tinyint(1) not null default 1 comment '是否全新', price decimal(10,2) not null default 0.00 comment '单价', bought_on date, open_from time,
    status enum('draft','submitted','approved') not null default 'draft' comment '状态', note text comment '备注', amount int unsigned check (amount between 1 and 500),
    foreign key (gate_maker_id) references gate_maker (id), unique key (gate_maker_id, item_no), constraint cheap check (price < 1000)) comment '闸机'`,
];

/** Two tables of a MariaDB; none where this machine has no MariaDB. */
export async function mariadbTables(): Promise<readonly TableDescription[]> {
  if (!hasMariadb) return [];
  const server = await mariadbOfFile();
  await server.run(undefined, ["create database gates", "create user reader identified by 'right'", "grant select on gates.* to reader"]);
  await server.run("gates", statements);
  const address = addressIn(`jdbc:mysql://127.0.0.1:${server.port}/gates`);
  if (!isAddress(address)) throw new Error(address[1]);
  return createDataSources(["127.0.0.1"])(address, { user: "reader", password: "right" }, async (session) => {
    const tables: TableDescription[] = [];
    for (const { name } of await listTables(session, address, "")) {
      const table = await describeTable(session, address, name);
      if (table !== undefined) tables.push(table);
    }
    return tables;
  });
}

const rows = Array.from({ length: 24 }, (_, index) =>
  [
    `2025-01-${String(index + 1).padStart(2, "0")}`,
    `DL${1000 + index}`,
    index,
    `${index}.50`,
    index % 2 === 0 ? "是" : "否",
    index % 3 === 0 ? "华东" : "华南",
    index % 4 === 0 ? "" : `备注 ${index}`,
  ].join(","),
);

const openApi = {
  openapi: "3.1.0",
  info: { title: "docks", version: "1" },
  paths: {},
  components: {
    schemas: {
      LoadingDock: {
        type: "object",
        required: ["name"],
        properties: {
          id: { type: "integer" },
          name: { type: "string", maxLength: 40, title: "装车口名称" },
          kind: { enum: ["in", "out"] },
        },
      },
      DockTruck: {
        type: "object",
        required: ["plate"],
        properties: {
          plate: { type: "string", maxLength: 10, title: "车牌" },
          dock: { $ref: "#/components/schemas/LoadingDock" },
          load: { type: "number", minimum: 0, maximum: 60 },
          seenAt: { type: ["string", "null"], format: "date-time" },
        },
      },
    },
  },
};

const jsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Lab sample",
  type: "object",
  required: ["sampleNo", "takenOn"],
  properties: {
    sampleNo: { type: "string", maxLength: 20, description: "样品编号" },
    takenOn: { type: "string", format: "date", description: "取样日期" },
    acidity: { type: "number", minimum: 0, maximum: 14 },
    result: { type: "string", enum: ["pass", "fail"] },
    isKept: { type: "boolean" },
    reporter: { type: "string", format: "email" },
  },
};

/** Descriptions of a spreadsheet, of an OpenAPI description and of a JSON Schema, as files that people choose. */
export async function fileTables(): Promise<readonly TableDescription[]> {
  const files = {
    "deliveries.csv": `送货日期 delivered_on,单号 delivery_no,数量 qty,price,is_new,区域,备注\n${rows.join("\n")}\n`,
    "docks.json": JSON.stringify(openApi),
    "lab-sample.json": JSON.stringify(jsonSchema),
  };
  const described: TableDescription[] = [];
  for (const [name, content] of Object.entries(files)) described.push(...(await describeFile(name, Buffer.from(content))));
  return described;
}
