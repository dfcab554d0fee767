// The first code of a factor that is being set up: entered and confirmed, and then the recovery codes are shown.
import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/failure.ts";
import { Field } from "../field.tsx";
import "../login.css";
import { SubmitButton } from "../submit-button.tsx";
import "./factor.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Setting up a factor, as a form shows it. */
export interface FactorSetup {
  /** The fields of the form. */
  readonly content: ReactNode;
  /** Submits the form. */
  readonly submit: (event: FormEvent) => void;
}

interface FirstCodeOptions {
  /** What is said where nothing is entered. */
  readonly required: string;
  /** Called once it is set up and the recovery codes were seen. */
  readonly onDone: () => void;
}

interface FirstCode {
  readonly isBusy: boolean;
  readonly input: RefObject<HTMLInputElement | null>;
  /** Whether something is refused at the moment. */
  readonly isRefused: boolean;
  readonly refuse: (message: string) => void;
  readonly setMissing: (message: string) => void;
  /** Why the last call was refused. */
  readonly alert: ReactNode;
  /** The field of the code; `isFirst`: the form begins with it. */
  readonly field: (label: string, options?: { readonly isFirst?: boolean; readonly beside?: ReactNode }) => ReactNode;
  /** Confirms what was entered; the call answers the recovery codes, none where there are some already. */
  readonly check: (
    confirm: (code: string) => Promise<readonly string[]>,
    onFailure?: (failure: ReturnType<typeof failureOf>) => void,
  ) => Promise<void>;
  /** The form, `content` until the recovery codes are there; `next` is what submitting it does. */
  readonly setup: (content: ReactNode, next: () => void) => FactorSetup;
}

export function useFirstCode({ required, onDone }: FirstCodeOptions): FirstCode {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return {
    isBusy,
    input,
    isRefused: refusal !== "",
    refuse: setRefusal,
    setMissing,
    alert: refusal !== "" && (
      <p className="login-refusal" role="alert">
        {refusal}
      </p>
    ),
    field: (label, { isFirst = false, beside } = {}) => (
      <Field
        name="code"
        label={label}
        value={code}
        missing={missing}
        input={{ name: "one-time-code", autoComplete: "one-time-code", inputMode: "numeric", maxLength: 10, autoFocus: isFirst }}
        inputRef={input}
        onChange={(_name, value) => {
          setCode(value);
          setMissing(undefined);
        }}
      >
        {beside}
      </Field>
    ),
    check: async (confirm, onFailure) => {
      if (code.trim() === "") {
        setMissing(required);
        input.current?.focus();
        return;
      }
      setBusy(true);
      try {
        const recovery = await confirm(code);
        if (recovery.length === 0) onDone();
        else setCodes(recovery);
      } catch (error) {
        const failure = failureOf(error);
        setRefusal(failure.message);
        onFailure?.(failure);
        input.current?.focus();
        input.current?.select();
      }
      setBusy(false);
    },
    setup: (content, next) => ({
      submit: (event) => {
        event.preventDefault();
        if (isBusy) return;
        setRefusal("");
        if (codes === undefined) next();
        else onDone();
      },
      content:
        codes === undefined ? (
          content
        ) : (
          <>
            <RecoveryCodes codes={codes} />
            <SubmitButton isBusy={false} label={t("factor.saved")} />
          </>
        ),
    }),
  };
}
