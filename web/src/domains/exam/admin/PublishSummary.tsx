// What publishing an exam means: whom it opens to, who will watch, and the notice that they can get, with its text.
import { type exam, openType } from '@shuyuan/contract/exam/exam.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { fillIn } from '@shuyuan/contract/notify/event.ts'
import { Alert, Checkbox, Flex, Typography } from 'antd'
import { useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useMe, useSite } from '../../../shared/session/session.ts'
import { windowText } from '../exam-labels.ts'
import styles from './publish.module.css'

type Reach = Data<typeof exam.reach>
type Published = {
  title: string
  openType: keyof typeof openType
  startTime: string | null
  endTime: string | null
  minutes: number
  passScore: number
  offline?: boolean | undefined
}

/** The values of a notice's placeholders as far as the page knows them; those of the recipient are the caller's own. */
export function useNoticeValues(): (one: Published) => Record<string, string> {
  const { realName, userName, deptCode_dictText: deptName } = useMe()
  const siteName = useSite()?.siteName ?? ''
  const limit = (at: string | null) => at?.slice(0, 16) ?? t('不限')
  return ({ title, startTime, endTime, minutes, passScore }) => ({
    realName,
    userName,
    deptName,
    siteName,
    examTitle: title,
    startTime: limit(startTime),
    endTime: limit(endTime),
    minutes: String(minutes),
    passScore: String(passScore),
  })
}

function Watchers({ watchers: { people, names, onlyMaker } }: Pick<Reach, 'watchers'>) {
  const listed = names.join('、')
  return (
    <>
      {people > 0 && (
        <p>
          {people > names.length ? t('监考：{{names}} 等 {{n}} 人', { names: listed, n: people }) : t('监考：{{names}}', { names: listed })}
        </p>
      )}
      {onlyMaker && <Alert type="warning" showIcon title={t('除创建人外没有人监考，请在“监考与防作弊”中指定监考人')} />}
    </>
  )
}

type PublishSummaryProps = {
  one: Published
  reach: Reach
  /** the values of the notice's placeholders */
  values: Record<string, string>
  onTold: (told: boolean) => void
}

/** `onTold` hears each change of the tick, which is off at first. */
export function PublishSummary({ one, reach: { people, names, watchers, told: n, notice }, values, onTold }: PublishSummaryProps) {
  const [told, setTold] = useState(false)
  const tick = (to: boolean) => {
    setTold(to)
    onTold(to)
  }
  return (
    <Flex vertical gap="small" className={styles.publish}>
      <p>
        {t('将对{{who}} {{n}} 人开放，时间：{{window}}', {
          who: names.length === 0 ? tLabel(openType[one.openType]) : names.join('、'),
          n: people,
          window: windowText(one),
        })}
      </p>
      {one.offline !== true && <Watchers watchers={watchers} />}
      <Checkbox checked={told} disabled={n === 0} onChange={({ target: { checked } }) => tick(checked)}>
        {t('通知 {{n}} 人', { n })}
      </Checkbox>
      {told && (
        <section className={styles.notice} aria-label={t('通知内容')}>
          <Typography.Text strong>{fillIn(notice.title, values)}</Typography.Text>
          <p>{fillIn(notice.content, values)}</p>
        </section>
      )}
    </Flex>
  )
}
