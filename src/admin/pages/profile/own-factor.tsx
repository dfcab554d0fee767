// A person's own second factor: which ways are on, setting them up, new recovery codes, turning them off.
import { Alert, Button, Skeleton, Tag } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { addTexts } from "../../i18n/index.ts";
import {
  begin,
  beginText,
  factorPath,
  factorStateIn,
  renewRecoveryCodes,
  turnOff,
  type AuthenticatorSetup,
  type TextChallenge,
  type FactorState,
  type Method,
} from "../../login/factor/factor-calls.ts";
import { ProofForm } from "../../login/factor/proof-form.tsx";
import { RecoveryCodes } from "../../login/factor/recovery-codes.tsx";
import { useFactorSetup } from "../../login/factor/use-factor-setup.tsx";
import type { FactorSetup } from "../../login/factor/use-first-code.tsx";
import { useTextSetup } from "../../login/factor/use-text-setup.tsx";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useRead } from "../../data/queries/reads.ts";

const texts = addTexts("factor");

interface SetUpProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

function SetUpForm({
  content,
  submit,
  title,
  onCancel,
}: FactorSetup & { readonly title: string; readonly onCancel: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <form noValidate onSubmit={submit} aria-label={title}>
      {content}
      <p className="tm-factor-ways">
        <button type="button" onClick={onCancel}>
          {t("factor.cancel")}
        </button>
      </p>
    </form>
  );
}

function SetUpApplication({ started, onDone, onCancel }: SetUpProps & { readonly started: AuthenticatorSetup | undefined }): ReactNode {
  const { t } = useTranslation();
  return <SetUpForm {...useFactorSetup(onDone, started)} title={t("factor.enableMethod.totp")} onCancel={onCancel} />;
}

function SetUpTexts({
  started,
  phone,
  onDone,
  onCancel,
}: SetUpProps & { readonly started: TextChallenge | undefined; readonly phone: string }): ReactNode {
  const { t } = useTranslation();
  const setup = useTextSetup({ phone, onDone, ...(started === undefined ? {} : { started }) });
  return <SetUpForm {...setup} title={t("factor.enableMethod.sms")} onCancel={onCancel} />;
}

/** What is shown in place of the state. */
type Work =
  | { readonly kind: "renew" }
  | { readonly kind: "prove" | "turn-off"; readonly method: Method }
  | { readonly kind: "application"; readonly started?: AuthenticatorSetup }
  | { readonly kind: "texts"; readonly started?: TextChallenge }
  | { readonly kind: "codes"; readonly codes: readonly string[] };

interface MethodRowProps {
  readonly method: Method;
  readonly state: FactorState;
  readonly onWork: (work: Work) => void;
}

/** One way to verify: whether it is on, what it is, and the button that changes it. */
function MethodRow({ method, state, onWork }: MethodRowProps): ReactNode {
  const { t } = useTranslation();
  const isOn = state.methods.includes(method);
  const obstacle = method === "totp" ? "" : state.smsRefusal || (state.phone === "" ? t("factor.noPhone") : "");
  const enable = () => {
    if (state.isSetUp) onWork({ kind: "prove", method });
    else onWork({ kind: method === "totp" ? "application" : "texts" });
  };
  const about = method === "sms" && state.phone === "" ? t("factor.about.smsWithout") : t(`factor.about.${method}`, { phone: state.phone });
  const isLastRequired = state.isRequired && state.methods.length === 1;
  return (
    <li>
      <div>
        <strong>{t(`factor.methods.${method}`)}</strong>{" "}
        <Tag color={isOn ? "green" : undefined}>{t(isOn ? "factor.on" : "factor.off")}</Tag>
        <p className="tm-soft">{about}</p>
        {obstacle !== "" && <p className="tm-soft">{t("factor.noTexts", { reason: obstacle })}</p>}
      </div>
      {isOn
        ? !isLastRequired && (
            <Button danger aria-label={t(`factor.disableMethod.${method}`)} onClick={() => onWork({ kind: "turn-off", method })}>
              {t("factor.disable")}
            </Button>
          )
        : obstacle === "" && (
            <Button type={state.isSetUp ? "default" : "primary"} aria-label={t(`factor.enableMethod.${method}`)} onClick={enable}>
              {t("factor.enable")}
            </Button>
          )}
    </li>
  );
}

function Stated({ state, onWork }: { readonly state: FactorState; readonly onWork: (work: Work) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <p>{state.isSetUp ? t("factor.isOn", { time: state.setUpTime }) : t("factor.lead")}</p>
      {state.isRequired && <Alert type={state.isSetUp ? "info" : "warning"} showIcon message={t("factor.requiredByTenant")} />}
      <ul className="tm-factor-methods">
        <MethodRow method="totp" state={state} onWork={onWork} />
        <MethodRow method="sms" state={state} onWork={onWork} />
      </ul>
      {state.isSetUp && (
        <>
          {state.recoveryCodesLeft < 4 ? (
            <Alert type="warning" showIcon message={t("factor.fewLeft", { count: state.recoveryCodesLeft })} />
          ) : (
            <p className="tm-soft">{t("factor.left", { count: state.recoveryCodesLeft })}</p>
          )}
          <div className="tm-own-factor-calls">
            <Button onClick={() => onWork({ kind: "renew" })}>{t("factor.renew")}</Button>
          </div>
        </>
      )}
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
  const finish = (method: Method) => {
    notices.done(t(`factor.isOnNow.${method}`));
    leave();
  };
  const content = (): ReactNode => {
    if (failure !== undefined && !failure.silent) return <ReadFailure message={failure.message || t("factor.failed")} onRetry={refetch} />;
    if (state === undefined) return <Skeleton active paragraph={{ rows: 3 }} title={false} aria-label={t("common.loading")} />;
    switch (work?.kind) {
      case "application":
        return <SetUpApplication started={work.started} onDone={() => finish("totp")} onCancel={leave} />;
      case "texts":
        return <SetUpTexts started={work.started} phone={state.phone} onDone={() => finish("sms")} onCancel={leave} />;
      case "prove": {
        const { method } = work;
        return (
          <ProofForm
            title={t(`factor.enableMethod.${method}`)}
            lead={t("factor.proofFirst")}
            state={state}
            asks={["code"]}
            submitLabel={t("factor.next")}
            onProved={async (_password, proof) =>
              setWork(
                method === "totp"
                  ? { kind: "application", started: await begin(proof) }
                  : { kind: "texts", started: await beginText({ proof }) },
              )
            }
            onCancel={leave}
          />
        );
      }
      case "renew":
        return (
          <ProofForm
            title={t("factor.renew")}
            state={state}
            asks={["code"]}
            submitLabel={t("factor.renew")}
            onProved={async (_password, proof) => setWork({ kind: "codes", codes: await renewRecoveryCodes(proof) })}
            onCancel={leave}
          />
        );
      case "turn-off": {
        const { method } = work;
        return (
          <ProofForm
            title={t(`factor.disableMethod.${method}`)}
            state={state}
            asks={["password", "code"]}
            submitLabel={t(`factor.disableMethod.${method}`)}
            onProved={async (password, proof) => {
              await turnOff(method, password, proof);
              notices.done(t(`factor.isOffNow.${method}`));
              leave();
            }}
            onCancel={leave}
          />
        );
      }
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
