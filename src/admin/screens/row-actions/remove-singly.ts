// Removes several rows where the back-end takes one per call, and tells how far it is. Loaded for such back-ends only.
import i18next from "i18next";
import { failureOf, ApiFailure } from "../../api/failure.ts";
import { addTexts } from "../../i18n/index.ts";

/**
 * Removes one after the other; `tell` is called before each. Throws ApiFailure at the first that is not removed, which says how many were.
 */
export async function removeSingly(
  ids: readonly string[],
  remove: (ids: readonly string[]) => Promise<unknown>,
  tell: (sentence: string) => void,
): Promise<void> {
  await addTexts("removal");
  for (const [done, id] of ids.entries()) {
    tell(i18next.t("removal.under", { done, total: ids.length }));
    try {
      await remove([id]);
    } catch (error) {
      const failure = failureOf(error);
      if (done === 0 || failure.silent) throw failure;
      const sentence = i18next.t("removal.stopped", { done, left: ids.length - done });
      throw new ApiFailure({ ...failure, message: `${failure.message} ${sentence}` });
    }
  }
}
