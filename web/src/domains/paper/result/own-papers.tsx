// Columns and links shared by the learner's lists of papers.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { Link } from 'react-router'
import type { ColumnSpec } from '../../../kernel/list/list-types.ts'
import { t } from '../../../kernel/i18n.ts'
import { pointsText } from '../question/marked.ts'
import { PassTag } from '../question/PassTag.tsx'

export type OwnPaper = RowOf<typeof paper.paging>

export const scoreColumn: ColumnSpec<OwnPaper> = {
  name: 'score',
  align: 'right',
  render: ({ state, score, totalScore }) => {
    if (state !== PaperState.done) return '—'
    return score === null ? t('暂未公布') : `${pointsText(score)} / ${pointsText(totalScore)}`
  },
}
export const passColumn: ColumnSpec<OwnPaper> = { name: 'passed', render: ({ state, passed }) => <PassTag state={state} passed={passed} /> }
/** The start time; sortable. */
export const startColumn: ColumnSpec<OwnPaper> = { name: 'startTime', sortable: true }

/** Link of a paper: to the exam room while it is open, else to its result. */
export const paperLink = ({ id, state }: OwnPaper) =>
  state === PaperState.open ? (
    <Link to={`/web/exam/start/${id}`}>{t('继续考试')}</Link>
  ) : (
    <Link to={`/web/exam/result/${id}`}>{t('查看结果')}</Link>
  )
