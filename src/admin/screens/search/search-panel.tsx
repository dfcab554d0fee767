// The search panel of a list: one input per searchable field. Input is applied by Enter or the button.
import { Button } from "antd";
import Input from "antd/es/input/Input";
import { lazy, memo, Suspense, useEffect, useId, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { language } from "../../i18n/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { mergedDraft, filledFilters, isFilled, type FilterValue, type FilterValues, type SearchDraft } from "./search-fields.ts";
import { narrow, useMedia } from "../../ui/hooks/use-media.ts";
// Here and not with the inputs alone: styles that come with the list are one file less to wait for.
import "../../forms/forms.css";

const KindSearchField = lazy(async () => ({ default: (await import("./kind-search-field.tsx")).KindSearchField }));

/** Fields shown before the panel is opened out. */
const shownWide = 3;
const shownNarrow = 1;

interface SearchPanelProps {
  /** Name of the listed rows. */
  readonly name: string;
  readonly fields: readonly ScreenField[];
  readonly filters: FilterValues;
  readonly onSearch: (filters: FilterValues) => void;
  /** Nothing is shown until something is searched for: the first field takes the focus, so that a scanner's code lands there. */
  readonly begins?: boolean;
  /** What else the list is chosen by, behind the buttons. The same at each rendering. */
  readonly beside?: ReactNode;
}

/** Gives the focus to a field once it is drawn; on a touch screen that would open the on-screen keyboard. */
function Focus({ id }: { readonly id: string }): null {
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) document.getElementById(id)?.focus({ preventScroll: true });
  }, [id]);
  return null;
}

function asText(value: FilterValue | undefined): string {
  return typeof value === "string" ? value : "";
}

export const SearchPanel = memo(function SearchPanel({ name, fields, filters, onSearch, begins = false, beside }: SearchPanelProps) {
  const { t } = useTranslation();
  const id = useId();
  const max = useMedia(narrow) ? shownNarrow : shownWide;
  const [draft, setDraft] = useState<SearchDraft>(filters);
  const [before, setBefore] = useState(filters);
  const [isOpen, setOpen] = useState(false);
  // The address may change without the panel: the back button, a removed chip. Later input stays.
  if (before !== filters) {
    setBefore(filters);
    setDraft(mergedDraft(draft, before, filters));
  }
  if (fields.length === 0) return beside === undefined ? null : <div className="tm-search-beside">{beside}</div>;

  const set = (field: string, value: FilterValue | undefined) => setDraft((old) => ({ ...old, [field]: value }));
  const submit = (event: FormEvent) => {
    // Dialogs beside the search are below it for React, and have forms of their own.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onSearch(filledFilters(draft));
  };
  const reset = () => {
    setDraft({});
    onSearch({});
  };
  // What narrows the list is always in view.
  const shown = isOpen ? fields : fields.filter((field, index) => index < max || isFilled(filters[field.name]));
  return (
    <form className="tm-search" role="search" aria-label={t("list.searchPanel", { name })} aria-keyshortcuts="/" onSubmit={submit}>
      {shown.map((field, index) => {
        const label = inLanguage(field.label, language());
        const inputId = `${id}${field.name}`;
        const focus = begins && index === 0 && <Focus id={inputId} />;
        return (
          <div key={field.name} className="tm-search-field">
            <label htmlFor={inputId} id={`${inputId}-label`}>
              {label}
            </label>
            {field.search === "like" ? (
              <Input
                id={inputId}
                value={asText(draft[field.name])}
                allowClear
                maxLength={255}
                onChange={(event) => set(field.name, event.target.value)}
              />
            ) : (
              <Suspense fallback={<span className="tm-search-pending" />}>
                <KindSearchField
                  id={inputId}
                  field={field}
                  label={label}
                  value={draft[field.name]}
                  values={draft}
                  onChange={(value) => set(field.name, value)}
                />
                {focus}
              </Suspense>
            )}
            {field.search === "like" && focus}
          </div>
        );
      })}
      <div className="tm-search-buttons" data-commands="">
        <Button type="primary" htmlType="submit" icon={<Icon name="search" />}>
          {t("list.search")}
        </Button>
        <Button onClick={reset}>{t("list.reset")}</Button>
        {(isOpen || shown.length < fields.length) && (
          <button type="button" className="tm-link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? "list.collapse" : "list.expand")}
            <Icon name={isOpen ? "up" : "down"} size={12} />
          </button>
        )}
        {beside}
      </div>
    </form>
  );
});
