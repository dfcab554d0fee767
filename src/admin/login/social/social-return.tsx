// The page after a return from another platform: the user waits while the code is exchanged, and is then signed in, shown an error, or
// offered the registration (docs/specification.md §2).
import { lazy, Suspense, use, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { addTexts } from "../../i18n/index.ts";
import type { Guest } from "../../api/dialect.ts";
import type { OAuthCallback } from "./oauth-callback.ts";
import { leave, outcomeOf, type Outcome } from "./guest.ts";
import { RegistrationDialog } from "./registration-dialog.tsx";
import "./social.css";

const FactorStep = lazy(() => import("../factor/factor-step.tsx"));
const texts = addTexts("social");

interface SocialReturnProps {
  readonly arrival: OAuthCallback;
  /** Called while the code is exchanged, so that the application can be loaded in parallel. */
  readonly onSubmit: () => void;
  /** The form takes its place, with this sentence; "" for none. */
  readonly onEnd: (sentence: string) => void;
}

/** Default export, because it is loaded lazily. */
export default function SocialReturn({ arrival, onSubmit, onEnd }: SocialReturnProps) {
  use(texts);
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>();
  // The first one: a new function of the page is no new return.
  const [submit] = useState(() => onSubmit);
  useEffect(() => {
    let isShown = true;
    if (arrival.error === "") submit();
    const follow = async () => {
      const next = await outcomeOf(arrival);
      if (!isShown) return;
      if (next.kind === "refused") onEnd(next.sentence);
      else setOutcome(next);
    };
    void follow();
    return () => {
      isShown = false;
    };
  }, [arrival, submit, onEnd]);

  const leaveAs = async (guest: Guest) => {
    await leave(guest);
    onEnd("");
  };

  if (outcome?.kind === "factor")
    return (
      <Suspense>
        <FactorStep challenge={outcome.challenge} onSubmit={submit} onEnd={onEnd} />
      </Suspense>
    );
  if (outcome?.kind === "guest")
    return <RegistrationDialog guest={outcome.guest} siteTenant={outcome.siteTenant} onLeave={() => void leaveAs(outcome.guest)} />;
  return (
    <div className="login-form login-returning" role="status">
      <span className="login-spinner" aria-hidden="true" />
      <p>{t("social.signingIn")}</p>
    </div>
  );
}
