// What the server says of a proposal, a moment after its last change: its findings, its file, its screen.
import { useEffect, useRef, useState } from "react";
import type { Proposal } from "../../../proposal/proposal.ts";
import { failureOf } from "../../api/failure.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { asPreview, type PreviewAnswer } from "./answers.ts";

/** Milliseconds after the last key before the server looks at what was typed. */
const pause = 400;

export interface ProposalPreview {
  readonly preview: PreviewAnswer | undefined;
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  /** Grows with each answer. */
  readonly edition: number;
}

export function usePreview(path: string, proposal: Proposal | undefined): ProposalPreview {
  const write = useWrite();
  const [preview, setPreview] = useState<PreviewAnswer>();
  const [failure, setFailure] = useState<string>();
  const [edition, setEdition] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  useEffect(() => {
    const turn = (latest.current += 1);
    const timer = setTimeout(() => {
      setBusy(true);
      write({ path: `${path}/preview`, body: proposal })
        .then((payload) => {
          if (turn !== latest.current) return;
          setPreview(asPreview(payload));
          setFailure(undefined);
          setEdition((old) => old + 1);
        })
        .catch((error: unknown) => {
          if (turn === latest.current) setFailure(failureOf(error).message);
        })
        .finally(() => {
          if (turn === latest.current) setBusy(false);
        });
    }, pause);
    return () => clearTimeout(timer);
  }, [proposal, path, write]);
  return { preview, failure, isBusy, edition };
}
