// The button that sends a form of the sign-in page and of those that look like it; while it is on its way it says so.
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
