// What is loaded while a person looks at the rows of a list, beside its forms: the pages of records, of which lists know nothing. Whoever draws
// them says how they are loaded.

type Page = "record" | "newRecord";

const loaders = new Map<Page, () => Promise<unknown>>();

export function saysHowToLoad(page: Page, load: () => Promise<unknown>): void {
  loaders.set(page, load);
}

export async function loadAhead(page: Page): Promise<void> {
  await loaders.get(page)?.();
}
