// A sheet of QR labels for codes in a row of a generation record or of a set: laid out, looked at, and printed.
import { Button, Checkbox, Input, Select } from "antd";
import { use, useDeferredValue, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../i18n/use-translation.ts";
import { WholeNumber } from "../inputs/whole-number.tsx";
import { groupDigits } from "../../fields/digits.ts";
import { DialogFoot, DialogFrame } from "../forms/dialogs/dialog-frame.tsx";
import { addTexts } from "../i18n/index.ts";
import { addressKinds, labelsIn, papers, sheetsOf, type Labels, type Layout, type Paper } from "../codes/labels/labels.ts";
import { Sheet } from "../codes/labels/sheet.tsx";
import { FailureNote, Note, RowsSkeleton } from "../ui/states/list-notes.tsx";
import { useRead } from "../data/queries/reads.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";

const texts = addTexts("labels");
const width = 920;
const defaultLayout: Layout = { paper: "a4", rows: 8, columns: 4, address: "verify", showsCode: true, showsProduct: true, words: "" };
const maxima = { rows: 30, columns: 12, words: 40 } as const;
/** Until the server has said how many labels one print may have. */
const defaultMax = 500;

interface Range {
  readonly layer: string;
  readonly from: number;
  readonly num: number;
}

interface FieldProps {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Field({ label, isWide = false, children }: FieldProps) {
  return (
    <label className={isWide ? "tm-wide" : undefined}>
      <span>{label}</span>
      {children}
    </label>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, value, max, onChange }: NumberProps) {
  return (
    <Field label={label}>
      <WholeNumber name={label} min={1} max={max} value={value} onChange={(next) => next !== undefined && onChange(next)} />
    </Field>
  );
}

interface OptionsProps {
  readonly labels: Labels | undefined;
  readonly range: Range;
  readonly layout: Layout;
  readonly onRange: (range: Range) => void;
  readonly onLayout: (layout: Layout) => void;
}

function Options({ labels, range, layout, onRange, onLayout }: OptionsProps) {
  const { t } = useTranslation();
  const kinds = addressKinds.filter(
    (kind) => kind === "verify" || (labels?.labels.some(({ addresses }) => addresses[kind] !== undefined) ?? false),
  );
  const paperName = (paper: Paper): string => (paper === "a4wide" ? t("labels.wide", { paper: papers[paper].text }) : papers[paper].text);
  const all = Object.keys(papers).filter((name): name is Paper => name in papers);
  return (
    <div className="tm-labels-options">
      {(labels?.lines.length ?? 0) > 1 && (
        <Field label={t("labels.layer")} isWide>
          <Select
            aria-label={t("labels.layer")}
            value={range.layer === "" ? String(labels?.layer ?? "") : range.layer}
            onChange={(layer) => onRange({ ...range, layer, from: 1 })}
            options={
              labels?.lines.map(({ layer, name, num }) => ({ value: String(layer), label: `${name} (${groupDigits(String(num))})` })) ?? []
            }
          />
        </Field>
      )}
      <NumberField label={t("labels.from")} value={range.from} max={999_999_999} onChange={(from) => onRange({ ...range, from })} />
      <NumberField
        label={t("labels.num", { most: labels?.max ?? defaultMax })}
        value={range.num}
        max={labels?.max ?? defaultMax}
        onChange={(num) => onRange({ ...range, num })}
      />
      <Field label={t("labels.paper")} isWide>
        <Select
          aria-label={t("labels.paper")}
          value={layout.paper}
          onChange={(paper) => onLayout({ ...layout, paper })}
          options={all.map((paper) => ({ value: paper, label: paperName(paper) }))}
        />
      </Field>
      <NumberField label={t("labels.rows")} value={layout.rows} max={maxima.rows} onChange={(rows) => onLayout({ ...layout, rows })} />
      <NumberField
        label={t("labels.columns")}
        value={layout.columns}
        max={maxima.columns}
        onChange={(columns) => onLayout({ ...layout, columns })}
      />
      <Field label={t("labels.address")} isWide>
        <Select
          aria-label={t("labels.address")}
          value={layout.address}
          onChange={(address) => onLayout({ ...layout, address })}
          options={kinds.map((kind) => ({ value: kind, label: t(`labels.kinds.${kind}`) }))}
        />
      </Field>
      <Checkbox
        className="tm-wide"
        checked={layout.showsCode}
        onChange={({ target }) => onLayout({ ...layout, showsCode: target.checked })}
      >
        {t("labels.showCode")}
      </Checkbox>
      <Checkbox
        className="tm-wide"
        checked={layout.showsProduct}
        onChange={({ target }) => onLayout({ ...layout, showsProduct: target.checked })}
      >
        {t("labels.showProduct")}
      </Checkbox>
      <Field label={t("labels.words")} isWide>
        <Input maxLength={maxima.words} value={layout.words} onChange={({ target }) => onLayout({ ...layout, words: target.value })} />
      </Field>
    </div>
  );
}

/** Default export, because it is loaded lazily. */
export default function CodeLabelsDialog({ title, values, onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const [range, setRange] = useState<Range>({ layer: "", from: 1, num: defaultLayout.rows * defaultLayout.columns });
  const [layout, setLayout] = useState(defaultLayout);
  const deferredRange = useDeferredValue(range);
  const query = {
    id: values["id"] ?? "",
    from: String(deferredRange.from),
    num: String(deferredRange.num),
    ...(deferredRange.layer === "" ? {} : { layer: deferredRange.layer }),
  };
  const { value, failure, refetch } = useRead({ path: values["source"] ?? "", query }, labelsIn);
  // The sheet before stays while other codes are on their way.
  const latest = useRef<Labels>(undefined);
  if (value !== undefined && value !== null) latest.current = value;
  const labels = value ?? latest.current;
  const sheets = sheetsOf(labels?.labels ?? [], layout);
  const [first] = sheets;
  const isReady = value !== undefined && value !== null && first !== undefined;
  const preview = (): ReactNode => {
    if (failure !== undefined) return <FailureNote title={t("labels.failed")} message={failure.message} onRetry={refetch} />;
    if (labels === undefined) return <RowsSkeleton />;
    if (first === undefined) return <Note icon="inbox" title={t("labels.noneHere")} />;
    return (
      <>
        <p className="tm-soft" role="status">
          {t("labels.sheets", { num: labels.labels.length, sheets: sheets.length })}
        </p>
        <div className="tm-sheet-preview">
          <Sheet labels={first} layout={layout} />
        </div>
      </>
    );
  };
  return (
    <DialogFrame title={title} width={width} ignoresMaskClick={false} onClose={onClose}>
      <div className="tf-dialog-body">
        <div className="tm-labels">
          <Options labels={labels} range={range} layout={layout} onRange={setRange} onLayout={setLayout} />
          <div aria-busy={value === undefined && failure === undefined}>{preview()}</div>
        </div>
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{t("common.close")}</Button>
        <Button type="primary" disabled={!isReady} onClick={() => globalThis.print()}>
          {t("labels.print")}
        </Button>
      </DialogFoot>
      {isReady &&
        createPortal(
          <div className="tm-print-root" data-paper={layout.paper} aria-hidden="true">
            {sheets.map((sheet) => (
              <Sheet key={sheet[0]?.code ?? ""} labels={sheet} layout={layout} />
            ))}
          </div>,
          document.body,
        )}
    </DialogFrame>
  );
}
