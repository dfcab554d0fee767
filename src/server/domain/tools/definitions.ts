// Definitions from tables: what is proposed for a table of a data source or for a file, how it would look, and how it is taken along.
import { ZipWriter } from "@zip.js/zip.js";
import { z } from "zod";
import { checkResource, checkShapeOf, type Finding } from "#schema/checks/index";
import { buildModel, type Model } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { screenOf, type Screen } from "#schema/screen";
import type { Text } from "#schema/text";
import { offeredBuilders } from "../../../proposal/builders.ts";
import { treeOf } from "../../../proposal/definition.ts";
import type { TableDescription } from "../../../proposal/description.ts";
import { evaluateDefinition, isBuilder } from "../../../proposal/evaluate.ts";
import { existingResources } from "../../../proposal/existing-resources.ts";
import { printDefinition } from "../../../proposal/print.ts";
import { proposalSchema, type Proposal } from "../../../proposal/proposal.ts";
import { nameOfTable, propose, type Proposed } from "../../../proposal/propose.ts";
import type { ActionPhases, Domain, Effect, ReadHandler, RequestContext } from "../../contract.ts";
import { describeTable, listTables } from "../../data-sources/tables.ts";
import { businessError, forbidden, malformedParameter, rowNotFound } from "../../http/errors.ts";
import { FileAnswer } from "../../http/file-answer.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { withDataSource, type DataSourceServices } from "../system/data-sources.ts";
import { describeFile, largestRequest } from "./described-files.ts";

/** Writes the file of a definition into the checkout that the server runs from; only a development server has one. */
export type WriteDefinition = (file: string, source: string) => Promise<void>;

interface DefinitionServices {
  readonly dataSources: DataSourceServices;
  readonly writeDefinition?: WriteDefinition | undefined;
}

/** Most definitions that are taken along at once. */
const max = 60;

function requireAdministrator({ caller }: RequestContext): void {
  if (!caller.isAdministrator)
    throw forbidden(undefined, ["仅平台管理员可以生成定义", "Only the platform's administrator may generate definitions"]);
}

const fileOf = ({ area, name }: Proposal): string => `resources/${area}/${name}.ts`;

/** The definitions of the running model, as they were loaded. */
const loadedIn = (model: Model): readonly LoadedDefinition[] => model.resources.map(({ data, file, area }) => ({ data, file, area }));

const unnamedTable = () =>
  businessError("tableUnnamed", ["请用 codeId 或 datasourceId 与 table 指明表", "Name the table by codeId, or by datasourceId and table"]);
const noTable = (name: string) => businessError("noTable", [`没有名为“${name}”的表`, `There is no table “${name}”`]);

interface Module {
  readonly tableName: string;
  readonly tablePrefix: string;
  readonly serviceName: string;
}

async function modulesOf(context: RequestContext, ids: readonly string[]) {
  const [rows] = await read(context, [
    db
      .selectFrom(tables(context).accessible("code", "c"))
      .where("c.id", "=", anyOf(ids))
      .orderBy("c.id")
      .select(["c.id", "c.datasourceId", "c.tableName", "c.tablePrefix", "c.serviceName", "c.codeName"]),
  ]);
  if (rows.length < ids.length) throw rowNotFound();
  return rows;
}

const tablesRead =
  ({ dataSources }: DefinitionServices): ReadHandler =>
  async (context, { datasourceId = "", search = "" }) => {
    requireAdministrator(context);
    return withDataSource(dataSources, context, datasourceId, (connection, address) =>
      listTables(connection, address, search.slice(0, 100)),
    );
  };

/** The proposal for a table, with what its module says about it. */
function proposalFor(context: RequestContext, table: TableDescription, module?: Partial<Module>): Proposed {
  const resources = existingResources(context.model);
  const isOfPlatform = resources.some(({ path }) => path.split("/")[1] === module?.serviceName);
  return propose(table, {
    resources,
    ...(module?.tablePrefix === undefined ? {} : { prefix: module.tablePrefix }),
    ...(isOfPlatform && module?.serviceName !== undefined ? { service: module.serviceName } : {}),
  });
}

const tableRead =
  ({ dataSources }: DefinitionServices): ReadHandler =>
  async (context, { datasourceId, table, codeId }) => {
    requireAdministrator(context);
    const [module] = codeId === undefined || codeId === "" ? [] : await modulesOf(context, [codeId]);
    const source = module?.datasourceId ?? datasourceId;
    const name = module?.tableName ?? table;
    if (source === undefined || name === undefined) throw unnamedTable();
    const described = await withDataSource(dataSources, context, source, (connection, address) => describeTable(connection, address, name));
    if (described === undefined) throw noTable(name);
    const { tablePrefix, serviceName } = module ?? {};
    return {
      ...proposalFor(context, described, {
        ...(tablePrefix == null ? {} : { tablePrefix }),
        ...(serviceName == null ? {} : { serviceName }),
      }),
      datasourceId: source,
      table: name,
    };
  };

