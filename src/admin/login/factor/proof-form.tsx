// Asks a person for proof that the second factor is theirs, before something about it changes.
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/failure.ts";
import { Field } from "../field.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { sendProofText, type FactorState, type Method, type Proof } from "./factor-calls.ts";
import { useTextCode } from "./use-text-code.tsx";

type Name = "password" | "code";

interface ProofProps {
  readonly title: string;
  readonly lead?: string;
  readonly state: FactorState;
  readonly asks: readonly Name[];
  readonly submitLabel: string;
  /** Throws where the proof is refused. */
  readonly onProved: (password: string, proof: Proof) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for proof before something changes. */
export function ProofForm({ title, lead, state, asks, submitLabel, onProved, onCancel }: ProofProps): ReactNode {
  const { t } = useTranslation();
  const [method, setMethod] = useState<Method>(state.methods[0] ?? "totp");
  const [values, setValues] = useState({ password: "", code: "" });
  const [missing, setMissing] = useState<Name>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const codeInput = useRef<HTMLInputElement>(null);
  const text = useTextCode({ send: sendProofText, onRefused: setRefusal, onSent: () => codeInput.current?.focus() });
  const other = state.methods.find((one) => one !== method);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const empty = asks.find((name) => values[name].trim() === "");
    setMissing(empty);
    setRefusal("");
    if (empty !== undefined) return;
    setBusy(true);
    try {
      await onProved(values.password, { code: values.code, method });
    } catch (error) {
      setRefusal(failureOf(error).message);
    }
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={title}>
      <h2>{title}</h2>
      {lead !== undefined && <p className="tm-factor-lead">{lead}</p>}
      {refusal !== "" && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      {asks.map((name, place) => (
        <Field
          key={name}
          name={name}
          label={t(name === "code" ? `factor.fields.proof.${method}` : "factor.fields.password")}
          value={values[name]}
          missing={missing === name ? t(`factor.required.${name === "code" ? method : "password"}`) : undefined}
          input={{
            name: name === "code" ? "one-time-code" : "password",
            ...(name === "password" ? { type: "password" } : {}),
            autoComplete: name === "code" ? "one-time-code" : "current-password",
            maxLength: 256,
            autoFocus: place === 0,
          }}
          inputRef={name === "code" ? codeInput : null}
          onChange={(changed, value) => setValues((old) => ({ ...old, [changed]: value }))}
        >
          {name === "code" && method === "sms" && text.button}
        </Field>
      ))}
      {method === "sms" && text.notice}
      <SubmitButton isBusy={isBusy} label={submitLabel} />
      <p className="tm-factor-ways">
        {other !== undefined && (
          <button type="button" onClick={() => setMethod(other)}>
            {t(`factor.use.${other}`)}
          </button>
        )}
        <button type="button" onClick={onCancel}>
          {t("factor.cancel")}
        </button>
      </p>
    </form>
  );
}
