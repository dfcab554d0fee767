// Sends what is scanned to the server in the order of the scans, one call at a time, while more is scanned. A call that fails loses nothing:
// the same scans are sent again as soon as the server answers, also after a reload, and the server knows them by their time.
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import { session } from "../../api/session.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { untilReachable } from "../../browser/connection.ts";
import { useInvalidateAfter, useWrite } from "../../data/queries/writes.ts";
import { judged, maxAtOnce, noScans, scanned, storedScans, toneOf, undone, type Scans, type Tone, type Verdict } from "./scans.ts";

/** Before what did not get through is sent once more. */
const pauseMs = 3000;

const severity: Readonly<Record<Tone, number>> = { good: 0, again: 1, layer: 2, bad: 3 };

/** The document that is scanned for, as the server knows it. */
interface ScannedDocument {
  readonly docKind: number;
  readonly docId: string;
}

interface ScanQueue {
  readonly scans: Scans;
  readonly isSending: boolean;
  /** Why scans or an undoing did not reach the server. */
  readonly failure?: ApiFailure;
  readonly scan: (code: string) => void;
  /** Takes back the last accepted scan of the document. */
  readonly undo: () => void;
  /** Sends again what could not be sent. */
  readonly retry: () => void;
}

/** `onVerdict` hears of each answer: of several verdicts the worst. */
export function useScans({ docKind, docId }: ScannedDocument, onVerdict: (verdict: Verdict) => void): ScanQueue {
  const write = useWrite();
  const invalidate = useInvalidateAfter();
  // Of each person their own: nobody sends, or takes away, what another has scanned.
  const [storedAs] = useState(() => `scans-${session()?.user.userId ?? ""}-${docKind}-${docId}`);
  const [scans, setScans] = useState(() => storedScans(readStored(storedAs)?.content));
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSending, setSending] = useState(false);
  /** Nothing is sent before it is tried again. */
  const [isHeld, setHeld] = useState(false);
  const onVerdictNow = useRef(onVerdict);
  onVerdictNow.current = onVerdict;

  /** One call at a time; what it answers is taken over unless it fails. */
  const send = useCallback(
    async (path: string, body: unknown, takeOver: (answer: unknown) => void) => {
      setSending(true);
      try {
        takeOver(await write({ path, body, resource: "scan-record" }));
        setFailure(undefined);
      } catch (error) {
        setFailure(failureOf(error));
        setHeld(true);
      } finally {
        setSending(false);
      }
    },
    [write],
  );

  useEffect(() => {
    if (isSending || isHeld || scans.waiting.length === 0) return;
    const sent = scans.waiting.slice(0, maxAtOnce);
    const body = sent.map(({ code, scanTime }) => ({ docKind, docId, code, scanTime }));
    void send("/digit-bind/scan-record/submit", body, (answer) => {
      setScans((now) => judged(now, sent, answer));
      const worst = [...judged(noScans, sent, answer).verdicts].sort((left, right) => severity[toneOf(right)] - severity[toneOf(left)])[0];
      if (worst !== undefined) onVerdictNow.current(worst);
    });
  }, [isSending, isHeld, scans.waiting, send, docKind, docId]);

  // Kept until the server has them, so that neither a reload nor a closed browser loses a scan.
  useEffect(() => {
    if (scans.waiting.length === 0) removeStored(storedAs);
    else
      writeStored(
        storedAs,
        scans.waiting.map(({ code, scanTime }) => ({ code, scanTime })),
      );
  }, [scans.waiting, storedAs]);

  // What did not get through is sent by itself once the server answers; what was refused waits for the person.
  useEffect(() => {
    if (!isHeld || failure === undefined || (failure.status !== 0 && failure.status < 500)) return;
    let isCurrent = true;
    const timer = setTimeout(() => void untilReachable().then(() => isCurrent && setHeld(false)), pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isHeld, failure]);

  // The lines below the document show what was scanned once the dialog is gone.
  useEffect(() => () => invalidate("doc-detail"), [invalidate]);

  return {
    scans,
    isSending,
    ...(failure === undefined ? {} : { failure }),
    scan: useCallback((code) => setScans((now) => scanned(now, code, new Date())), []),
    undo: useCallback(
      () => void send("/digit-bind/scan-record/undo", { docKind, docId }, (answer) => setScans((now) => undone(now, answer))),
      [send, docKind, docId],
    ),
    retry: useCallback(() => setHeld(false), []),
  };
}
