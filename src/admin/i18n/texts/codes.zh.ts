// Texts of the dialogs of codes in Chinese.
export const texts = {
  codes: {
    loading: "正在生成样例",
    failed: "预览加载失败",
    samples: "样例码",
    samplesNote: "仅示意格式，不会作为真实的码生成。",
    samplesNext: "顺序流水的接下来几个码。",
    totalLength: "码总长",
    capacity: "码空间",
    madeNum: "已生成",
    mostNum: "还可生成",
    guess: "被猜中的概率",
    guessNone: "尚未生成任何码",
    guessOneIn: "{{probability}}（每 {{guesses}} 次猜中 1 次）",
    guessable: "顺序流水可以推算，仅用于内部物流码",
  },
};
