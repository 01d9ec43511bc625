// Training: one question at a time with its verdict and the answer card; can be continued on any device.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { train, trainMode, TrainMode } from '@shuyuan/contract/train/train.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import { classes } from '../../../kernel/theme/classes.ts'
import { TrainBar } from '../TrainBar.tsx'
import { TrainMore } from '../TrainMore.tsx'
import { TrainProgress } from '../TrainProgress.tsx'
import { TrainQuestion } from '../TrainQuestion.tsx'
import { type CardRow, type Mode, type Training } from '../train-labels.ts'
import { draftsOf, type Drafts, fillTurn, messageOf, useBegin, useInvalidateTraining, useUpdateQuestion, usePlace } from '../useTraining.ts'
import { useAskTraining } from '../useAskTraining.tsx'
import { useSound } from '../useSound.ts'
import { useAutoNext, useKeys, useLater, useSwipe } from '../useMoves.ts'
import styles from '../train.module.css'
import textStyles from '../../../kernel/plain/text.module.css'

const EMPTY = errors.trainEmpty[0]
const UNPAID = errors.repoUnpaid[0]
const isMode = (value: string): value is `${Mode}` => Object.hasOwn(trainMode, value)

export default function TrainingPage() {
  const { repoId = '', mode = '' } = useParams()
  const [address] = useSearchParams()
  if (!isMode(mode)) return <PageEmpty hint={t('没有这种训练模式。')} action={<Back repoId={repoId} />} />
  const scope = address.get('scope') ?? ''
  return <Begin key={`${repoId} ${mode} ${scope}`} repoId={repoId} mode={Number(mode) as Mode} scope={scope} />
}

const Back = ({ repoId }: { repoId: string }) => (
  <Link className={buttonStyles.btn} to={`/web/repo/view/${repoId}`}>
    {t('返回题库')}
  </Link>
)

function Begin(start: { repoId: string; mode: Mode; scope: string }) {
  const [address, setAddress] = useSearchParams()
  const [clear] = useState(address.get('clear') === '1')
  const { begun, error, retry, restart } = useBegin({ ...start, clear })
  // a reload continues the training instead of starting another one
  useEffect(() => {
    if (!begun || !address.has('clear')) return
    setAddress(start.scope === '' ? {} : { scope: start.scope }, { replace: true })
  }, [begun, address, setAddress, start.scope])
  if (error) {
    const code = (error as { code?: number }).code
    if (code === EMPTY || code === UNPAID) return <PageEmpty text={messageOf(error)} action={<Back repoId={start.repoId} />} />
    return <PageError error={error} onRetry={retry} />
  }
  if (!begun)
    return (
      <div className={styles.trainWait}>
        <PageLoading rows={4} />
      </div>
    )
  return <Run key={begun.training.id} {...begun} onRestart={restart} />
}

/** Sends the unconfirmed answers of a mock paper. A failure is shown, and the answer stays unconfirmed. */
function useFlush(trainId: string, drafts: Drafts, onSent: (quId: string) => void) {
  const client = useQueryClient()
  const update = useUpdateQuestion(trainId)
  const send = (quId: string, answer: Answer) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: () => call(train.fill, { trainId, quId, answer }), scope: { id: fillTurn(trainId, quId) } })
      .execute(undefined)
  return () =>
    Promise.allSettled(
      [...drafts.answers].map(async ([quId, answer]) => {
        await send(quId, answer)
        if (drafts.answers.get(quId) === answer) drafts.answers.delete(quId)
        update(quId, { answer })
        onSent(quId)
      }),
    )
}

type RunProps = { training: Training; card: CardRow[]; onRestart: () => void }

