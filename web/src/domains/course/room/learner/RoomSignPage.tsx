// Learner: the address of the code on the teacher's screen. It signs the person in, after they have signed in to the site.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent } from 'react'
import { Link, useParams } from 'react-router'
import { useCommand } from '../../../../kernel/call/query.ts'
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
  return <Sign key={code} code={code} />
}

function Sign({ code }: { code: string }) {
  const { data, error, mutate } = useCommand(courseRoom.sign, { quiet: true })
  const send = useEffectEvent(() => mutate({ code }))
  // the server counts a repeated call once
  useEffect(() => send(), [])
  return (
    <section className={classes(panelStyles.panel, styles.sign)} aria-busy={!data && !error}>
      {data && <Done signed={data} />}
      {!data && !error && (
        <>
          <h1>{t('正在签到')}</h1>
          <PageLoading rows={3} />
        </>
      )}
      {!data && error && (
        <>
          <h1>{t('没有签到')}</h1>
          <Alert kind="error" title={error.message} />
          {/* a refusal stays one; a lost connection may be back */}
          {(error.reason === 'network' || error.reason === 'http') && (
            <Button strong onClick={() => mutate({ code })}>
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
