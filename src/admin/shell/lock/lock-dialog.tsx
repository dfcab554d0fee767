// Asks for the password to lock the page with; a lock requires one (docs/specification.md §4, §5).
import { Button, Input } from "antd";
import { use, useId, useState, type FormEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { DialogFoot, DialogFrame } from "../../forms/dialogs/dialog-frame.tsx";
import { addTexts } from "../../i18n/index.ts";
import { lock } from "./lock-state.ts";

// Prefetched: a page whose lock page cannot be loaded shows nothing at all.
void import("./lock-page.tsx");
const texts = addTexts("pages");
const width = 420;

/** Default export, because it is loaded lazily. */
export default function LockDialog({ onClose }: { readonly onClose: () => void }) {
  use(texts);
  const { t } = useTranslation();
  const id = useId();
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === "") {
      setMissing(true);
      return;
    }
    await lock(password, location.pathname + location.search);
    onClose();
  };
  return (
    <DialogFrame title={t("lock.title")} width={width} ignoresMaskClick={false} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div className="tm-dialog-field">
          <label htmlFor={id}>{t("lock.password")}</label>
          <Input.Password
            id={id}
            autoFocus
            autoComplete="new-password"
            maxLength={64}
            placeholder={t("lock.placeholder")}
            value={password}
            {...(isMissing ? { status: "error" as const } : {})}
            aria-invalid={isMissing}
            aria-describedby={`${id}-note`}
            onChange={(event) => {
              setPassword(event.target.value);
              setMissing(false);
            }}
          />
          <p id={`${id}-note`} className={isMissing ? "tm-dialog-fault" : "tm-soft"} role={isMissing ? "alert" : undefined}>
            {t(isMissing ? "lock.required" : "lock.hint")}
          </p>
        </div>
        <DialogFoot>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button type="primary" htmlType="submit">
            {t("lock.ok")}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
