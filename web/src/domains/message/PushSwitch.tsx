// Whether this browser shows new messages as notifications; nothing where it cannot.
import { useEffect, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { Check } from '../../kernel/plain/Check.tsx'
import { useMe } from '../../shared/session/session.ts'
import { type PushState, readPush, turnOff, turnOn } from './push.ts'
import styles from './inbox.module.css'

export function PushSwitch() {
  const { id } = useMe()
  const [state, setState] = useState<PushState>('none')
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    readPush(id).then(setState, () => undefined)
  }, [id])
  if (state === 'none') return null
  if (state === 'denied') return <p className={styles.push}>{t('浏览器禁止了本站的通知，可以在浏览器的网站设置中允许。')}</p>
  const change = async (wanted: boolean) => {
    if (isBusy) return
    setBusy(true)
    try {
      setState(wanted ? await turnOn(id) : await turnOff())
    } catch {
      notify.error(t('没有设置成功，请稍后重试。'))
      setState(await readPush(id))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.push}>
      <Check checked={state === 'on'} onChange={(wanted) => void change(wanted)}>
        {t('有新消息时，用这个浏览器的通知提醒我')}
      </Check>
    </div>
  )
}
