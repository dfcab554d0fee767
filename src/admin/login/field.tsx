// One input of the sign-in page and similar forms: label, error, and an optional element next to the input.
import { useId, type ReactNode, type Ref } from "react";

export interface FieldProps<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly value: string;
  readonly missing: string | undefined;
  readonly onChange: (name: Name, value: string) => void;
  readonly input: {
    readonly name: string;
    readonly type?: string;
    readonly autoComplete: string;
    readonly inputMode?: "numeric" | "text";
    readonly maxLength?: number;
    readonly autoFocus?: boolean;
  };
  readonly inputRef: Ref<HTMLInputElement>;
  readonly children?: ReactNode;
}

export function Field<Name extends string>({ name, label, value, missing, onChange, input, inputRef, children }: FieldProps<Name>) {
  const id = useId();
  return (
    <div className="login-field">
      <label htmlFor={id}>{label}</label>
      <div className="login-input">
        <input
          {...input}
          id={id}
          ref={inputRef}
          value={value}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={missing !== undefined}
          aria-describedby={missing === undefined ? undefined : `${id}-missing`}
          onChange={(event) => onChange(name, event.target.value)}
        />
        {children}
      </div>
      {missing !== undefined && (
        <p id={`${id}-missing`} className="login-missing">
          {missing}
        </p>
      )}
    </div>
  );
}
