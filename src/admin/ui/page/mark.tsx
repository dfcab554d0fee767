// The product's mark: a small code whose dark modules form a T.

const modules = ["11111", "10101", "00100", "10101", "01110"];

export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="tm-mark">
      <rect width="32" height="32" rx="8" />
      {modules.flatMap((row, y) =>
        [...row].map((module, x) =>
          module === "1" ? (
            <rect key={`${x} ${y}`} x={6.2 + x * 4} y={6.2 + y * 4} width="3.4" height="3.4" rx="0.9" className="tm-mark-module" />
          ) : null,
        ),
      )}
    </svg>
  );
}
