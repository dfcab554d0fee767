// The button that submits a form from outside of it. While what was typed or pasted is being looked up, it says that the save waits for it.
import { Button, type ButtonProps } from "antd";
import type { ReactNode } from "react";
import { useWaiting } from "../form/waiting-forms.ts";
import { useFormTexts } from "../../i18n/language.ts";

type SubmitButtonProps = Omit<ButtonProps, "htmlType" | "form" | "loading"> & {
  /** Of the form. */
  readonly form: string;
  readonly loading: boolean;
};

export function SubmitButton({ form, loading, children, ...props }: SubmitButtonProps): ReactNode {
  const texts = useFormTexts();
  const isWaiting = useWaiting(form);
  return (
    <Button {...props} htmlType="submit" form={form} loading={loading || isWaiting}>
      {isWaiting ? texts.lookingUp : children}
    </Button>
  );
}
