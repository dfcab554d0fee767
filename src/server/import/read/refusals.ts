// Why a file is not read, for the person who chose it.
import { ApiError, businessError } from "../../http/errors.ts";

/** Bytes of a workbook when it is unpacked, by how it came: in the body of a call, or as a file. */
export const maxUnpackedBytes = { sent: 100_000_000, stored: 2_000_000_000 } as const;
/** Of these what is read into memory as a whole: all but the sheets, above all the texts that cells share. */
export const maxInMemoryBytes = 100_000_000;
export const maxColumns = 200;

export const unreadable = () =>
  businessError("unreadableFile", [
    "文件无法读取，请确认它是有效的 .xlsx 或 .csv 文件",
    "The file cannot be read; check that it is a valid .xlsx or .csv file",
  ]);

export const otherKind = () =>
  businessError("otherKindOfFile", [
    "不支持旧版 .xls、加密或其他格式的文件，请另存为 .xlsx 或 .csv 后再导入",
    "Old .xls workbooks, encrypted ones and other kinds of file are not read: save it as .xlsx or .csv",
  ]);

export const holdsEntities = () =>
  businessError("unreadableFile", ["文件含有不允许的 XML 声明，不能导入", "The file has XML declarations that are not accepted"]);

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;

export const tooLarge = (bytes: number, unpacked: number) =>
  new ApiError(413, "fileTooLarge", [
    `文件过大：最大 ${inMegabytes(bytes)}，解压后最大 ${inMegabytes(unpacked)}`,
    `The file is too large: ${inMegabytes(bytes)} at most, and ${inMegabytes(unpacked)} when it is unpacked`,
  ]);

export const tooManyTexts = () =>
  new ApiError(413, "fileTooLarge", [
    `工作簿中的文本过多（解压后最大 ${inMegabytes(maxInMemoryBytes)}），请拆分文件，或另存为 .csv 后再导入`,
    `The workbook has too much text (${inMegabytes(maxInMemoryBytes)} at most when it is unpacked): split it, or save it as .csv`,
  ]);

/** The code of a refusal that a job may overcome. */
const tooMany = "tooManyRows";

export const tooManyRows = (largest: number) =>
  new ApiError(400, tooMany, [`一次最多导入 ${largest} 行，请拆分文件`, `At most ${largest} rows are imported at a time; split the file`], {
    data: { largest },
  });

export const isTooManyRows = (error: unknown): boolean => error instanceof ApiError && error.code === tooMany;

export const tooManyColumns = () =>
  new ApiError(400, "tooManyColumns", [`最多 ${maxColumns} 列`, `At most ${maxColumns} columns`], { data: { largest: maxColumns } });

export const tooManyMatches = () =>
  businessError("tooManyMatches", [
    "文件中的列无法区分现有数据，匹配到的数据过多，请加入编号等能确定一条数据的列",
    "The columns of the file match too many records; add one that tells them apart, such as their code",
  ]);

export const noRows = () =>
  businessError("noRows", [
    "没有可导入的数据：第一行应为列名，其下为数据",
    "There is nothing to import: the first row names the columns, and the rows follow",
  ]);

export const noSuchSheet = (name: string) =>
  businessError("noSuchSheet", [`工作簿中没有名为“${name}”的工作表`, `The workbook has no sheet “${name}”`]);
