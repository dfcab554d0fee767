// How a proposed definition would look: its list and its form, drawn by the components that draw every screen, from the JSON that
// `npm run generate` would write.
import { Tabs } from "antd";
import { useId, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Screen } from "../../../schema/screen.ts";
import { rightsFrom } from "../../access/use-rights.ts";
import { ResourceForm } from "../../forms/form/resource-form.tsx";
import { initialValues } from "../../inputs/values/values.ts";
import { formOf } from "../../inputs/values/form-definition.ts";
import { useLanguage } from "../../i18n/language.ts";
import type { Row } from "../../api/wire-data.ts";
import type { ListData } from "../../screens/data/list-data.ts";
import { ListFrame } from "../../screens/list/list-frame.tsx";
import { useListUrlState } from "../../screens/list/list-url-state.ts";
import { searchFields } from "../../screens/search/search-fields.ts";
import "../../screens/screens.css";
import "../../forms/forms.css";

const nothing = () => undefined;
const noRow: Row = {};
const noRows: ListData = {
  rows: [],
  total: 0,
  isPaged: true,
  firstNumber: 1,
  isLoading: false,
  isBusy: false,
  failure: undefined,
  refresh: nothing,
};

function ListPreview({ screen }: { readonly screen: Screen }) {
  const language = useLanguage();
  const rights = useMemo(() => rightsFrom(() => true, true), []);
  const searched = useMemo(() => searchFields(screen, true), [screen]);
  const urlState = useListUrlState(screen.fields, searched);
  // It is looked at, and nothing of it may be pressed: there is no table behind it yet.
  return (
    <div inert className="tp-list">
      <ListFrame screen={screen} rights={rights} urlState={urlState} data={noRows} searched={searched} language={language} />
    </div>
  );
}

function FormPreview({ screen }: { readonly screen: Screen }) {
  const formId = useId();
  const form = useMemo(() => formOf(screen, "create", { isAdministrator: true }), [screen]);
  const initial = useMemo(() => initialValues(form.editable, noRow, new Date()), [form]);
  return <ResourceForm formId={formId} form={form} initial={initial} before={initial} record={initial} onSubmit={nothing} />;
}

/** Drawn anew for each other screen: a form keeps its fields while it lives. */
export function ScreenPreview({ screen, edition }: { readonly screen: Screen; readonly edition: number }) {
  const { t } = useTranslation();
  return (
    <Tabs
      size="small"
      items={[
        { key: "list", label: t("proposal.previewList"), children: <ListPreview key={edition} screen={screen} /> },
        { key: "form", label: t("proposal.previewForm"), children: <FormPreview key={edition} screen={screen} /> },
      ]}
    />
  );
}
