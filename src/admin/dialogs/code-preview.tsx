// What the codes of a make rule look like, how many there can be, and how likely a guess hits one of them.
import { Skeleton } from "antd";
import { use, useDeferredValue, useId, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { groupDigits } from "../../fields/digits.ts";
import { isRecord, textOf } from "../api/wire-data.ts";
import { InfoDialog } from "../forms/dialogs/info-dialog.tsx";
import { addTexts } from "../i18n/index.ts";
import { ReadFailure } from "../ui/states/read-failure.tsx";
import { useRead } from "../data/queries/reads.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";
import { PreviewField } from "./preview-field.tsx";
import "./code-preview.css";

const texts = addTexts("codes");
const width = 640;

interface Preview {
  readonly name: string;
  readonly samples: readonly string[];
  readonly totalLength: string;
  readonly capacity: string;
  readonly madeNum: string;
  readonly mostNum: string;
  readonly isGuessable: boolean;
  /** "0": no code was made. */
  readonly guessOneIn: string;
  readonly guessProbability: string;
}

function previewIn(payload: unknown): Preview {
  const given = isRecord(payload) ? payload : {};
  const { samples } = given;
  return {
    name: textOf(given["name"]),
    samples: Array.isArray(samples) ? samples.map(textOf) : [],
    totalLength: textOf(given["totalLength"]),
    capacity: textOf(given["capacity"]),
    madeNum: textOf(given["madeNum"]),
    mostNum: textOf(given["mostNum"]),
    isGuessable: given["isGuessable"] === true,
    guessOneIn: textOf(given["guessOneIn"]),
    guessProbability: textOf(given["guessProbability"]),
  };
}

function Facts({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation();
  const guess = preview.isGuessable
    ? t("codes.guessable")
    : preview.guessOneIn === "0"
      ? t("codes.guessNone")
      : t("codes.guessOneIn", { probability: preview.guessProbability, guesses: groupDigits(preview.guessOneIn) });
  const facts = [
    ["codes.totalLength", preview.totalLength],
    ["codes.capacity", groupDigits(preview.capacity)],
    ["codes.madeNum", groupDigits(preview.madeNum)],
    ["codes.mostNum", groupDigits(preview.mostNum)],
    ["codes.guess", guess],
  ] as const;
  return (
    <dl className="tm-code-facts">
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: "contents" }}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Default export, because it is loaded lazily. */
export default function CodePreviewDialog({ title, values, dialogFields = [], onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const prefix = useId();
  const [planned, setPlanned] = useState("");
  const codeNum = useDeferredValue(planned);
  const query = { id: values["id"] ?? "", ...(codeNum === "" ? {} : { codeNum }) };
  const { value, failure, refetch } = useRead({ path: "/digit-manage/code-make-rule/preview", query }, previewIn);
  // What is shown stays while another count is looked at, and beside the refusal of one that is too large.
  const latest = useRef<Preview>(undefined);
  if (value !== undefined) latest.current = value;
  const preview = value ?? latest.current;
  const [field] = dialogFields;
  return (
    <InfoDialog title={title} width={width} onClose={onClose}>
      <div className="tf-dialog-body">
        <div className="tm-code-preview" aria-busy={value === undefined && failure === undefined}>
          {field === undefined ? null : <PreviewField className="tm-code-planned" field={field} value={planned} onChange={setPlanned} />}
          {failure === undefined ? null : (
            <ReadFailure message={failure.message || t("codes.failed")} onRetry={failure.status === 400 ? undefined : refetch} />
          )}
          {preview === undefined ? (
            failure === undefined && <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label={t("codes.loading")} />
          ) : (
            <>
              <Facts preview={preview} />
              <section aria-labelledby={`${prefix}samples`}>
                <h3 id={`${prefix}samples`}>{t("codes.samples")}</h3>
                <p className="tm-soft">{t(preview.isGuessable ? "codes.samplesNext" : "codes.samplesNote")}</p>
                <ul className="tm-code-samples">
                  {preview.samples.map((code) => (
                    <li key={code}>{code}</li>
                  ))}
                </ul>
              </section>
            </>
          )}
        </div>
      </div>
    </InfoDialog>
  );
}
