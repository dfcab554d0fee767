// The designer of a report: fields on the left, shelves on the right, and below them the figures as they are while it is edited.
import { Button, Form, Select } from "antd";
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import type { OfferedField, ReportDefinition } from "../../schema/report.ts";
import { useSaveKey } from "../forms/dialogs/dialog-frame.tsx";
import { RouteGuard } from "../forms/dialogs/route-guard.tsx";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../forms/dialogs/unsaved-guard.ts";
import { Guide } from "../ui/states/list-notes.tsx";
import { DesignOptions } from "./design-options.tsx";
import { emptyDefinition, put, runnable, shelves, type Shelf } from "./design.ts";
import { FieldList, hasRoom } from "./field-list.tsx";
import { LivePreview } from "./live-preview.tsx";
import { NamesDialog, type ReportNames } from "./names-dialog.tsx";
import { ShelfBox } from "./shelf.tsx";
import { TemplateList } from "./template-list.tsx";
import { useOfferedFields, useOfferedResources } from "./use-report.ts";

/** Milliseconds after the last change. */
const pause = 500;

function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

interface DesignerProps {
  readonly begin: ReportDefinition | undefined;
  readonly names: ReportNames;
  readonly isNew: boolean;
  readonly children?: ReactNode;
  /** Answers whether it was stored. */
  readonly onSave: (definition: ReportDefinition, names: ReportNames, isCopy: boolean) => Promise<boolean>;
}

export function Designer({ begin, names, isNew, children, onSave }: DesignerProps): ReactNode {
  const { t } = useTranslation();
  const [definition, setDefinition] = useState(begin);
  const [past, setPast] = useState<readonly (ReportDefinition | undefined)[]>([]);
  const [asking, setAsking] = useState<"save" | "copy">();
  const [isSaving, setSaving] = useState(false);
  const stored = useRef(JSON.stringify(begin));
  const guard = useDirtyGuard();
  const { ask } = useUnsavedGuard(guard);
  const form = useRef<{ isDirty(): boolean }>(null);
  form.current = { isDirty: () => JSON.stringify(definition) !== stored.current };
  useDirtyForm(guard, form);
  const resources = useOfferedResources();
  const offered = useOfferedFields(definition?.resource ?? "");
  const fields = useMemo(() => new Map((offered.value ?? []).map((field) => [field.path, field])), [offered.value]);
  const debounced = useDebounced(definition);
  const [naming] = Form.useForm<ReportNames>();

  const next = (changed: ReportDefinition | undefined) => {
    setPast([...past.slice(-49), definition]);
    setDefinition(changed);
  };
  const preview = useRef<HTMLElement>(null);
  const hasChosenTemplate = useRef(false);
  // The button of a template leaves the page: the focus goes to what it has made.
  useEffect(() => {
    if (hasChosenTemplate.current) preview.current?.focus();
    hasChosenTemplate.current = false;
  }, [definition]);
  const chooseTemplate = (made: ReportDefinition) => {
    hasChosenTemplate.current = true;
    next(made);
  };
  const undo = () => {
    setDefinition(past.at(-1));
    setPast(past.slice(0, -1));
  };
  const add = (shelf: Shelf, field: OfferedField | undefined) => {
    if (definition !== undefined && field !== undefined && hasRoom(definition, shelf)) next(put(definition, shelf, field));
  };
  const save = async (given: ReportNames, isCopy: boolean) => {
    if (definition === undefined) return;
    setSaving(true);
    const sent = runnable(definition);
    if (await onSave(sent, given, isCopy)) {
      stored.current = JSON.stringify(definition);
      release(guard);
      setAsking(undefined);
    }
    setSaving(false);
  };
  const askOrSave = () => (isNew ? setAsking("save") : void save(names, false));
  useSaveKey(() => {
    if (isSaving) return;
    if (asking !== undefined) naming.submit();
    else if (definition !== undefined) askOrSave();
  });
  const areas = useMemo(() => {
    const found = new Map<string, { value: string; label: string }[]>();
    for (const { name, label, area } of resources.value ?? []) found.set(area, [...(found.get(area) ?? []), { value: name, label }]);
    return [...found].map(([label, options]) => ({ label, options }));
  }, [resources.value]);
  return (
    <>
      <RouteGuard guard={guard} ask={ask} />
      <div className="tm-designer-more">
        <label htmlFor="report-resource">{t("reports.resource")}</label>
        <Select
          id="report-resource"
          showSearch
          optionFilterProp="label"
          style={{ minWidth: 220 }}
          placeholder={t("reports.chooseResource")}
          value={definition?.resource}
          loading={resources.isBusy}
          onChange={(resource: string) => next(emptyDefinition(resource))}
          options={areas}
        />
        <Button disabled={past.length === 0} onClick={undo}>
          {t("reports.undo")}
        </Button>
        <Button type="primary" disabled={definition === undefined} loading={isSaving} onClick={askOrSave}>
          {t("reports.save")}
        </Button>
        {!isNew && <Button onClick={() => setAsking("copy")}>{t("reports.saveAs")}</Button>}
        {children}
      </div>
      {definition === undefined ? (
        <>
          <Guide
            icon="bar-chart"
            title={t("reports.begin")}
            text={t("reports.purpose")}
            steps={[t("reports.step1"), t("reports.step2"), t("reports.step3")]}
          />
          <TemplateList resources={resources.value ?? []} onChoose={chooseTemplate} />
        </>
      ) : (
        <div className="tm-designer">
          <FieldList fields={offered.value ?? []} definition={definition} onPut={add} />
          <div>
            <div className="tm-designer-shelves">
              {shelves.map((shelf) => (
                <Suspense key={shelf} fallback={null}>
                  <ShelfBox
                    shelf={shelf}
                    definition={definition}
                    fields={fields}
                    onChange={next}
                    onDrop={(path) => add(shelf, fields.get(path))}
                  />
                </Suspense>
              ))}
            </div>
            <DesignOptions definition={definition} fields={fields} onChange={next} />
            <LivePreview ref={preview} definition={definition} settled={debounced} offered={offered.value} onTemplate={chooseTemplate} />
          </div>
        </div>
      )}
      {asking !== undefined && (
        <NamesDialog
          form={naming}
          names={names}
          isCopy={asking === "copy"}
          isSaving={isSaving}
          onSave={(given) => void save(given, asking === "copy")}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
