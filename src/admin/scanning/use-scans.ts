// Sends what is scanned to the server in the order of the scans, one call at a time, while more is scanned. A call that fails loses nothing:
// the same scans are sent again, and the server knows them by their time.
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, type ApiFailure } from "../api/failure.ts";
import { useInvalidateAfter, useWrite } from "../queries/writes.ts";
import { judged, mostAtOnce, noScans, scanned, toneOf, undone, type Scans, type Tone, type Verdict } from "./scans.ts";

const severity: Readonly<Record<Tone, number>> = { good: 0, again: 1, layer: 2, bad: 3 };

/** The document that is scanned for, as the server knows it. */
export interface ScannedDocument {
  readonly docKind: number;
  readonly docId: string;
}

export interface ScanQueue {
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
  const [scans, setScans] = useState(noScans);
  const [failure, setFailure] = useState<ApiFailure>();
  const [isSending, setSending] = useState(false);
  const told = useRef(onVerdict);
  told.current = onVerdict;

  /** One call at a time; what it answers is taken over unless it fails. */
  const send = useCallback(
    async (path: string, body: unknown, takeOver: (answer: unknown) => void) => {
      setSending(true);
      setFailure(undefined);
      try {
        takeOver(await write({ path, body, resource: "scan-record" }));
      } catch (error) {
        setFailure(failureOf(error));
      } finally {
        setSending(false);
      }
    },
    [write],
  );

  useEffect(() => {
    if (isSending || failure !== undefined || scans.waiting.length === 0) return;
    const sent = scans.waiting.slice(0, mostAtOnce);
    const body = sent.map(({ code, scanTime }) => ({ docKind, docId, code, scanTime }));
    void send("/digit-bind/scan-record/submit", body, (answer) => {
      setScans((now) => judged(now, sent, answer));
      const worst = [...judged(noScans, sent, answer).verdicts].sort((left, right) => severity[toneOf(right)] - severity[toneOf(left)])[0];
      if (worst !== undefined) told.current(worst);
    });
  }, [isSending, failure, scans.waiting, send, docKind, docId]);

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
    retry: useCallback(() => setFailure(undefined), []),
  };
}
