// Labels of training that several pages use.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { type train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { type PlainText, t } from '../../kernel/i18n.ts'

export type Training = Data<typeof train.detail>
export type Mode = Training['mode']
export type CardRow = Data<typeof train.card>[number]

/** The progress of a training: answered questions, in review mode the position. */
export const progressText = ({ mode, position, answerCount, totalCount }: Training) =>
  mode === TrainMode.review
    ? t('看到第 {{n}} / {{total}} 题', { n: position + 1, total: totalCount })
    : t('已答 {{n}} / {{total}}', { n: answerCount, total: totalCount })

/** The purpose of each mode. */
export const modeHints: Record<Mode, PlainText> = {
  [TrainMode.inOrder]: '按章节顺序从头练到尾',
  [TrainMode.random]: '打乱顺序，检验真实水平',
  [TrainMode.chapter]: '一次专攻一个章节',
  [TrainMode.questionType]: '一次专攻一种题型',
  [TrainMode.favourites]: '只练自己收藏的试题',
  [TrainMode.wrong]: '答错的再练，连续答对自动移出',
  [TrainMode.undone]: '只练还没有做过的试题',
  [TrainMode.mock]: '按题型比例抽题，交卷后看结果',
  [TrainMode.review]: '直接显示答案和解析',
  [TrainMode.spaced]: '错题到了该复习的时候再练',
}

/** Percentages with at most one decimal. */
export const percentText = (percent: number) => `${Math.round(percent * 10) / 10}%`
