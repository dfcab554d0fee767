// What was scanned for a document in this dialog: codes on their way to the server, its verdicts, and the counts of the lines.
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";
import { localTimeOf } from "#schema/local-time";

interface Scan {
  readonly key: number;
  readonly code: string;
  /** With the code, what the server knows a scan by that is sent again. */
  readonly scanTime: string;
}

export interface Verdict extends Scan {
  readonly isAccepted: boolean;
  /** rejectReason of the scan record. */
  readonly reason: number;
  /** A sentence that says more than the reason; "" for none. */
  readonly note: string;
  readonly isUndone?: true;
}

/**
 * How a verdict is seen and heard: a code that is already there is no fault, but nothing was added; one of another layer wants the label of
 * another package, not other goods.
 */
export type Tone = "good" | "again" | "layer" | "bad";

const duplicate = 2;
const wrongLayer = 9;

export function toneOf({ isAccepted, reason }: Pick<Verdict, "isAccepted" | "reason">): Tone {
  if (isAccepted) return "good";
  return reason === duplicate ? "again" : reason === wrongLayer ? "layer" : "bad";
}

export interface ScannedLine {
  readonly id: string;
  readonly goods: string;
  readonly layer: number;
  readonly batchCode: string;
  readonly num: number;
  readonly scanned: number;
}

export interface Scans {
  readonly waiting: readonly Scan[];
  /** Newest first. */
  readonly verdicts: readonly Verdict[];
  /** Counts of lines that changed since they were loaded. */
  readonly counts: ReadonlyMap<string, number>;
  readonly nextKey: number;
}

/** As many as are sent at once; the server takes 200. */
export const maxAtOnce = 50;
/** Older verdicts of this dialog are in the scan records. */
const maxShown = 200;

export const noScans: Scans = { waiting: [], verdicts: [], counts: new Map(), nextKey: 1 };

/** The scans that waited when the page before this one was left; none where nothing of that kind is stored. */
export function storedScans(content: unknown): Scans {
  const waiting = rowsOf(content).map((row, index) => ({ key: index + 1, code: textOf(row["code"]), scanTime: textOf(row["scanTime"]) }));
  return { ...noScans, waiting, nextKey: waiting.length + 1 };
}

/** Takes up a code. The same code within one second is another scan, which the server would take for the first one sent again. */
export function scanned(scans: Scans, code: string, now: Date): Scans {
  const moments = new Set([...scans.waiting, ...scans.verdicts].filter((one) => one.code === code).map(({ scanTime }) => scanTime));
  const moment = new Date(now);
  while (moments.has(localTimeOf(moment))) moment.setSeconds(moment.getSeconds() + 1);
  const scan = { key: scans.nextKey, code, scanTime: localTimeOf(moment) };
  return { ...scans, waiting: [...scans.waiting, scan], nextKey: scans.nextKey + 1 };
}

function countIn(scans: Scans, answer: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const [line, scannedNum] = [textOf(answer["docDetailId"]), Number(answer["scannedNum"])];
  return line === "" || line === "-1" || scannedNum < 0 ? scans.counts : new Map([...scans.counts, [line, scannedNum]]);
}

/** Takes over the server's verdicts on the scans that were sent, in their order. */
export function judged(scans: Scans, sent: readonly Scan[], answers: unknown): Scans {
  const verdicts = rowsOf(answers);
  if (verdicts.length !== sent.length) throw new Error(`${sent.length} scans were sent, and ${verdicts.length} verdicts came back`);
  const keys = new Set(sent.map(({ key }) => key));
  return sent.reduce<Scans>(
    (state, scan, index) => {
      const answer = verdicts[index] ?? {};
      const verdict = {
        ...scan,
        isAccepted: Number(answer["accepted"]) === 1,
        reason: Number(answer["rejectReason"]),
        note: textOf(answer["rejectNote"]),
      };
      return { ...state, verdicts: [verdict, ...state.verdicts].slice(0, maxShown), counts: countIn(state, answer) };
    },
    { ...scans, waiting: scans.waiting.filter(({ key }) => !keys.has(key)) },
  );
}

/** Marks the scan that the server has taken back. */
export function undone(scans: Scans, answer: unknown): Scans {
  const facts = isRecord(answer) ? answer : {};
  const last = scans.verdicts.find(({ code, isAccepted, isUndone }) => code === textOf(facts["code"]) && isAccepted && isUndone !== true);
  return {
    ...scans,
    verdicts: scans.verdicts.map((verdict) => (verdict === last ? { ...verdict, isUndone: true } : verdict)),
    counts: countIn(scans, facts),
  };
}

/** The lines of a document. Same function at each rendering, as `useRead` asks. */
export function linesIn(payload: unknown): readonly ScannedLine[] {
  return rowsOf(payload).map((row) => ({
    id: textOf(row["id"]),
    goods: [textOf(row["productName"]), textOf(row["specName"])].filter((name) => name !== "").join(" · "),
    layer: Number(row["layer"]),
    batchCode: textOf(row["batchCode"]),
    num: Number(row["num"]),
    scanned: Number(row["scannedNum"]),
  }));
}
