// A bank for learners: its content, all training modes, and the last trainings.
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { hoursText } from '@shuyuan/contract/kernel/time-ranges.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { train, trainMode, TrainState, TrainMode } from '@shuyuan/contract/train/train.ts'
import { repoBuy } from '@shuyuan/contract/train/buy.ts'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { call } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Dialog, focusFirst } from '../../../kernel/plain/Dialog.tsx'
import { BuyButton, useToBuy } from '../../pay/order/BuyButton.tsx'
import { trainingPath } from '../../repo/training-path.ts'
import { modeHints, type Mode, progressText, type Training } from '../train-labels.ts'
import { TrainHistory } from '../TrainHistory.tsx'
import { PriceTag } from '../PriceTag.tsx'
import buttonStyles from '../../../kernel/plain/button.module.css'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from '../repo-learner.module.css'
import textStyles from '../../../kernel/plain/text.module.css'

const RECENT = 5
const BY_CHAPTER = 3
const BY_TYPE = 4
/** the three ways that most learners take, and the others */
const ways: Mode[] = [TrainMode.inOrder, TrainMode.wrong, TrainMode.mock]
const more: Mode[] = [TrainMode.random, TrainMode.undone, TrainMode.favourites, TrainMode.review]
type Choice = { mode: Mode; scope: string }

/** Asks whether to continue an unfinished training of the same kind. */
function GoOnDialog({ open, choice, repoId, onClose }: { open: Training; choice: Choice; repoId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const go = (clear: boolean) => void navigate(trainingPath(repoId, choice.mode, choice.scope, clear))
  return (
    <Dialog
      title={t('上次的训练还没有结束')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => go(true)}>{t('重新开始')}</Button>
          <Button strong {...focusFirst} onClick={() => go(false)}>
            {t('继续训练')}
          </Button>
        </>
      }
    >
      <p>
        {progressText(open)}
        {'，'}
        {t('重新开始会结束上次的训练，记录仍然保留。')}
      </p>
    </Dialog>
  )
}

export default function RepoViewPage() {
  const { repoId = '' } = useParams()
  const navigate = useNavigate()
  const { data, error, refetch } = useCall(repo.detail, { id: repoId }, { quiet: true })
  const groups = useCall(repo['chapter-group'], { repoId }, { quiet: true }).data ?? []
  const unfinished = useCall(train.paging, { size: 100, params: { repoId, state: TrainState.open } }, { quiet: true }).data?.records ?? []
  const toBuy = useToBuy('repo', data ? [{ ...data, id: repoId }] : [])
  const [choice, setChoice] = useState<Choice>()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={5} />
  const openOf = ({ mode, scope }: Choice) => unfinished.find((one) => one.mode === mode && one.scope === scope)
  const begin = (mode: Mode, scope = '') => {
    if (openOf({ mode, scope })) setChoice({ mode, scope })
    else void navigate(trainingPath(repoId, mode, scope))
  }
  const asked = choice && openOf(choice)
  const isLocked = toBuy(repoId)
  // the list begins with the newest
  const [last] = unfinished
  const way = (mode: Mode) => (
    <button key={mode} type="button" disabled={isLocked && mode !== TrainMode.wrong} onClick={() => begin(mode)}>
      <b>{tLabel(trainMode[mode])}</b>
      <span>{t(modeHints[mode])}</span>
      {openOf({ mode, scope: '' }) && <em>{t('未完成')}</em>}
    </button>
  )
  const types = Map.groupBy(
    groups.flatMap((one) => one.types),
    (one) => one.quType,
  )
  const total = (rows: { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)
  const titleOf = ({ title, parentId }: (typeof groups)[number]) =>
    parentId === '' ? title : `${groups.find((one) => one.chapterId === parentId)?.title ?? ''} / ${title}`
  return (
    <div className={styles.bankPage}>
      <header className={styles.bankTitle}>
        <h1>{data.title}</h1>
        <PriceTag row={data} />
        {isLocked && <BuyButton title={data.title} order={() => call(repoBuy.init, { repoId })} />}
        <p className={styles.bankDim}>
          {t('共 {{n}} 题', { n: data.quCount })} · {t('客观题')} {data.objCount} · {t('主观题')} {data.subjCount}
        </p>
        {data.trainHours !== '' && <p role="note">{t('每天 {{hours}} 开放训练', { hours: hoursText(data.trainHours) })}</p>}
        {data.remark && <p>{data.remark}</p>}
        {isLocked && <p role="note">{t('购买后可以训练；错题可以一直练习。')}</p>}
      </header>
      <section aria-label={t('训练模式')} className={styles.bankWays}>
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.bankGo)}
          disabled={isLocked}
          onClick={() => (last ? void navigate(trainingPath(repoId, last.mode, last.scope)) : begin(TrainMode.inOrder))}
        >
          {last ? t('继续训练') : t('开始训练')}
          {last && ` · ${tLabel(trainMode[last.mode])} · ${progressText(last)}`}
        </button>
        <div className={styles.bankModes}>{ways.map((mode) => way(mode))}</div>
      </section>
      <details className={styles.bankMore}>
        <summary>{t('更多')}</summary>
        <div className={styles.bankModes}>{more.map((mode) => way(mode))}</div>
        {groups.some((one) => one.chapterId !== '') && (
          <section className={styles.bankScopes}>
            <h2>{tLabel(trainMode[BY_CHAPTER])}</h2>
            <div>
              {groups
                .filter((one) => one.chapterId !== '')
                .map((one) => (
                  <Button small key={one.chapterId} disabled={isLocked} onClick={() => begin(BY_CHAPTER, one.chapterId)}>
                    {titleOf(one)}（{total(groups.flatMap((each) => (each === one || each.parentId === one.chapterId ? each.types : [])))}）
                  </Button>
                ))}
            </div>
          </section>
        )}
        <section className={styles.bankScopes}>
          <h2>{tLabel(trainMode[BY_TYPE])}</h2>
          <div>
            {[...types].map(([type, rows]) => (
              <Button small key={type} disabled={isLocked} onClick={() => begin(BY_TYPE, String(type))}>
                {tLabel(quTypeText[type as keyof typeof quTypeText] ?? '')}（{total(rows)}）
              </Button>
            ))}
          </div>
        </section>
      </details>
      <section className={styles.bankScopes}>
        <h2>
          {t('最近训练')}{' '}
          <Link className={textStyles.lone} to={`/web/book?repoId=${repoId}`}>
            {t('错题本')}
          </Link>
        </h2>
        <TrainHistory repoId={repoId} size={RECENT} />
      </section>
      {asked && choice && <GoOnDialog open={asked} choice={choice} repoId={repoId} onClose={() => setChoice(undefined)} />}
    </div>
  )
}
