// Asks for the name of a view, and whether the list opens with it.
import { Button } from "antd";
import Input from "antd/es/input/Input";
import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import { DialogFoot, DialogFrame, useSaveKey } from "../../forms/dialogs/dialog-frame.tsx";
import { FailureAlert } from "../../forms/dialogs/failure-alert.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { NamedView } from "./use-view-writes.ts";

/** As the definition has it. */
const maxNameLength = 60;

interface NameDialogProps {
  readonly title: string;
  readonly initial: NamedView;
  /** Rejects with what the server refused. */
  readonly onSave: (named: NamedView) => Promise<void>;
  readonly onClose: () => void;
}

export function NameDialog({ title, initial, onSave, onClose }: NameDialogProps): ReactNode {
  const { t } = useTranslation();
  const formId = useId();
  const [name, setName] = useState(initial.name);
  const [isDefault, setDefault] = useState(initial.isDefault);
  const [isUnnamed, setUnnamed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const form = useRef<HTMLFormElement>(null);
  const save = async () => {
    setUnnamed(name.trim() === "");
    if (name.trim() === "" || isSaving) return;
    setSaving(true);
    setFailure(undefined);
    try {
      await onSave({ name: name.trim(), isDefault });
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setSaving(false);
    }
  };
  useSaveKey(() => void save());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <DialogFrame title={title} width={420} ignoresMaskClick={false} onClose={onClose}>
      <form ref={form} id={formId} className="tm-view-form" onSubmit={submit}>
        <FailureAlert failure={failure} />
        <label htmlFor={`${formId}-name`}>{t("views.name")}</label>
        <Input
          id={`${formId}-name`}
          value={name}
          maxLength={maxNameLength}
          status={isUnnamed ? "error" : ""}
          aria-invalid={isUnnamed}
          aria-describedby={isUnnamed ? `${formId}-error` : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {isUnnamed && (
          <p id={`${formId}-error`} className="tm-view-error" role="alert">
            {t("views.nameMissing")}
          </p>
        )}
        <label className="tm-view-check">
          <input type="checkbox" checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />
          {t("views.opensWith")}
        </label>
      </form>
      <DialogFoot>
        <Button onClick={onClose}>{t("views.cancel")}</Button>
        <Button type="primary" htmlType="submit" form={formId} loading={isSaving}>
          {t("views.confirm")}
        </Button>
      </DialogFoot>
    </DialogFrame>
  );
}
