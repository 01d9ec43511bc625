// Says which questions of a course file learners are not asked now, because an exam with them is open, and until when.
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { Alert } from 'antd'
import { t } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { questionTitle } from '../../shared/question-title.ts'

type StopsSkippedProps = { stops: readonly { quId: string; title?: string | undefined }[] }

/** Nothing while all are asked. */
export function StopsSkipped({ stops }: StopsSkippedProps) {
  const quIds = stops.map((one) => one.quId)
  const { data = [] } = useCall(courseStop.skipped, { quIds }, { enabled: quIds.length > 0, quiet: true })
  if (data.length === 0) return null
  const titles = new Map(stops.map((one) => [one.quId, questionTitle(one.title ?? '')]))
  const content = (
    <ul>
      {data.map(({ quId, examTitle, until }) => (
        <li key={quId}>
          {until === null
            ? t('“{{title}}”：考试“{{exam}}”没有结束时间', { title: titles.get(quId) ?? '', exam: examTitle })
            : t('“{{title}}”：考试“{{exam}}”，到 {{until}}', { title: titles.get(quId) ?? '', exam: examTitle, until: until.slice(0, 16) })}
        </li>
      ))}
    </ul>
  )
  return <Alert type="warning" showIcon title={t('正在考试中使用，学员看不到')} description={content} />
}