const contextRead =
  ({ writeDefinition }: DefinitionServices): ReadHandler =>
  async (context) => {
    requireAdministrator(context);
    return {
      areas: context.model.areas.map(({ name, label }) => ({ name, label })),
      resources: context.model.resources.filter(({ data }) => data.derived !== true).map(({ name, label }) => ({ name, label })),
      builders: offeredBuilders,
      canWrite: writeDefinition !== undefined,
    };
  };

const readBody = z.object({ name: z.string().max(255), content: z.string() });

/** A file is described, proposed from, and forgotten: nothing of it is kept. */
const readFile: ActionPhases<unknown> = {
  bodyLimit: largestRequest,
  prepare: async (context, { body }) => {
    requireAdministrator(context);
    const sent = readBody.safeParse(body);
    if (!sent.success) throw malformedParameter("content");
    const described = await describeFile(sent.data.name, Buffer.from(sent.data.content, "base64"));
    const resources = existingResources(context.model);
    const together = new Map<string, string>();
    for (const { name } of described) together.set(name, nameOfTable(name, { resources }, new Set(together.values())));
    return described.map((table) => propose(table, { resources, together }));
  },
  commit: async (_tx, _context, { prepared }) => prepared,
};

/** What was sent, as a proposal; what a builder cannot be called with is told by the checks. */
function proposalIn(context: RequestContext, value: unknown): Proposal {
  const parsed = proposalSchema.safeParse(value);
  if (!parsed.success) throw malformedParameter("proposal");
  const proposal = parsed.data;
  if (!context.model.areas.some(({ name }) => name === proposal.area)) throw businessError("noArea", ["请选择所属模块", "Choose an area"]);
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(proposal.name))
    throw businessError("badName", [
      "定义名称只能使用小写字母、数字和连字符",
      "The name of a definition has small letters, digits and dashes",
    ]);
  const unknown = proposal.fields.find(({ isIncluded, builder }) => isIncluded && !isBuilder(builder));
  if (unknown !== undefined)
    throw businessError("noKind", [`没有字段类型“${unknown.builder}”`, `There is no kind of field “${unknown.builder}”`]);
  return proposal;
}

interface Judged {
  readonly file: string;
  readonly source: string;
  readonly findings: readonly Finding[];
  readonly screen?: Screen;
}

/** A proposal as a file, with what `npm run check` would find, and its screen as `npm run generate` would write it. */
function judge(
  { model, domain }: Pick<RequestContext, "model" | "domain">,
  proposal: Proposal,
  together: readonly LoadedDefinition[] = [],
): Judged {
  const file = fileOf(proposal);
  const tree = treeOf(proposal);
  const source = printDefinition(tree);
  const data = evaluateDefinition(tree);
  const names = proposal.fields.filter(({ isIncluded }) => isIncluded).map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    return {
      file,
      source,
      findings: [
        {
          file,
          code: "field-name",
          level: "error",
          place: ["fields", twice],
          message: { problem: `"${twice}" is the name of two fields`, remedy: "Rename one of them." },
        },
      ],
    };
  const shape = checkShapeOf(data, file);
  if (!shape.isUsable) return { file, source, findings: shape.findings };
  const others = loadedIn(model).filter((one) => one.data.name !== proposal.name);
  const isTaken = others.length < model.resources.length;
  const within = buildModel([...others, ...together, { data, file, area: proposal.area }], model.areas);
  const findings = checkResource(proposal.name, within, {
    handlers: new Set(Object.keys(domain?.actions ?? {})),
    pages: new Set(),
    dialogs: new Set(),
    // Of two names that clash, the finding is at what is new.
    earlier: new Set(others.map((one) => one.file)),
  });
  const taken: readonly Finding[] = isTaken
    ? [
        {
          file,
          code: "duplicate-name",
          level: "error",
          place: ["name"],
          message: { problem: `"${proposal.name}" is the name of a definition already`, remedy: "Choose another name." },
        },
      ]
    : [];
  const resource = within.resource.get(proposal.name);
  return {
    file,
    source,
    findings: [...taken, ...shape.findings, ...findings],
    ...(resource === undefined ? {} : { screen: screenOf(resource, within, () => false) }),
  };
}

const preview: ActionPhases<Judged> = {
  prepare: async (context, { body }) => {
    requireAdministrator(context);
    return judge(context, proposalIn(context, body));
  },
  commit: async (_tx, _context, { prepared }) => prepared,
};

const severalSchema = z.object({ proposals: z.array(z.unknown()).min(1).max(max) });

function proposalsIn(context: RequestContext, body: unknown): readonly Proposal[] {
  const sent = severalSchema.safeParse(body);
  if (!sent.success) throw malformedParameter("proposals");
  return sent.data.proposals.map((one) => proposalIn(context, one));
}

