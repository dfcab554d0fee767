// The grey shape of the application while its script is on its way.
import { Pending } from "./ui/states/pending.tsx";

export function PageSkeleton() {
  return (
    <div className="tm-skeleton">
      <div className="tm-skeleton-side" />
      <div className="tm-skeleton-top" />
      <div className="tm-skeleton-content">
        <Pending />
      </div>
    </div>
  );
}
