// The messages of a list without rows: empty, no matches, failed, loading.
import { Button } from "antd";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { useFocusSuccessor } from "../keyboard/focus-successor.ts";
import { Pending } from "./pending.tsx";
import { Icon } from "../icons/icon.tsx";

interface NoteProps {
  readonly icon: string;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function Note({ icon, title, text, children }: NoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useFocusSuccessor(note);
  return (
    <div ref={note} className="tm-note">
      <Icon name={icon} size={36} className="tm-note-icon" />
      <p className="tm-note-title">{title}</p>
      {text !== undefined && <p className="tm-soft">{text}</p>}
      {children}
    </div>
  );
}

interface GuideProps extends NoteProps {
  /** How it works, one after the other. */
  readonly steps: readonly string[];
}

/** On a page that is empty until something is chosen: what it is for, and how it works. */
export function Guide({ steps, children, ...note }: GuideProps) {
  return (
    <Note {...note}>
      <ol className="tm-note-steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {children}
    </Note>
  );
}

interface EmptyNoteProps {
  readonly name: string;
  readonly isFiltered: boolean;
  /** Undefined: the person may not add. */
  readonly onAdd: (() => void) | undefined;
  /** Where no row is added here: the page on which one begins. */
  readonly begins?: { readonly label: string; readonly onOpen: () => void } | undefined;
  readonly onClear: () => void;
}

export function EmptyNote({ name, isFiltered, onAdd, begins, onClear }: EmptyNoteProps) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <Note icon="search" title={t("list.noMatch")} text={t("list.noMatchHint")}>
        <Button onClick={onClear}>{t("list.clearFilters")}</Button>
      </Note>
    );
  }
  if (onAdd === undefined)
    return (
      <Note icon="inbox" title={t("list.empty")} text={t("list.emptyLater")}>
        {begins !== undefined && (
          <Button type="primary" icon={<Icon name="plus" />} onClick={begins.onOpen}>
            {begins.label}
          </Button>
        )}
      </Note>
    );
  return (
    <Note icon="inbox" title={t("list.empty")} text={t("list.emptyHint", { name })}>
      <Button type="primary" icon={<Icon name="plus" />} onClick={onAdd}>
        {t("list.addNamed", { name })}
      </Button>
    </Note>
  );
}

interface FailureNoteProps {
  readonly message: string;
  /** What did not load; the list by default. */
  readonly title?: string;
  /** It only names what must be searched for first. */
  readonly isAsking?: boolean;
  readonly onRetry: () => void;
}

/** Whether a failure is only that something must be searched for first. */
export function isMissingFilter(failure: ApiFailure, searched: readonly ScreenField[]): boolean {
  return (
    failure.issues.length > 0 &&
    failure.issues.every(({ code, path }) => code === "required" && searched.some(({ name }) => name === path[0]))
  );
}

export function FailureNote({ message, title, isAsking = false, onRetry }: FailureNoteProps) {
  const { t } = useTranslation();
  if (isAsking) return <Note icon="search" title={message} />;
  return (
    <div role="alert">
      <Note icon="warning" title={title ?? t("list.failed")} text={message}>
        <Button onClick={onRetry}>{t("common.retry")}</Button>
      </Note>
    </div>
  );
}

interface NeedsNoteProps {
  readonly fields: readonly ScreenField[];
  /** Of these fields one must be searched for. */
  readonly names: readonly string[];
  readonly language: Language;
}

/** Above rows that are still those of before, since they could not be read anew. */
export function StaleNote({ message, onRetry }: Pick<FailureNoteProps, "message" | "onRetry">) {
  const { t } = useTranslation();
  return (
    <div className="tm-stale" role="alert">
      <span>{t("list.stale", { message })}</span>
      <Button size="small" onClick={onRetry}>
        {t("common.retry")}
      </Button>
    </div>
  );
}

/** Instead of rows that nobody has asked for yet. */
export function NeedsNote({ fields, names, language }: NeedsNoteProps) {
  const { t } = useTranslation();
  const labels = [
    ...new Set(names.flatMap((name) => fields.filter((field) => field.name === name).map(({ label }) => inLanguage(label, language)))),
  ];
  const title = labels.length === 1 ? t("figures.ask", { field: labels[0] }) : t("list.askFirst", { names: labels.join(t("list.or")) });
  return <Note icon="search" title={title} />;
}

/** The grey shape of rows that are on their way for the first time. */
export function RowsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="tm-rows-skeleton">
      <Pending label={t("list.loadingRows")} />
      {Array.from({ length: 8 }, (_one, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
