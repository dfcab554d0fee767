// Sample mail; loading more takes one second (docs/specification.md §9).
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { inLanguage } from "../../../schema/text.ts";
import { language } from "../../i18n/index.ts";
import { MoreButton, NoticeLines } from "./notice-lines.tsx";
import { sampleDelay, samplePart, samples } from "./samples.ts";

export function SampleList() {
  const { t } = useTranslation();
  const [count, setCount] = useState(samplePart);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => {
      setCount((old) => old + samplePart);
      setLoading(false);
    }, sampleDelay);
    return () => clearTimeout(timer);
  }, [isLoading]);
  const all = samples;
  const shown = language();
  return (
    <>
      <p className="tm-notice-sample">{t("notices.sample")}</p>
      <NoticeLines
        lines={all.slice(0, count).map((sample) => ({
          key: sample.key,
          title: inLanguage(sample.title, shown),
          text: inLanguage(sample.text, shown),
          time: inLanguage(sample.time, shown),
        }))}
      />
      <MoreButton isLoading={isLoading} hasMore={count < all.length} onMore={() => setLoading(true)} />
    </>
  );
}
