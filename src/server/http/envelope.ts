// The envelope around every answer (docs/wire.md §2).

/** What every endpoint but the token's answers. */
export interface Envelope {
  readonly code: number;
  readonly success: boolean;
  readonly data: unknown;
  readonly msg: string;
}

/** No result, with a message in place of Blade's general one. */
export class NothingFound {
  constructor(readonly message: string) {}
}

/** The envelope of a success. No payload is written as {}, with the text Blade has for it. */
export function answer(data: unknown): Envelope {
  if (data instanceof NothingFound) return { code: 200, success: true, data: {}, msg: data.message };
  const isEmpty = data === null || data === undefined;
  return { code: 200, success: true, data: isEmpty ? {} : data, msg: isEmpty ? "暂无承载数据" : "操作成功" };
}
