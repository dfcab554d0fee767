// The lock page: it lies above everything else in the browser's top layer, so that nothing below can be seen, clicked or reached by
// keyboard.
import { use, useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { session } from "../../api/session.ts";
import { addTexts } from "../../i18n/index.ts";
import { StandaloneForm } from "../../login/standalone-form.tsx";
import { useForcedModal } from "../../login/use-forced-modal.ts";
import "./lock.css";
import { unlock } from "./lock-state.ts";

const texts = addTexts("pages");

/** Default export, because it is loaded lazily. */
export default function LockPage() {
  use(texts);
  const { t } = useTranslation();
  const id = useId();
  const dialog = useForcedModal();
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const [wrong, setWrong] = useState("");
  const [user] = useState(() => session()?.user);

  useEffect(() => {
    const before = document.title;
    document.title = `${t("lock.page")} · ${t("product")}`;
    return () => {
      document.title = before;
    };
  }, [t]);

  // The main control of this page; a modal that opens would focus its first element.
  useEffect(() => input.current?.focus(), []);

  const refuse = (sentence: string) => {
    setWrong(sentence);
    setPassword("");
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password === "") refuse(t("lock.required"));
    else if (!(await unlock(password))) refuse(t("lock.wrong"));
  };

  return (
    <dialog ref={dialog} className="tm-alone tm-lock" aria-labelledby={`${id}-title`}>
      <StandaloneForm
        titleId={`${id}-title`}
        title={t("lock.page")}
        lead={t("lock.lead", { name: user?.name ?? "" })}
        leave={t("lock.leave")}
        onSubmit={(event) => void submit(event)}
      >
        <div className="login-field">
          <label htmlFor={id}>{t("lock.password")}</label>
          <div className="login-input">
            <input
              id={id}
              ref={input}
              type="password"
              name="lock"
              autoComplete="off"
              value={password}
              aria-invalid={wrong !== ""}
              aria-describedby={wrong === "" ? undefined : `${id}-wrong`}
              onChange={(event) => {
                setPassword(event.target.value);
                setWrong("");
              }}
            />
          </div>
          {wrong !== "" && (
            <p id={`${id}-wrong`} className="login-missing" role="alert">
              {wrong}
            </p>
          )}
        </div>
        <button type="submit" className="login-submit">
          {t("lock.unlock")}
        </button>
      </StandaloneForm>
    </dialog>
  );
}
