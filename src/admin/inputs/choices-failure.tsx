// Why there is nothing to choose from: the choices were refused or could not be read.
import { Button } from "antd";
import type { ReactNode } from "react";
import type { ApiFailure } from "../api/failure.ts";
import { useFormTexts } from "../i18n/language.ts";

const refusedCode = 403;

export interface UnreadChoices {
  readonly failure: ApiFailure;
  readonly retry: () => void;
}

/** The reason in a sentence. What is refused is told in our own words: another back-end has its own language and says less. */
export function useChoicesFailureText(): (failure: ApiFailure) => string {
  const { reference } = useFormTexts();
  return (failure) => (failure.code === refusedCode ? reference.refused : failure.message || reference.failed);
}

export function ChoicesFailure({ failure, retry }: UnreadChoices): ReactNode {
  const texts = useFormTexts();
  const why = useChoicesFailureText();
  return (
    <div className="tf-choices-note" role="alert">
      {why(failure)}
      {/* The list stays open while it is pressed. */}
      <Button type="link" size="small" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
        {texts.retry}
      </Button>
    </div>
  );
}
