// Offers to send the site's notice of a thing while it is published, and shows its text.
import { fillIn } from '@shuyuan/contract/notify/event.ts'
import type { NoticeState } from '@shuyuan/contract/notify/reach.ts'
import { Checkbox, Typography } from 'antd'
import { useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { useMe, useSite } from '../../shared/session/session.ts'
import styles from './notice.module.css'

/** The values of placeholders that every notice has; those of the recipient are the caller's own. */
export function useRecipientValues(): Record<string, string> {
  const { realName, userName, deptCode_dictText: deptName } = useMe()
  return { realName, userName, deptName, siteName: useSite()?.siteName ?? '' }
}

/** A time in a notice, as the server writes it. */
export const limitText = (at: string | null | undefined): string => at?.slice(0, 16) ?? t('不限')

type NoticeTickProps = {
  /** number of recipients */
  n: number
  notice: { title: string; content: string }
  /** the values of the notice's placeholders; others stay open */
  values: Record<string, string>
  /** hears each change of the tick, which is off at first */
  onTold: (told: boolean) => void
  /** where the notice cannot be sent, a sentence or nothing takes the place of the tick */
  state?: NoticeState
}

export function NoticeTick({ n, notice, values, onTold, state = 'open' }: NoticeTickProps) {
  const [told, setTold] = useState(false)
  if (state === 'foreign') return null
  if (state === 'off') return <Typography.Text type="secondary">{t('课程功能未开启，不能通知学员')}</Typography.Text>
  if (state === 'sent') return <Typography.Text type="secondary">{t('已经通知过，不会重复通知')}</Typography.Text>
  const tick = (to: boolean) => {
    setTold(to)
    onTold(to)
  }
  return (
    <>
      <Checkbox checked={told} disabled={n === 0} onChange={({ target: { checked } }) => tick(checked)}>
        {t('通知 {{n}} 人', { n })}
      </Checkbox>
      {told && (
        <section className={styles.notice} aria-label={t('通知内容')}>
          <Typography.Text strong>{fillIn(notice.title, values)}</Typography.Text>
          <p>{fillIn(notice.content, values)}</p>
        </section>
      )}
    </>
  )
}
