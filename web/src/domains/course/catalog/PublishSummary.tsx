// What publishing a course means: whom it opens to, when, at what price, and the notice that they can get, with its text.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseOpenType } from '@shuyuan/contract/course/catalog/publish.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Flex } from 'antd'
import { Link } from 'react-router'
import { can } from '../../../kernel/access/permission.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { limitText, NoticeTick, useRecipientValues } from '../../notify/NoticeTick.tsx'
import { windowText } from './course-labels.ts'
import type { Lack } from './lacks.ts'
import { priceText } from './price-text.ts'
import styles from './publish.module.css'

const MINUTE = '2026-01-01 09:00'.length

export type Published = {
  title: string
  openType: keyof typeof courseOpenType
  startTime: string | null
  endTime: string | null
  price: string | number
  costPoints: number
  deadlineTime?: string | null | undefined
  deadlineDays?: number | null | undefined
}

/** Until when it is to be finished; '' without a deadline. */
function dueText({ deadlineTime, deadlineDays }: Published): string {
  const parts = [
    ...(deadlineTime ? [t('{{end}} 前', { end: deadlineTime.slice(0, MINUTE) })] : []),
    ...(deadlineDays ? [t('开始后 {{n}} 天内学完', { n: deadlineDays })] : []),
  ]
  return parts.length === 0 ? '' : t('学完期限：{{due}}', { due: parts.join('、') })
}

type PublishSummaryProps = {
  one: Published
  reach: Data<typeof course.reach>
  values: Record<string, string>
  /** what the course lacks */
  lacks: readonly Lack[]
  onTold: (told: boolean) => void
}

/** The values of a notice's placeholders. */
export function useNoticeValues(): (one: Published) => Record<string, string> {
  const recipient = useRecipientValues()
  return ({ title, startTime, endTime }) => ({
    ...recipient,
    courseTitle: title,
    startTime: limitText(startTime),
    endTime: limitText(endTime),
  })
}

export function PublishSummary({ one, reach: { people, names, told, notice, noticeState }, values, lacks, onTold }: PublishSummaryProps) {
  return (
    <Flex vertical gap="small" className={styles.publish}>
      <p>
        {t('将对 {{n}} 人开放（{{who}}），时间：{{window}}', {
          who: names.length === 0 ? tLabel(courseOpenType[one.openType]) : names.join('、'),
          n: people,
          window: windowText(one),
        })}
      </p>
      <p>{t('价格：{{price}}', { price: priceText(one) })}</p>
      {dueText(one) !== '' && <p>{dueText(one)}</p>}
      {lacks.map(({ text, to, permit }) => (
        <Alert
          key={text}
          type="warning"
          showIcon
          title={text}
          action={
            to !== undefined &&
            can([permit ?? '']) && (
              <Link to={to} target="_blank">
                {t('去启用')}
              </Link>
            )
          }
        />
      ))}
      <NoticeTick n={told} notice={notice} values={values} onTold={onTold} state={noticeState} />
    </Flex>
  )
}
