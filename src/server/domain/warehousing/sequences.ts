// Segments of sequence numbers: what stands between the first and the last code of a box of labels.
import { z } from "zod";
import type { Text } from "#schema/text";
import type { Issue, IssueCode } from "#schema/validation";
import type { CommitContext } from "../../contract.ts";
import { resourceNamed } from "../../crud/write/server-rows.ts";
import { invalidFields } from "../../http/errors.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { DocumentLine } from "./document-lines.ts";
import { codesOf } from "./scans.ts";

/** status of a code set whose codes are in use. */
const inUse = 4;

const sentSegments = z
  .array(
    z.object({
      docDetailId: z.coerce.string(),
      layer: z.coerce.number().int(),
      startCode: z.string().trim().min(1),
      endCode: z.string().trim().min(1),
      num: z.coerce.number().int().min(1),
    }),
  )
  .min(1);
type Segment = z.infer<typeof sentSegments>[number];

/** A segment that is in order: so many codes of one set, layer and function, for one line. */
export interface Sequence {
  readonly line: DocumentLine;
  readonly codeSetId: string;
  readonly layer: number;
  readonly codeFuncType: number;
  readonly from: number;
  readonly to: number;
}

interface EndCode {
  readonly code: string | null;
  readonly codeSetId: string | null;
  readonly layer: number | null;
  readonly codeFuncType: number | null;
  readonly digitSourceMark: string | null;
  readonly seqNo: number | null;
  readonly setStatus: number | null;
  readonly productId: string | null;
  readonly specId: string | null;
}

interface Fault {
  readonly field: keyof Segment;
  readonly code: IssueCode;
  readonly message: Text;
}

const fault = (field: keyof Segment, code: IssueCode, zh: string, en: string): Fault => ({ field, code, message: [zh, en] });

/** The segment as a sequence, or the first thing that is wrong with it. */
function resolve(
  segment: Segment,
  line: DocumentLine | undefined,
  { start, end }: { readonly start: EndCode | undefined; readonly end: EndCode | undefined },
): Sequence | Fault {
  if (line === undefined) return fault("docDetailId", "notFound", "明细不属于该单据", "The line is not one of the document");
  if (segment.layer !== line.layer) return fault("layer", "different", "层级与明细不一致", "The layer differs from that of the line");
  if (start === undefined)
    return fault("startCode", "notFound", `码“${segment.startCode}”不存在`, `There is no code “${segment.startCode}”`);
  if (end === undefined) return fault("endCode", "notFound", `码“${segment.endCode}”不存在`, `There is no code “${segment.endCode}”`);
  if (start.layer !== line.layer)
    return fault("startCode", "different", "起始码的层级与明细不一致", "The first code is of another layer than the line");
  if (start.codeSetId === null || start.seqNo === null)
    return fault("startCode", "notAllowed", "起始码不属于任何码包", "The first code belongs to no code set");
  const isAlike =
    end.codeSetId === start.codeSetId &&
    end.layer === start.layer &&
    end.codeFuncType === start.codeFuncType &&
    end.digitSourceMark === start.digitSourceMark;
  if (!isAlike || end.seqNo === null)
    return fault(
      "endCode",
      "different",
      "结束码与起始码不是同一码包同一层级的码",
      "The last code is not of the same code set and layer as the first",
    );
  if (end.seqNo < start.seqNo) return fault("endCode", "tooSmall", "结束码在起始码之前", "The last code comes before the first");
  const count = end.seqNo - start.seqNo + 1;
  if (segment.num !== count) return fault("num", "different", `数量应为 ${count}`, `The quantity should be ${count}`);
  if (start.setStatus !== inUse) return fault("startCode", "notAllowed", "码包不在使用中", "The code set is not in use");
  if ((start.productId ?? line.productId) !== line.productId || (start.specId ?? line.specId) !== line.specId)
    return fault("startCode", "different", "码包的产品或规格与明细不一致", "The product or spec of the code set differs from the line");
  return { line, codeSetId: start.codeSetId, layer: line.layer, codeFuncType: start.codeFuncType ?? 0, from: start.seqNo, to: end.seqNo };
}

async function endCodes(tx: Transaction, context: CommitContext, segments: readonly Segment[]): Promise<ReadonlyMap<string, EndCode>> {
  const sent = [...new Set(segments.flatMap(({ startCode, endCode }) => [startCode, endCode]))];
  const codes = await codesOf(tx, context, sent);
  const { unscoped, withRemoved } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(unscoped("code-item", "i"))
      .leftJoin(withRemoved("code-set", "s"), "s.id", "i.codeSetId")
      .where("i.code", "=", anyOf([...codes.values()]))
      .select([
        "i.code",
        "i.codeSetId",
        "i.layer",
        "i.codeFuncType",
        "i.digitSourceMark",
        "i.seqNo",
        "s.status as setStatus",
        "s.productId",
        "s.specId",
      ]),
  );
  const byCode = new Map(found.map((row) => [row.code ?? "", row]));
  return new Map(
    [...codes].flatMap(([text, code]) => {
      const row = byCode.get(code);
      return row === undefined ? [] : [[text, row] as const];
    }),
  );
}

/** Sequences that two segments share. */
const meet = (left: Sequence, right: Sequence): boolean =>
  left.codeSetId === right.codeSetId &&
  left.layer === right.layer &&
  left.codeFuncType === right.codeFuncType &&
  left.from <= right.to &&
  right.from <= left.to;

/** The segments of a document as sequences; refused with what is wrong with each. */
export async function sequencesOf(
  tx: Transaction,
  context: CommitContext,
  { lines, segments: sent }: { readonly lines: readonly DocumentLine[]; readonly segments: unknown },
): Promise<readonly Sequence[]> {
  const segments = sentSegments.parse(sent);
  const ends = await endCodes(tx, context, segments);
  const dialogFields = resourceNamed(context, "stock-in-doc").actions.find(({ name }) => name === "finishSeq")?.dialogFields[0];
  const issues: Issue[] = [];
  const sequences: Sequence[] = [];
  const refuse = (index: number, { field, code, message }: Fault): void => {
    const label = dialogFields?.fields.find(({ name }) => name === field)?.label ?? [field, field];
    issues.push({ code, path: ["segments", index, field], parameters: {}, label, message });
  };
  for (const [index, segment] of segments.entries()) {
    const line = lines.find(({ id }) => id === segment.docDetailId);
    const resolved = resolve(segment, line, { start: ends.get(segment.startCode), end: ends.get(segment.endCode) });
    if ("message" in resolved) refuse(index, resolved);
    else if (sequences.some((other) => meet(other, resolved)))
      refuse(index, fault("startCode", "duplicate", "与前面的序号段重叠", "Overlaps a segment before it"));
    else sequences.push(resolved);
  }
  if (issues.length > 0) throw invalidFields(issues);
  return sequences;
}
