// The grey shape of the application while its script is on its way.
export function PageSkeleton() {
  return (
    <div className="tm-skeleton" aria-hidden="true">
      <div className="tm-skeleton-side" />
      <div className="tm-skeleton-top" />
      <div className="tm-skeleton-content" />
    </div>
  );
}
