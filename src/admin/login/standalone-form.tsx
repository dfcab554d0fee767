// A form alone in the window, below the switches for language and appearance: for signed-in users who must complete it or leave.
import type { FormEvent, ReactNode } from "react";
import { authProvider } from "../data/providers/auth-provider.ts";
import "./standalone-form.css";
import { Mark } from "../ui/page/mark.tsx";
import { AppearanceButton, LanguageButton } from "../ui/page/preferences.tsx";

interface FormAloneProps {
  /** Of the heading, which names the form. */
  readonly titleId: string;
  readonly title: string;
  readonly lead: string;
  /** The word of the button that signs out. */
  readonly leave: string;
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** Rendered in an element of the class tm-alone, which fills the window. */
export function StandaloneForm({ titleId, title, lead, leave, onSubmit, children }: FormAloneProps) {
  return (
    <>
      <div className="tm-alone-preferences">
        <LanguageButton />
        <AppearanceButton />
      </div>
      <form className="tm-alone-form" method="post" noValidate onSubmit={onSubmit} aria-labelledby={titleId}>
        <Mark size={44} />
        <h1 id={titleId}>{title}</h1>
        <p className="tm-alone-lead">{lead}</p>
        {children}
        <button type="button" className="tm-alone-leave" onClick={() => void authProvider.logout({})}>
          {leave}
        </button>
      </form>
    </>
  );
}
