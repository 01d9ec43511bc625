// Cells of the learning statistics: state and progress.
import { learned } from '@shuyuan/contract/course/catalog/course.ts'
import { scormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
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

type FileState = { process: number; outcome?: keyof typeof scormStatus | undefined; score?: number | null | undefined }
/** Progress in a file; of a SCORM package also what it reported. */
export const FileCell = ({ process, outcome, score }: FileState) => (
  <>
    <ProcessCell process={process} />
    {outcome !== undefined && (
      <small>
        {tLabel(scormStatus[outcome])}
        {score != null && ` · ${t('{{n}} 分', { n: score })}`}
      </small>
    )}
  </>
)
