// A handed-in paper as the server sends it, and labels of its marks.
import type { Tone } from '../../../kernel/piece/Tag.tsx'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import type { PlainText } from '../../../kernel/i18n.ts'

export type PaperResult = Data<(typeof paper)['paper-result']>
export type MarkedGroup = PaperResult['groups'][number]
export type MarkedQuestion = MarkedGroup['quList'][number]
export type MarkedSub = MarkedQuestion['subList'][number]
export type MarkState = MarkedSub['markState']

/** Input of QuestionView: a question of a frozen paper, of a marked one, or of a bank's preview. Scores are points. */
export type ShownQuestion = {
  quId: string
  quType: number
  content: string
  score?: number
  answerList: { tag: string; content: string; image?: string | undefined }[]
  blankCount: number
  left: { tag: string; content: string; image?: string | undefined }[]
  right: { tag: string; content: string; image?: string | undefined }[]
  answer?: Answer | null
  /** hidden or absent: nothing is shown about right or wrong */
  markState?: MarkState
  gained?: number | null
  comment?: string
  key?: MarkedSub['key']
  /** the fix after the exam; null or absent: none */
  fixed?: MarkedSub['fixed']
  subList?: ShownQuestion[]
}

/** Label of each state, because colour alone is not enough. */
export const markLabels: Record<Exclude<MarkState, 'hidden'>, PlainText> = {
  right: '正确',
  wrong: '错误',
  partial: '部分正确',
  blank: '未作答',
  pending: '待阅卷',
}

/** The colour of antd's tag for each state. */
export const markTones: Record<Exclude<MarkState, 'hidden'>, Tone> = {
  right: 'good',
  wrong: 'bad',
  partial: 'warn',
  blank: 'plain',
  pending: 'info',
}

/** The number of each question, counted through the whole paper from 1, as the exam room counts. */
export const numbersOf = (groups: readonly { quList: readonly { quId: string }[] }[]): ReadonlyMap<string, number> =>
  new Map(groups.flatMap(({ quList }) => quList).map(({ quId }, at) => [quId, at + 1]))

export const isVoid = ({ fixed }: Pick<ShownQuestion, 'fixed'>): boolean => fixed === 'full' || fixed === 'drop'

/** Label of each fix, with its effect on the score. */
export const fixedTexts: Record<NonNullable<MarkedSub['fixed']>, PlainText> = {
  key: '本题答案已修正，成绩按修正后的答案计算。',
  full: '本题已作废，所有考生均得满分。',
  drop: '本题已作废，不计入总分。',
}

/** Points without trailing zeros: 2.5, not 2.50; 2, not 2.0. */
export const pointsText = (points: number) => String(Math.round(points * 100) / 100)
