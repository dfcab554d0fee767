// A person's own second factor: whether it is on, setting it up, new recovery codes, turning it off.
import { Alert, Button, Skeleton } from "antd";
import { use, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../api/failure.ts";
import { useNotices } from "../hooks/use-notices.ts";
import { addTexts } from "../i18n/index.ts";
import { factorPath, factorStateIn, renewRecoveryCodes, turnOff, type FactorState } from "../login/factor/factor-calls.ts";
import { RecoveryCodes } from "../login/factor/recovery-codes.tsx";
import { useFactorSetup } from "../login/factor/use-factor-setup.tsx";
import { Field } from "../login/field.tsx";
import { SubmitButton } from "../login/submit-button.tsx";
import { ReadFailure } from "../parts/read-failure.tsx";
import { useRead } from "../queries/reads.ts";

const texts = addTexts("factor");

function SetUp({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  const { content, submit } = useFactorSetup(onDone);
  return (
    <form noValidate onSubmit={submit} aria-label={t("factor.turnOn")}>
      {content}
      <p className="tm-factor-ways">
        <button type="button" onClick={onCancel}>
          {t("factor.cancel")}
        </button>
      </p>
    </form>
  );
}

type Name = "password" | "code";

interface ProofProps {
  readonly title: string;
  readonly asks: readonly Name[];
  readonly submitLabel: string;
  /** Throws where the proof is refused. */
  readonly onProved: (values: Readonly<Record<Name, string>>) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for proof before something changes. */
function Proof({ title, asks, submitLabel, onProved, onCancel }: ProofProps): ReactNode {
  const { t } = useTranslation();
  const [values, setValues] = useState({ password: "", code: "" });
  const [missing, setMissing] = useState<Name>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const empty = asks.find((name) => values[name].trim() === "");
    setMissing(empty);
    setRefusal("");
    if (empty !== undefined) return;
    setBusy(true);
    try {
      await onProved(values);
    } catch (error) {
      setRefusal(failureOf(error).message);
    }
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label={title}>
      <h2>{title}</h2>
      {refusal !== "" && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      {asks.map((name, place) => (
        <Field
          key={name}
          name={name}
          label={t(`factor.fields.${name === "code" ? "either" : "password"}`)}
          value={values[name]}
          missing={missing === name ? t(`factor.required.${name}`) : undefined}
          input={{
            name: name === "code" ? "one-time-code" : "password",
            ...(name === "password" ? { type: "password" } : {}),
            autoComplete: name === "code" ? "one-time-code" : "current-password",
            maxLength: 256,
            autoFocus: place === 0,
          }}
          inputRef={null}
          onChange={(changed, value) => setValues((old) => ({ ...old, [changed]: value }))}
        />
      ))}
      <SubmitButton isBusy={isBusy} label={submitLabel} />
      <p className="tm-factor-ways">
        <button type="button" onClick={onCancel}>
          {t("factor.cancel")}
        </button>
      </p>
    </form>
  );
}

/** What is shown in place of the state. */
type Work = { readonly kind: "set-up" | "renew" | "turn-off" } | { readonly kind: "codes"; readonly codes: readonly string[] };

function Stated({ state, onWork }: { readonly state: FactorState; readonly onWork: (work: Work) => void }): ReactNode {
  const { t } = useTranslation();
  if (!state.isSetUp)
    return (
      <>
        <p>{t("factor.lead")}</p>
        {state.isRequired && <Alert type="warning" showIcon message={t("factor.requiredByTenant")} />}
        <div className="tm-own-factor-calls">
          <Button type="primary" onClick={() => onWork({ kind: "set-up" })}>
            {t("factor.turnOn")}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p>{t("factor.isOn", { time: state.setUpTime })}</p>
      {state.recoveryCodesLeft < 4 ? (
        <Alert type="warning" showIcon message={t("factor.fewLeft", { count: state.recoveryCodesLeft })} />
      ) : (
        <p className="tm-soft">{t("factor.left", { count: state.recoveryCodesLeft })}</p>
      )}
      <div className="tm-own-factor-calls">
        <Button onClick={() => onWork({ kind: "renew" })}>{t("factor.renew")}</Button>
        {state.isRequired ? (
          <span className="tm-soft">{t("factor.requiredByTenant")}</span>
        ) : (
          <Button danger onClick={() => onWork({ kind: "turn-off" })}>
            {t("factor.turnOff")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Default export, because it is loaded lazily. */
export default function OwnFactor(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const notices = useNotices();
  const [work, setWork] = useState<Work>();
  const { value: state, failure, refetch } = useRead({ path: factorPath }, factorStateIn);
  const leave = () => {
    setWork(undefined);
    refetch();
  };
  const content = (): ReactNode => {
    if (failure !== undefined && !failure.silent) return <ReadFailure message={failure.message || t("factor.failed")} onRetry={refetch} />;
    if (state === undefined) return <Skeleton active paragraph={{ rows: 3 }} title={false} aria-label={t("common.loading")} />;
    switch (work?.kind) {
      case "set-up":
        return <SetUp onDone={leave} onCancel={leave} />;
      case "renew":
        return (
          <Proof
            title={t("factor.renew")}
            asks={["code"]}
            submitLabel={t("factor.renew")}
            onProved={async ({ code }) => setWork({ kind: "codes", codes: await renewRecoveryCodes(code) })}
            onCancel={leave}
          />
        );
      case "turn-off":
        return (
          <Proof
            title={t("factor.turnOff")}
            asks={["password", "code"]}
            submitLabel={t("factor.turnOff")}
            onProved={async ({ password, code }) => {
              await turnOff(password, code);
              notices.done(t("factor.isOff"));
              leave();
            }}
            onCancel={leave}
          />
        );
      case "codes":
        return (
          <>
            <RecoveryCodes codes={work.codes} />
            <div className="tm-own-factor-calls">
              <Button type="primary" onClick={leave}>
                {t("factor.saved")}
              </Button>
            </div>
          </>
        );
      default:
        return <Stated state={state} onWork={setWork} />;
    }
  };
  return <div className="tm-own-factor">{content()}</div>;
}
