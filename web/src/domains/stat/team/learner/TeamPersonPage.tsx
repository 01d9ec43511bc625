// Learner: one person of the departments that the user leads, as it is now.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { team, teamThing } from '@shuyuan/contract/stat/team.ts'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { download } from '../../../../kernel/call/api.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import textStyles from '../../../../kernel/plain/text.module.css'
import { RemindDialog } from '../RemindDialog.tsx'
import styles from '../team.module.css'

type Person = Data<typeof team.person>
const DAY = '2026-01-01'.length
const MINUTE = '2026-01-01 09:00'.length
const dayOf = (time: string | null) => time?.slice(0, DAY) ?? t('不限')

export default function TeamPersonPage() {
  const { userId = '' } = useParams()
  const [isReminding, setReminding] = useState(false)
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useCall(team.person, { userId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading />
  const save = async () => {
    setBusy(true)
    await download(team.record, { userId }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <div className={styles.page}>
      <Link className={textStyles.lone} to="/web/team">
        {t('返回我的团队')}
      </Link>
      <header className={styles.head}>
        <h1>{data.realName}</h1>
        <span className={styles.dim}>
          {data.deptName} · {t('本月 {{hours}} 小时', { hours: data.learnHours })}
        </span>
        <div className={styles.acts}>
          <Button busy={busy} onClick={() => void save()}>
            {t('下载档案')}
          </Button>
          <Button strong onClick={() => setReminding(true)}>
            {t('发送提醒')}
          </Button>
        </div>
      </header>
      <Things rows={data.things} />
      <Record data={data} />
      {isReminding && (
        <RemindDialog title={t('提醒 {{name}}', { name: data.realName })} userIds={[userId]} onClose={() => setReminding(false)} />
      )}
    </div>
  )
}

const Part = ({ title, empty, children }: { title: string; empty: boolean; children: ReactNode }) => (
  <section className={classes(panelStyles.panel, styles.part)} aria-label={title}>
    <h2>{title}</h2>
    {empty ? <PageEmpty text={t('暂无记录')} /> : <ul className={styles.lines}>{children}</ul>}
  </section>
)

const tones = { course: 'bad', exam: 'info', cert: 'warn' } as const

const Things = ({ rows }: { rows: Person['things'] }) => (
  <Part title={t('待办')} empty={rows.length === 0}>
    {rows.map((one) => (
      <li key={`${one.kind} ${one.title} ${one.dueTime}`}>
        <span>
          <Tag tone={tones[one.kind]}>{tLabel(teamThing[one.kind])}</Tag> {one.title}
        </span>
        <time className={styles.dim}>
          {one.kind === 'exam' && `${one.startTime?.slice(0, MINUTE) ?? t('不限')} – `}
          {one.kind === 'exam' ? (one.dueTime?.slice(0, MINUTE) ?? t('不限')) : dayOf(one.dueTime)}
        </time>
      </li>
    ))}
  </Part>
)

const Record = ({ data: { exams, courses, certs } }: { data: Person }) => (
  <>
    <Part title={t('考试记录')} empty={exams.length === 0}>
      {exams.map((one) => (
        <li key={one.id}>
          <span>
            {one.title} <Tag tone={one.passed ? 'good' : 'bad'}>{one.passed ? t('及格') : t('不及格')}</Tag>
          </span>
          <span className={styles.dim}>
            {one.score} / {one.total} · {dayOf(one.time)}
          </span>
        </li>
      ))}
    </Part>
    <Part title={t('学习记录')} empty={courses.length === 0}>
      {courses.map((one) => (
        <li key={one.id}>
          <span>
            {one.title} <Tag tone={one.finishTime ? 'good' : 'info'}>{one.finishTime ? t('已学完') : t('学习中')}</Tag>
          </span>
          <span className={styles.dim}>
            {t('{{hours}} 小时', { hours: one.learnHours })} · {dayOf(one.finishTime ?? one.lastTime)}
          </span>
        </li>
      ))}
    </Part>
    <Part title={t('证书')} empty={certs.length === 0}>
      {certs.map((one) => (
        <li key={one.id}>
          <span>{one.title}</span>
          <span className={styles.dim}>{one.expireTime === null ? t('长期有效') : t('{{day}} 到期', { day: dayOf(one.expireTime) })}</span>
        </li>
      ))}
    </Part>
  </>
)