function Run({ training, card: first, onRestart }: RunProps) {
  const navigate = useNavigate()
  const [ask, dialog] = useAskTraining()
  const [autoNext, setAutoNext] = useAutoNext()
  const sound = useSound()
  const invalidate = useInvalidateTraining()
  const [card, setCard] = useState(first)
  const [inRow, setInRow] = useState(0)
  const place = usePlace({ training, card })
  const { position } = place
  const { id, repoId, mode } = training
  const [drafts] = useState(() => draftsOf(id))
  const isMock = mode === TrainMode.mock
  const isReview = mode === TrainMode.review
  const set = (quId: string, more: Partial<CardRow>) =>
    setCard((rows) => rows.map((row) => (row.quId === quId ? { ...row, ...more } : row)))
  const flush = useFlush(id, drafts, (quId) => set(quId, { result: 'answered' }))
  const later = useLater()
  const go = (to: number) => {
    later.cancel()
    if (isMock) void flush()
    place.go(to)
  }
  const judged = (quId: string, result: NonNullable<CardRow['result']>) => {
    set(quId, { result })
    setInRow((n) => (result === 'right' ? n + 1 : 0))
    if (result === 'right') sound.play()
    if (autoNext && result === 'right' && position < card.length - 1) later.run(() => go(position + 1))
  }
  const finish = useCommand(train.finish, {
    onDone: () => {
      invalidate()
      void navigate(isReview ? `/web/repo/view/${repoId}` : `/web/repo/repo/${id}`, { replace: true })
    },
  })
  const answered = card.filter((row) => row.result !== null).length
  const end = async () => {
    if (isReview) return finish.mutate({ id })
    const written = isMock ? card.filter((one) => one.result === null && drafts.answers.has(one.quId)).length : 0
    if (isMock) await flush()
    const left = card.length - answered - written
    const content = left > 0 ? t('还有 {{n}} 题没有作答，确定结束训练吗？', { n: left }) : t('确定结束训练吗？')
    if (await ask(content)) finish.mutate({ id })
  }
  const restart = async () => {
    if (await ask(t('重新开始会结束上次的训练，记录仍然保留。'))) onRestart()
  }
  const endWord = isMock ? t('交卷') : t('结束训练')
  useKeys({ ArrowLeft: () => go(position - 1), ArrowRight: () => go(position + 1) })
  const swipe = useSwipe((step) => go(position + step))
  useEffect(() => invalidate, [invalidate])
  const row = card[position]
  if (!row) return <PageEmpty action={<Back repoId={repoId} />} />
  return (
    <div className={styles.train}>
      <header className={styles.trainHead}>
        <Link className={textStyles.lone} to={`/web/repo/view/${repoId}`}>
          {training.repoId_dictText}
        </Link>
        <h1>
          {tLabel(trainMode[mode])}
          {training.scope_dictText !== '' && <span className={styles.trainDim}> · {training.scope_dictText}</span>}
        </h1>
        <span className={styles.trainDim}>{isReview ? '' : t('已答 {{n}} / {{total}}', { n: answered, total: card.length })}</span>
        {!isReview && (
          <TrainMore
            isJudged={!isMock}
            autoNext={autoNext}
            onAutoNext={setAutoNext}
            sound={sound}
            onRestart={answered > 0 ? () => void restart() : undefined}
          />
        )}
        <button type="button" className={buttonStyles.btn} disabled={finish.isPending} onClick={() => void end()}>
          {endWord}
        </button>
      </header>
      {!isReview && <TrainProgress card={card} inRow={inRow} />}
      <div className={styles.trainBody}>
        <div className={styles.trainMain} {...swipe}>
          <TrainQuestion
            trainId={id}
            quId={row.quId}
            number={position + 1}
            total={card.length}
            isMock={isMock}
            isReview={isReview}
            onJudged={judged}
            onFavourite={(quId, favourite) => set(quId, { favourite })}
            drafts={drafts}
          />
        </div>
        <TrainBar card={card} position={position} isReview={isReview} onGo={go}>
          <button
            type="button"
            className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
            disabled={finish.isPending}
            onClick={() => void end()}
          >
            {endWord}
          </button>
        </TrainBar>
      </div>
      {dialog}
    </div>
  )
}
