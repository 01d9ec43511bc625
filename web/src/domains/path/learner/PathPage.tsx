// Learner: a learning path as a line of stations, the next one with its button.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { pathLearn, stationState } from '@shuyuan/contract/path/learn.ts'
import { pathItemKind } from '@shuyuan/contract/path/stage.ts'
import { Link, useParams } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { buttonLook } from '../../../kernel/plain/Button.tsx'
import panelStyles from '../../../kernel/plain/panel.module.css'
import { Ring } from '../../../kernel/plain/Ring.tsx'
import textStyles from '../../../kernel/plain/text.module.css'
import { dayText } from '../../../kernel/text/short-date.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { AfterSurvey } from '../../survey/AfterSurvey.tsx'
import { placeOf } from '../place.ts'
import styles from '../path.module.css'

type Path = Data<typeof pathLearn.detail>
type Stage = Path['stages'][number]
type Item = Stage['items'][number]

export default function PathPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(pathLearn.detail, { id }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={6} />
  return (
    <div className={styles.page}>
      <Head path={data} />
      <ol className={styles.line}>
        {data.stages.map((stage, at) => (
          <StageLine key={stage.id} stage={stage} no={at + 1} />
        ))}
        <End path={data} />
      </ol>
    </div>
  )
}

function Head({ path }: { path: Path }) {
  const { title, content, percent, dueTime, finishTime, overdue, round, renewTime } = path
  const facts = [
    ...(finishTime === null ? [] : [t('{{day}} 完成', { day: finishTime.slice(0, 10) })]),
    ...(finishTime === null && dueTime !== null ? [t('{{time}} 截止', { time: dueTime.slice(0, 10) })] : []),
    ...(round > 1 ? [t('第 {{n}} 轮', { n: round })] : []),
    ...(renewTime === null ? [] : [t('{{day}} 重新开始', { day: renewTime.slice(0, 10) })]),
  ]
  return (
    <header className={classes(panelStyles.panel, styles.head)}>
      <Ring percent={percent} label={t('{{title}}的进度', { title })} size={72} />
      <div>
        <h1>{title}</h1>
        <p className={styles.dim}>
          {facts.join(' · ')} {overdue && <Tag tone="bad">{t('已逾期')}</Tag>}
        </p>
        {content !== '' && <p className={styles.words}>{content}</p>}
      </div>
    </header>
  )
}

function StageLine({ stage, no }: { stage: Stage; no: number }) {
  const { title, items, need, done, dueTime, overdue } = stage
  return (
    <li data-done={done}>
      <h2>
        <span className={textStyles.visuallyHidden}>{t('第 {{n}} 阶段', { n: no })}</span>
        {title}
        {done && <Tag tone="good">{t('已完成')}</Tag>}
        {overdue && <Tag tone="bad">{t('已逾期')}</Tag>}
        {dueTime !== null && !done && <small>{t('{{time}} 截止', { time: dayText(dueTime) })}</small>}
      </h2>
      {need > 0 && <p className={styles.dim}>{t('选做至少完成 {{n}} 项', { n: need })}</p>}
      <ul>
        {items.map((item) => (
          <Station key={`${item.kind} ${item.refId}`} item={item} />
        ))}
      </ul>
    </li>
  )
}

const noteOf = ({ kind, required, amount, trained, state, doneTime, gone }: Item) => [
  tLabel(pathItemKind[kind]),
  ...(required ? [] : [t('选做')]),
  ...(kind === 'repo' && state !== 'done' ? [t('已练 {{n}} / {{total}} 题', { n: trained, total: amount })] : []),
  ...(doneTime === null ? [] : [t('{{day}} 完成', { day: dayText(doneTime) })]),
  ...(gone && state !== 'done' ? [t('暂未开放')] : []),
]

function Station({ item }: { item: Item }) {
  const { state, title, gone } = item
  const opens = !gone && state !== 'locked' && state !== 'done'
  return (
    <li data-state={state}>
      <span className={styles.dot} aria-hidden="true">
        {state === 'done' && '✓'}
      </span>
      <span className={styles.what}>
        <b>{title}</b>
        <small>
          <span className={textStyles.visuallyHidden}>{tLabel(stationState[state])} </span>
          {noteOf(item).join(' · ')}
        </small>
      </span>
      {opens && (
        <Link className={buttonLook({ small: true, strong: state === 'next' })} to={placeOf(item)}>
          {state === 'next' ? t('去完成') : t('打开')}
          <span className={textStyles.visuallyHidden}>{title}</span>
        </Link>
      )}
    </li>
  )
}

/** The last station: what the end earns. */
function End({ path: { id, points, certTitle, finishTime } }: { path: Path }) {
  const earned = [
    ...(certTitle === '' ? [] : [t('证书“{{title}}”', { title: certTitle })]),
    ...(points === 0 ? [] : [t('{{n}} 积分', { n: points })]),
  ]
  // an end without anything to earn says nothing before it is reached
  if (finishTime === null && earned.length === 0) return null
  return (
    <li data-done={finishTime !== null} className={styles.end}>
      <h2>{finishTime === null ? t('终点') : t('恭喜，您已完成全部内容！')}</h2>
      {earned.length > 0 && <p className={styles.dim}>{t('完成后获得：{{what}}', { what: earned.join('、') })}</p>}
      {finishTime !== null && certTitle !== '' && (
        <Link className={buttonLook({ small: true, strong: true })} to="/web/uc?to=cert">
          {t('查看证书')}
        </Link>
      )}
      {finishTime !== null && <AfterSurvey refType="path" refId={id} />}
    </li>
  )
}