/** Definitions may refer to each other; each is judged among all. */
function judgeAll(context: RequestContext, proposals: readonly Proposal[]): readonly Judged[] {
  const all = proposals.map((proposal) => ({ data: evaluateDefinition(treeOf(proposal)), file: fileOf(proposal), area: proposal.area }));
  return proposals.map((proposal, index) =>
    judge(
      context,
      proposal,
      all.filter((one, at) => at !== index && one.data.name !== proposal.name),
    ),
  );
}

const readme = (files: readonly string[]): string => `Put these files into the checkout, each in its folder:

${files.map((file) => `  ${file}`).join("\n")}

Then:
  npm run generate      writes what follows from them
  npm run check         looks at all definitions together
  npm run test:update   accepts their screens
  npm run dev           shows them
`;

/** The files in an archive. They are small: a definition has a few kilobytes. */
async function* archiveOf(files: readonly Pick<Judged, "file" | "source">[]): AsyncIterable<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const archive = new ZipWriter(writable, { useWebWorkers: false });
  const writing = (async () => {
    for (const { file, source } of [...files, { file: "README.txt", source: readme(files.map((one) => one.file)) }])
      await archive.add(file, new Blob([source]).stream());
    await archive.close();
  })();
  writing.catch((error: unknown) => void writable.abort(error).catch(() => undefined));
  yield* readable;
  await writing;
}

const archive = (files: readonly Pick<Judged, "file" | "source">[]) =>
  new FileAnswer({ name: "definitions.zip", type: "application/zip", read: () => archiveOf(files) });

const pack: ActionPhases<FileAnswer> = {
  prepare: async (context, { body }) => {
    requireAdministrator(context);
    return archive(judgeAll(context, proposalsIn(context, body)));
  },
  commit: async (_tx, _context, { prepared }) => prepared,
};

const notWritable: Text = [
  "只有开发环境（npm run dev）可以写入文件，请下载后放入代码库",
  "Only a development server (npm run dev) writes files; download them and put them into the checkout",
];

const write = ({ writeDefinition }: DefinitionServices): ActionPhases<{ readonly files: readonly string[] }> => ({
  prepare: async (context, { body }) => {
    requireAdministrator(context);
    if (writeDefinition === undefined) throw businessError("notWritable", notWritable);
    const judged = judgeAll(context, proposalsIn(context, body));
    const wrong = judged.flatMap(({ findings }) => findings).find(({ level }) => level === "error");
    if (wrong !== undefined)
      throw businessError("hasFindings", [
        `检查未通过：${wrong.message.problem}`,
        `The check found a problem: ${wrong.message.problem}. ${wrong.message.remedy}`,
      ]);
    for (const { file, source } of judged) await writeDefinition(file, source);
    return { files: judged.map(({ file }) => file) };
  },
  commit: async (_tx, _context, { prepared }) => prepared,
});

/** The modules of `code` as an archive of their definitions; `system` is what Blade sends, and means nothing here. */
const genCode = ({ dataSources }: DefinitionServices): Effect<"code.genCode", FileAnswer> => ({
  prepare: async (context, { ids }) => {
    requireAdministrator(context);
    if (ids.length > max) throw businessError("tooMany", [`一次最多生成 ${max} 个模块`, `At most ${max} modules are generated at once`]);
    const modules = await modulesOf(context, ids);
    const described: { readonly table: TableDescription; readonly module: Partial<Module> }[] = [];
    for (const source of new Set(modules.map(({ datasourceId }) => datasourceId ?? ""))) {
      const own = modules.filter(({ datasourceId }) => (datasourceId ?? "") === source);
      await withDataSource(dataSources, context, source, async (connection, address) => {
        for (const { tableName, tablePrefix, serviceName } of own) {
          const table = await describeTable(connection, address, tableName ?? "");
          if (table === undefined) throw noTable(tableName ?? "");
          described.push({ table, module: { tablePrefix: tablePrefix ?? "", serviceName: serviceName ?? "" } });
        }
      });
    }
    const resources = existingResources(context.model);
    const together = new Map<string, string>();
    for (const { table, module } of described)
      together.set(table.name, nameOfTable(table.name, { resources, prefix: module.tablePrefix ?? "" }, new Set(together.values())));
    const proposals = described.map(
      ({ table, module }) => propose(table, { resources, together, prefix: module.tablePrefix ?? "" }).proposal,
    );
    return archive(judgeAll(context, proposals));
  },
  commit: async (_tx, _context, { prepared }) => prepared,
});

export const definitionsDomain = (services: DefinitionServices): Domain => ({
  reads: {
    "code-proposal.tables": tablesRead(services),
    "code-proposal.table": tableRead(services),
    "code-proposal.context": contextRead(services),
  },
  actions: {
    "code.genCode": genCode(services),
    "code-proposal.read": readFile,
    "code-proposal.preview": preview,
    "code-proposal.pack": pack,
    "code-proposal.write": write(services),
  },
  hooks: {},
});
