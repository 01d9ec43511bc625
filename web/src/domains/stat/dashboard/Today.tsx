// What waits for a learner today: exams, broadcasts, lessons in a room, courses, trainings, surveys, learning paths; one state and one action a row.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { buttonLook } from '../../../kernel/plain/Button.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { useSite } from '../../../shared/session/session.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import boneStyles from '../../../kernel/plain/bone.module.css'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import textStyles from '../../../kernel/plain/text.module.css'
import { Pace } from './Pace.tsx'
import styles from './today.module.css'
import { minuteText } from '../../../kernel/text/short-date.ts'

const PaceDialog = lazy(async () => ({ default: (await import('./PaceDialog.tsx')).PaceDialog }))

type Day = Data<(typeof statToday)['mine']>
/** A row has one action, one state, or both; `strong`: what the day begins with. */
type Due = { key: string; title: string; note: string; to?: string; action?: string; state?: string; tone?: 'info' | 'warn' | 'bad' }

const until = (at: string | null) => (at === null ? t('不限时间') : t('{{time}} 截止', { time: minuteText(at) }))

function dueExam({ id, title, startTime, endTime, state, paperId, courseId, place }: Day['exams'][number]): Due {
  const begins = startTime === null ? until(endTime) : t('{{time}} 开始', { time: minuteText(startTime) })
  const check = `/web/exam/check/${id}`
  const row = { key: `exam ${id}`, title, note: until(endTime) }
  switch (state) {
    case 'going':
      return { ...row, state: t('进行中'), tone: 'warn', to: `/web/exam/start/${paperId}`, action: t('继续考试') }
    case 'open':
      return { ...row, to: check, action: t('去考试') }
    case 'waiting':
      return { ...row, note: begins, state: t('未开始') }
    case 'offline':
      return { ...row, note: place === '' ? begins : `${begins} · ${place}`, state: t('线下考试') }
    case 'buy':
      return { ...row, state: t('待购买'), to: check, action: t('去购买') }
    case 'apply':
      return { ...row, state: t('需要申请'), to: check, action: t('去申请') }
    case 'audit':
      return { ...row, note: begins, state: t('待审核') }
    case 'learn':
      return { ...row, note: t('先学完课程再考试'), to: `/web/course/view/${courseId}`, action: t('去学习') }
  }
}

const dueLive = ({ id, title, courseId, fileId, startTime, live }: Day['lives'][number]): Due => ({
  key: `live ${id}`,
  title,
  note: live ? t('{{time}} 开始', { time: minuteText(startTime) }) : t('今天 {{time}} 开播', { time: startTime.slice(11, 16) }),
  ...(live
    ? { state: t('直播中'), tone: 'bad' as const, to: `/web/course/view/${courseId}/${fileId}`, action: t('看直播') }
    : { state: t('未开始') }),
})

const dueRoom = ({ courseId, fileId, title, place, startTime, waiting }: Day['rooms'][number]): Due => ({
  key: `room ${courseId}/${fileId}`,
  title,
  note: `${t('{{time}} 开始', { time: minuteText(startTime) })} · ${place}`,
  state: waiting ? t('候补中') : t('已报名'),
  tone: waiting ? 'warn' : 'info',
  to: `/web/course/view/${courseId}/${fileId}`,
  action: t('查看'),
})

const dueCourse = ({ id, title, endTime, state }: Day['courses'][number]): Due => ({
  key: `course ${id}`,
  title,
  note: endTime === null ? t('必修') : until(endTime),
  to: `/web/course/view/${id}`,
  ...(state === 'buy' ? { state: t('待购买'), action: t('去购买') } : { action: t('去学习') }),
})

const dueTrain = (row: Day['trains'][number]): Due => ({
  key: `train ${row.repoId}/${row.mode}`,
  title: row.title,
  note: t('已做 {{n}} / {{total}} 题', { n: row.answerCount, total: row.totalCount }),
  to: `/web/repo/training/${row.repoId}/${row.mode}`,
  action: t('继续训练'),
})

const dueSurvey = ({ id, title, endTime }: Day['surveys'][number]): Due => ({
  key: `survey ${id}`,
  title,
  note: until(endTime),
  to: `/web/survey/${id}`,
  action: t('去填写'),
})

const duePath = ({ id, title, endTime, percent, overdue, nextTitle }: Day['paths'][number]): Due => ({
  key: `path ${id}`,
  title,
  note: [
    `${percent}%`,
    ...(endTime === null ? [] : [until(endTime)]),
    ...(nextTitle === '' ? [] : [t('下一站：{{title}}', { title: nextTitle })]),
  ].join(' · '),
  ...(overdue ? { state: t('已逾期'), tone: 'bad' as const } : {}),
  to: `/web/path/${id}`,
  action: t('继续'),
})

function Group({ title, rows, strong }: { title: string; rows: Due[]; strong: string | undefined }): ReactNode {
  if (rows.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <span>
              <b>{row.title}</b>
              <small>{row.note}</small>
            </span>
            {row.state !== undefined && <Tag tone={row.tone ?? 'plain'}>{row.state}</Tag>}
            {row.to !== undefined && (
              <Link className={buttonLook({ small: true, strong: row.key === strong })} to={row.to}>
                {row.action}
                <span className={textStyles.visuallyHidden}>{row.title}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** With the place of the rows before they have come. */
export function Today() {
  const { data, error } = useCall(statToday.mine, {}, { quiet: true })
  const offersPace = useSite()?.props.learnPace === true
  const [asked, setAsked] = useState(false)
  // the page below is complete without it
  if (!data) return error ? null : <div className={classes(styles.todayBone, boneStyles.bone)} data-holds="" />
  const groups: [title: string, rows: Due[]][] = [
    [t('要考的试'), data.exams.map(dueExam)],
    [t('今天的直播'), data.lives.map(dueLive)],
    [t('线下培训'), data.rooms.map(dueRoom)],
    [t('要学的课'), data.courses.map(dueCourse)],
    [t('没做完的训练'), data.trains.map(dueTrain)],
    [t('要填的问卷'), data.surveys.map(dueSurvey)],
    [t('我的培养'), data.paths.map(duePath)],
  ]
  const rows = groups.flatMap(([, part]) => part)
  // a broadcast does not wait
  const first = rows.find((row) => row.key.startsWith('live ') && row.to !== undefined) ?? rows.find((row) => row.to !== undefined)
  const strong = data.exams.some((one) => one.state === 'going') ? rows[0]!.key : first?.key
  return (
    <section className={classes(panelStyles.panel, styles.today)} aria-labelledby="today">
      <header>
        <h2 id="today">{t('今天')}</h2>
        {data.pace && <Pace pace={data.pace} />}
        {offersPace && (
          <button
            type="button"
            className={classes(buttonStyles.iconBtn, styles.todaySet)}
            aria-label={t('学习节奏设置')}
            title={t('学习节奏设置')}
            onClick={() => setAsked(true)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0ZM6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0Z" />
            </svg>
          </button>
        )}
      </header>
      {rows.length === 0 && <p>{t('今天没有要完成的学习和考试。')}</p>}
      {rows.length > 0 && (
        <div className={styles.todayGroups}>
          {groups.map(([title, part]) => (
            <Group key={title} title={title} rows={part} strong={strong} />
          ))}
        </div>
      )}
      {asked && (
        <Suspense>
          <PaceDialog onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </section>
  )
}
