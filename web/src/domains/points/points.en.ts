import type { Catalogue, KeysOf } from '../../kernel/i18n.ts'

export const pointsEn = {
  '学习、考试和活动得到的积分会记在这里。': 'Points from learning, exams and activities are listed here.',
} satisfies Catalogue

declare module '../../kernel/i18n.ts' {
  interface PageTexts extends KeysOf<typeof pointsEn> {}
}
