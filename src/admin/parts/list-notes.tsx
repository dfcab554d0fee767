// The messages of a list without rows: empty, no matches, failed, loading.
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ScreenField } from "../../schema/screen.ts";
import type { ApiFailure } from "../api/failure.ts";
import { Icon } from "../icons/icon.tsx";

interface NoteProps {
  readonly icon: string;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function Note({ icon, title, text, children }: NoteProps) {
  return (
    <div className="tm-note">
      <Icon name={icon} size={36} className="tm-note-icon" />
      <p className="tm-note-title">{title}</p>
      {text !== undefined && <p className="tm-soft">{text}</p>}
      {children}
    </div>
  );
}

interface EmptyNoteProps {
  readonly name: string;
  readonly isFiltered: boolean;
  /** Undefined: the person may not add. */
  readonly onAdd: (() => void) | undefined;
  readonly onClear: () => void;
}

export function EmptyNote({ name, isFiltered, onAdd, onClear }: EmptyNoteProps) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <Note icon="search" title={t("list.noMatch")} text={t("list.noMatchHint")}>
        <Button onClick={onClear}>{t("list.clearFilters")}</Button>
      </Note>
    );
  }
  if (onAdd === undefined) return <Note icon="inbox" title={t("list.empty")} />;
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
export function asksFor(failure: ApiFailure, searched: readonly ScreenField[]): boolean {
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

/** The grey shape of rows that are on their way for the first time. */
export function RowsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="tm-rows-skeleton" role="status" aria-label={t("list.loadingRows")}>
      {Array.from({ length: 8 }, (_one, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
