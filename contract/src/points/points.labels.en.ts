// English for the labels of this domain.

export const pointsLabelsEn = {
  我的积分明细: 'My points',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof pointsLabelsEn, string> {}
}
