// Learner: the address of the code on the teacher's screen. It signs the person in, after they have signed in to the site.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../../../../kernel/call/api.ts'
import { CallFailure } from '../../../../kernel/call/failure.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button, buttonLook } from '../../../../kernel/plain/Button.tsx'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import { minuteText } from '../../../../kernel/text/short-date.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import { SeatTag } from '../SeatTag.tsx'
import styles from '../room.module.css'

type Signed = Data<typeof courseRoom.sign>

export default function RoomSignPage() {
  const { code = '' } = useParams()
  const [signed, setSigned] = useState<Signed>()
  const [failure, setFailure] = useState<unknown>()
  const send = useEffectEvent(async () => {
    setFailure(undefined)
    try {
      setSigned(await call(courseRoom.sign, { code }, { quiet: true }))
    } catch (error) {
      setFailure(error)
    }
  })
  // the server counts a repeated call once
  useEffect(() => void send(), [code])
  const again = failure !== undefined && !(failure instanceof CallFailure && failure.reason !== undefined)
  return (
    <section className={classes(panelStyles.panel, styles.sign)} aria-busy={!signed && failure === undefined}>
      {signed ? (
        <Done signed={signed} />
      ) : failure === undefined ? (
        <>
          <h1>{t('正在签到')}</h1>
          <PageLoading rows={3} />
        </>
      ) : (
        <>
          <h1>{t('没有签到')}</h1>
          <Alert kind="error" title={failure instanceof Error ? failure.message : ''} />
          {again && (
            <Button strong onClick={() => void send()}>
              {t('再试一次')}
            </Button>
          )}
          <Link className={buttonLook()} to="/web/index">
            {t('回到首页')}
          </Link>
        </>
      )}
    </section>
  )
}

function Done({ signed }: { signed: Signed }) {
  const { courseId, fileId, title, place, way, state, inTime, outTime, signOut, finished } = signed
  const at = way === 'in' ? inTime : outTime
  return (
    <>
      <h1>{title}</h1>
      <Alert
        kind="success"
        role="status"
        title={way === 'in' ? t('签到成功') : t('签退成功')}
        description={[at === null ? '' : minuteText(at), place].filter((one) => one !== '').join(' · ')}
      />
      <p className={styles.state}>
        <SeatTag state={state} />
        <span>{finished ? t('本课件已学完') : signOut ? t('离开前请扫码签退') : ''}</span>
      </p>
      <Link className={buttonLook({ strong: true })} to={`/web/course/view/${courseId}/${fileId}`}>
        {t('进入课程')}
      </Link>
    </>
  )
}
