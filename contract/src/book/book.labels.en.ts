// English for the labels of this domain.

export const bookLabelsEn = {
  错题: 'Wrong answer',
  答错次数: 'Times wrong',
  连续答对: 'Right in a row',
  最近答错: 'Last wrong',
  错题本: 'Wrong-answer book',
  错题分布: 'Where wrong answers are',
  到期的错题: 'Wrong answers that are due',
  错题详情: 'Wrong answer',
  打印错题: 'Print wrong answers',
  移出错题本: 'Remove from the wrong-answer book',
  考试错题: 'Wrong answers of the exam',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof bookLabelsEn, string> {}
}
