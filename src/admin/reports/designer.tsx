// The designer of a report: fields on the left, shelves on the right, and below them the figures as they are while it is edited.
import { Button, Form, Input, Modal, Select, type InputRef } from "antd";
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { chartTypes, reportLimits, type ChartType, type ReportDefinition } from "../../schema/report.ts";
import { useSaveKey } from "../forms/dialogs/dialog-frame.tsx";
import { RouteGuard } from "../forms/dialogs/route-guard.tsx";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../forms/dialogs/unsaved-guard.ts";
import { WholeNumber } from "../inputs/whole-number.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { Guide } from "../ui/states/list-notes.tsx";
import { PopButton } from "../ui/panels/pop-button.tsx";
import { PopMenu } from "../ui/panels/pop.tsx";
import { templatesOf } from "../../schema/report-templates.ts";
import { TemplateList, templateName } from "./template-list.tsx";
import { emptyDefinition, isBare, itemsOn, put, runnable, shelves, type Shelf } from "./design.ts";
import { ReportView } from "./report-view.tsx";
import { ShelfBox } from "./shelf.tsx";
import { useOfferedFields, useOfferedResources, useTrial, type OfferedField } from "./use-report.ts";

/** Milliseconds after the last change. */
const pause = 500;

/** As in every form: the star stands behind the label. */
const markedLabel = (label: ReactNode, { required }: { readonly required: boolean }): ReactNode => (
  <span className={required ? "tf-required" : ""}>{label}</span>
);

/** How a report is named. */
export interface ReportNames {
  readonly name: string;
  readonly nameEn: string;
  readonly remark: string;
}

function useLater<T>(value: T): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

interface FieldListProps {
  readonly fields: readonly OfferedField[];
  readonly definition: ReportDefinition;
  readonly onPut: (shelf: Shelf, field: OfferedField) => void;
}

const maxOn: Readonly<Record<Shelf, number>> = { rows: reportLimits.rows, across: reportLimits.across, columns: reportLimits.columns, totals: reportLimits.totals, filters: reportLimits.filters }; // prettier-ignore

