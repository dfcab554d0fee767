// The submit button of the sign-in page and similar forms, with a busy state.
interface SubmitButtonProps {
  readonly isBusy: boolean;
  readonly label: string;
}

export function SubmitButton({ isBusy, label }: SubmitButtonProps) {
  return (
    <button type="submit" className="login-submit" aria-disabled={isBusy} aria-busy={isBusy}>
      {isBusy && <span className="login-spinner" aria-hidden="true" />}
      {label}
    </button>
  );
}
