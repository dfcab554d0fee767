// Scanning for a stock document: a scanner types each code and Enter or Tab behind it, so the input keeps the focus, and the verdict on each
// is heard and seen from afar.
import { Alert, App, Button, Input, Progress, Skeleton, Switch, type InputRef } from "antd";
import { use, useCallback, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { readStored, writeStored } from "../browser/storage.ts";
import { DialogFoot, DialogFrame } from "../forms/dialogs/dialog-frame.tsx";
import { useDirtyGuard, useUnsavedGuard } from "../forms/dialogs/unsaved-guard.ts";
import { addTexts } from "../i18n/index.ts";
import { useLanguage } from "../i18n/language.ts";
import { FailureNote } from "../ui/states/list-notes.tsx";
import { useRead } from "../data/queries/reads.ts";
import { optionTags, type OptionTag } from "../codes/relations/option-tags.tsx";
import { linesIn, toneOf, type ScannedLine, type Scans, type Verdict } from "../codes/scanning/scans.ts";
import { playVerdict } from "../codes/scanning/sound.ts";
import { useScanner } from "../codes/scanning/use-scanner.ts";
import { useScans } from "../codes/scanning/use-scans.ts";
import { loadScreen } from "../data/screen-models/load.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";
import "./stock-scanning.css";

const texts = addTexts("scanning");
const width = 960;
const soundStoredAs = "scan-sound";
/** More lines than a document that people scan has. */
const maxLines = "200";

/** What the last scan has come to; large, in the colour of its verdict. */
function LastVerdict({
  verdict,
  isSending,
  tagOf,
}: {
  readonly verdict: Verdict | undefined;
  readonly isSending: boolean;
  readonly tagOf: OptionTag;
}) {
  const { t } = useTranslation();
  const tone = verdict === undefined || isSending ? "none" : verdict.isUndone === true ? "undone" : toneOf(verdict);
  const message: ReactNode = isSending
    ? t("scanning.sending")
    : verdict === undefined
      ? t("scanning.ready")
      : verdict.isUndone === true
        ? t("scanning.undone")
        : verdict.isAccepted
          ? t("scanning.accepted")
          : tagOf("rejectReason", verdict.reason);
  return (
    <div className="tm-scan-verdict" data-tone={tone} role="status">
      <strong>{message}</strong>
      {verdict === undefined || isSending ? null : <span className="tm-scan-code">{verdict.code}</span>}
      {verdict === undefined || isSending || verdict.note === "" ? null : <span className="tm-scan-note">{verdict.note}</span>}
    </div>
  );
}

function Lines({
  lines,
  counts,
  tagOf,
}: {
  readonly lines: readonly ScannedLine[];
  readonly counts: Scans["counts"];
  readonly tagOf: OptionTag;
}) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p className="tm-soft">{t("scanning.noLines")}</p>;
  return (
    <ul className="tm-scan-lines">
      {lines.map((line) => {
        const scanned = counts.get(line.id) ?? line.scanned;
        const percent = line.num === 0 ? 100 : Math.floor((scanned / line.num) * 100);
        return (
          <li key={line.id}>
            <div className="tm-scan-goods">
              <span>{line.goods}</span>
              {line.batchCode === "" ? null : <span className="tm-soft">{t("scanning.batch", { batch: line.batchCode })}</span>}
            </div>
            <div className="tm-scan-count">
              <b>{t("scanning.line", { scanned, num: line.num })}</b> {tagOf("layer", line.layer)}
            </div>
            <Progress
              aria-label={line.goods}
              percent={Math.min(percent, 100)}
              showInfo={false}
              status={scanned > line.num ? "exception" : scanned === line.num ? "success" : "normal"}
            />
          </li>
        );
      })}
    </ul>
  );
}

function History({ verdicts, tagOf }: { readonly verdicts: readonly Verdict[]; readonly tagOf: OptionTag }) {
  const { t } = useTranslation();
  if (verdicts.length === 0) return <p className="tm-soft">{t("scanning.noHistory")}</p>;
  return (
    // A long history scrolls, also for people without a mouse.
    <ol className="tm-scan-history" tabIndex={0} aria-label={t("scanning.history")}>
      {verdicts.map((verdict) => (
        <li key={verdict.key}>
          <span className="tm-scan-code">{verdict.code}</span>
          {verdict.isUndone === true ? (
            <span className="tm-soft">{t("scanning.undone")}</span>
          ) : verdict.isAccepted ? (
            <span className="tm-scan-good">{t("scanning.accepted")}</span>
          ) : (
            tagOf("rejectReason", verdict.reason)
          )}
          {verdict.isUndone === true || verdict.note === "" ? null : <span className="tm-soft tm-scan-said">{verdict.note}</span>}
        </li>
      ))}
    </ol>
  );
}