function FieldList({ fields, definition, onPut }: FieldListProps): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const groups = useMemo(() => {
    const wanted = fields.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
    const found = new Map<string, OfferedField[]>();
    for (const field of wanted) found.set(field.of ?? "", [...(found.get(field.of ?? "") ?? []), field]);
    return [...found];
  }, [fields, search]);
  return (
    <section className="tm-designer-fields" aria-label={t("reports.fields")}>
      <Input
        allowClear
        aria-label={t("reports.findField")}
        placeholder={t("reports.findField")}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {groups.length === 0 && <p className="tm-soft">{t("reports.noField")}</p>}
      {groups.map(([of, members]) => (
        <div key={of}>
          <h2>{of === "" ? t("reports.ownFields") : of}</h2>
          <ul>
            {members.map((field) => (
              <li
                key={field.path}
                className="tm-designer-field"
                draggable
                onDragStart={(event) => event.dataTransfer.setData("text/plain", field.path)}
              >
                <span title={field.label}>{field.label}</span>
                <PopButton
                  label={t("reports.addField", { name: field.label })}
                  opens="menu"
                  className="tm-icon-button tm-designer-add"
                  face={<Icon name="plus" size={14} />}
                >
                  {(anchor, close) => (
                    <PopMenu
                      anchor={anchor}
                      label={t("reports.addField", { name: field.label })}
                      items={shelves.map((shelf) => ({
                        key: shelf,
                        label: t(`reports.add.${shelf}`),
                        isDisabled: itemsOn(definition, shelf).length >= maxOn[shelf],
                      }))}
                      onPick={(key) => {
                        const shelf = shelves.find((one) => one === key);
                        if (shelf !== undefined) onPut(shelf, field);
                      }}
                      onClose={close}
                    />
                  )}
                </PopButton>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
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
  const later = useLater(definition);
  const wanted = useMemo(() => (later === undefined ? undefined : runnable(later)), [later]);
  const trial = useTrial(wanted);
  const [naming] = Form.useForm<ReportNames>();
  const nameInput = useRef<InputRef>(null);

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
    if (definition !== undefined && field !== undefined && itemsOn(definition, shelf).length < maxOn[shelf])
      next(put(definition, shelf, field));
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
  const templates = useMemo(
    () =>
      definition === undefined || !isBare(definition)
        ? []
        : templatesOf(definition.resource, offered.value ?? []).map((template) => ({
            name: templateName(t, template),
            made: template.made,
          })),
    [definition, offered.value, t],
  );
  const sentences = trial.failure === undefined ? [] : [trial.failure.message, ...trial.failure.issues.map(({ message }) => message)];
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
            <div className="tm-designer-more">
              <label htmlFor="report-sort">{t("reports.sort")}</label>
              <Select
                id="report-sort"
                style={{ minWidth: 140 }}
                value={definition.sort?.total ?? -1}
                onChange={(total) => next({ ...definition, sort: total < 0 ? {} : { total, descending: true } })}
                options={[{ value: -1, label: t("reports.sortGroups") }, ...definition.totals.map(({ of, field }, index) => ({ value: index, label: `${field === undefined ? "" : (fields.get(field)?.label ?? field)} ${t(`reports.aggregate.${of}`)}`.trim() }))]} // prettier-ignore
              />
              <Select
                aria-label={t("reports.direction")}
                value={definition.sort?.descending === true}
                onChange={(descending) => next({ ...definition, sort: { ...definition.sort, descending } })}
                options={[{ value: false, label: t("reports.ascending") }, { value: true, label: t("reports.descending") }]} // prettier-ignore
              />
              <label htmlFor="report-limit">{t("reports.limit")}</label>
              <WholeNumber
                id="report-limit"
                isOptional
                min={1}
                max={reportLimits.groups}
                value={definition.limit}
                onChange={(limit) => {
                  const { limit: _limit, ...rest } = definition;
                  next(limit === undefined ? rest : { ...rest, limit });
                }}
              />
              <label htmlFor="report-chart">{t("reports.chartType")}</label>
              <Select<ChartType | "">
                id="report-chart"
                style={{ minWidth: 100 }}
                value={definition.chart?.type ?? ""}
                onChange={(type) => {
                  const { chart, ...rest } = definition;
                  next(type === "" ? rest : { ...rest, chart: { total: chart?.total ?? 0, type } });
                }}
                options={[{ value: "", label: t("reports.chartNone") }, ...chartTypes.map((type) => ({ value: type, label: t(`reports.chartTypes.${type}`) }))]} // prettier-ignore
              />
            </div>
            <section
              ref={preview}
              tabIndex={-1}
              className={`tm-designer-live${trial.isBusy ? " is-busy" : ""}`}
              aria-label={t("reports.preview")}
              aria-busy={trial.isBusy}
            >
              {sentences.length > 0 ? (
                <p className="tm-designer-error" role="alert">
                  {[...new Set(sentences)].join("；")}
                </p>
              ) : (
                <>
                  {templates.length > 0 && (
                    <p className="tm-designer-templates">
                      <span>{t("reports.templates")}</span>
                      {templates.map(({ name, made }) => (
                        <Button key={name} size="small" onClick={() => chooseTemplate({ ...definition, ...made })}>
                          {name}
                        </Button>
                      ))}
                    </p>
                  )}
                  {trial.value !== undefined && <ReportView answer={trial.value} beginsDrawn />}
                </>
              )}
            </section>
          </div>
        </div>
      )}
      {asking !== undefined && (
        <Modal
          open
          title={asking === "copy" ? t("reports.saveAs") : t("reports.saveReport")}
          okText={t("reports.save")}
          confirmLoading={isSaving}
          okButtonProps={{ htmlType: "submit", form: "report-names" }}
          onCancel={() => setAsking(undefined)}
          // Not before it is open: nothing takes the focus in a hidden dialog.
          afterOpenChange={(isOpen) => isOpen && nameInput.current?.focus()}
        >
          <Form<ReportNames>
            id="report-names"
            form={naming}
            requiredMark={markedLabel}
            layout="vertical"
            initialValues={names}
            onFinish={(given) => void save(given, asking === "copy")}
          >
            <Form.Item
              name="name"
              label={t("reports.name")}
              rules={[{ required: true, whitespace: true, message: t("reports.nameMissing") }]}
            >
              <Input ref={nameInput} maxLength={100} />
            </Form.Item>
            <Form.Item name="nameEn" label={t("reports.nameEn")}>
              <Input maxLength={100} />
            </Form.Item>
            <Form.Item name="remark" label={t("reports.remark")}>
              <Input.TextArea maxLength={500} rows={3} />
            </Form.Item>
          </Form>
        </Modal>
      )}
    </>
  );
}
