// Cells of the learning statistics: state and progress.
import { learned } from '@shuyuan/contract/course/catalog/course.ts'
import { Progress, Tag } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'

type State = { learned: keyof typeof learned; overdue: boolean }
const colours = { none: 'default', going: 'processing', finished: 'success' } as const

export const LearnedTag = ({ learned: state, overdue }: State) => (
  <>
    <Tag color={colours[state]}>{tLabel(learned[state])}</Tag>
    {overdue && <Tag color="error">{t('逾期')}</Tag>}
  </>
)

export const ProcessCell = ({ process }: { process: number }) => (
  <Progress percent={process} size="small" aria-label={t('学习进度')} status={process >= 100 ? 'success' : 'normal'} />
)