/** Whether each scan is heard; kept for the next time. */
function useSound(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => readStored(soundStoredAs)?.content !== false);
  const change = useCallback((next: boolean) => {
    writeStored(soundStoredAs, next);
    setOn(next);
  }, []);
  return [isOn, change];
}

/** Default export, because it is loaded lazily. */
export default function StockScanningDialog({ title = "", values, next, onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const language = useLanguage();
  const prefix = useId();
  const input = useRef<InputRef>(null);
  const [hasSound, setSound] = useSound();
  const record = use(loadScreen("scan-record"));
  const tagOf = optionTags(record?.fields ?? [], language);
  const document = { docKind: Number(values["docKind"]), docId: values["docId"] ?? "" };
  const query = { docKind: String(document.docKind), docId: document.docId, current: "1", size: maxLines };
  const { value: lines, failure: linesFailure, refetch } = useRead({ path: "/digit-bind/doc-detail/list", query }, linesIn);
  const { scans, isSending, failure, scan, undo, retry } = useScans(document, (judged) => {
    if (hasSound) playVerdict(toneOf(judged));
  });
  const { waiting, verdicts, counts } = scans;
  const accepted = verdicts.filter(({ isAccepted, isUndone }) => isAccepted && isUndone !== true).length;
  const refused = verdicts.filter(({ isAccepted }) => !isAccepted).length;

  const isComplete = lines !== undefined && lines.length > 0 && lines.every(({ id, num, scanned }) => (counts.get(id) ?? scanned) >= num);

  const { typed, setTyped, take } = useScanner(input, scan);
  const guard = useDirtyGuard();
  useUnsavedGuard(guard);
  useEffect(() => {
    guard.current = () => waiting.length > 0;
  }, [guard, waiting]);
  const back = () => input.current?.focus();
  const close = () => {
    if (waiting.length === 0) onClose();
    else
      modal.confirm({
        title: t("scanning.leave", { num: waiting.length }),
        okText: t("common.ok"),
        cancelText: t("common.cancel"),
        onOk: onClose,
      });
  };

  return (
    <DialogFrame
      title={[title, values["docNo"] ?? ""].filter((part) => part !== "").join(" ")}
      width={width}
      ignoresMaskClick
      onClose={close}
    >
      <div className="tf-dialog-body tm-scan">
        <section aria-label={title}>
          <label htmlFor={`${prefix}code`}>{t("scanning.code")}</label>
          <Input
            ref={input}
            id={`${prefix}code`}
            size="large"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={512}
            aria-describedby={`${prefix}hint`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={take}
          />
          <p id={`${prefix}hint`} className="tm-soft">
            {t("scanning.hint")}
          </p>
          <LastVerdict verdict={verdicts[0]} isSending={isSending} tagOf={tagOf} />
          {failure === undefined ? null : (
            <Alert
              type="error"
              showIcon
              role="alert"
              message={failure.message || t("scanning.failed")}
              {...(waiting.length === 0
                ? {}
                : {
                    description: t("scanning.waiting", { num: waiting.length }),
                    action: (
                      <Button
                        size="small"
                        onClick={() => {
                          retry();
                          back();
                        }}
                      >
                        {t("scanning.retry")}
                      </Button>
                    ),
                  })}
            />
          )}
          <h3>{t("scanning.history")}</h3>
          <p className="tm-soft">{t("scanning.overview", { accepted, refused })}</p>
          <History verdicts={verdicts} tagOf={tagOf} />
        </section>
        <section aria-labelledby={`${prefix}lines`}>
          <h3 id={`${prefix}lines`}>{t("scanning.lines")}</h3>
          {linesFailure !== undefined ? (
            <FailureNote message={linesFailure.message || t("scanning.linesFailed")} onRetry={refetch} />
          ) : lines === undefined ? (
            <Skeleton active title={false} paragraph={{ rows: 4 }} />
          ) : (
            <Lines lines={lines} counts={counts} tagOf={tagOf} />
          )}
        </section>
      </div>
      <DialogFoot>
        <Switch
          checked={hasSound}
          onChange={(isOn) => {
            setSound(isOn);
            back();
          }}
          className="tm-scan-sound"
          aria-label={t("scanning.sound")}
          checkedChildren={t("scanning.soundOn")}
          unCheckedChildren={t("scanning.soundOff")}
        />
        <Button
          disabled={isSending || waiting.length > 0}
          onClick={() => {
            undo();
            back();
          }}
        >
          {t("scanning.undo")}
        </Button>
        <Button onClick={close}>{t("scanning.close")}</Button>
        {next !== undefined && (
          <Button type={isComplete ? "primary" : "default"} disabled={isSending || waiting.length > 0} onClick={next.onPress}>
            {next.label}
          </Button>
        )}
      </DialogFoot>
    </DialogFrame>
  );
}
