// What publishing a course means: whom it opens to, when, at what price, and the notice that they can get, with its text.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import { courseOpenType } from '@shuyuan/contract/course/catalog/publish.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Flex } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { limitText, NoticeTick, useRecipientValues } from '../../notify/NoticeTick.tsx'
import { windowText } from './course-labels.ts'
import { priceText } from './price-text.ts'
import styles from './publish.module.css'

export type Published = {
  title: string
  openType: keyof typeof courseOpenType
  startTime: string | null
  endTime: string | null
  price: string | number
  costPoints: number
}

type PublishSummaryProps = {
  one: Published
  reach: Data<typeof course.reach>
  values: Record<string, string>
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

export function PublishSummary({ one, reach: { people, names, told, notice, noticeState }, values, onTold }: PublishSummaryProps) {
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
      <NoticeTick n={told} notice={notice} values={values} onTold={onTold} state={noticeState} />
    </Flex>
  )
}
