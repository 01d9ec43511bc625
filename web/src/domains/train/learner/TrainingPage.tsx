// Training: one question at a time with its verdict and the answer card; can be continued on any device.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { train, trainMode, TrainMode } from '@shuyuan/contract/train/train.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../../kernel/call/api.ts'
import { useConfirm } from '../../../kernel/confirm.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { TrainCard } from '../TrainCard.tsx'
import { TrainQuestion } from '../TrainQuestion.tsx'
import { type CardRow, type Mode, type Training } from '../train-labels.ts'
import { draftsOf, type Drafts, fillTurn, messageOf, useBegin, useInvalidateTraining, useUpdateQuestion, usePlace } from '../useTraining.ts'
import styles from '../train.module.css'

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
  <Link to={`/web/repo/view/${repoId}`}>
    <Button>{t('返回题库')}</Button>
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
  if (!begun) return <PageLoading rows={4} />
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
  const confirm = useConfirm()
  const invalidate = useInvalidateTraining()
  const [card, setCard] = useState(first)
  const place = usePlace({ training, card })
  const { position } = place
  const { id, repoId, mode } = training
  const [drafts] = useState(() => draftsOf(id))
  const isMock = mode === TrainMode.mock
  const isReview = mode === TrainMode.review
  const set = (quId: string, more: Partial<CardRow>) =>
    setCard((rows) => rows.map((row) => (row.quId === quId ? { ...row, ...more } : row)))
  const flush = useFlush(id, drafts, (quId) => set(quId, { result: 'answered' }))
  const go = (to: number) => {
    if (isMock) void flush()
    place.go(to)
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
    if (await confirm({ content })) finish.mutate({ id })
  }
  const restart = async () => {
    if (await confirm({ content: t('重新开始会结束上次的训练，记录仍然保留。') })) onRestart()
  }
  const endWord = isMock ? t('交卷') : t('结束训练')
  useKeys({ ArrowLeft: () => go(position - 1), ArrowRight: () => go(position + 1) })
  useEffect(() => invalidate, [invalidate])
  const row = card[position]
  if (!row) return <PageEmpty action={<Back repoId={repoId} />} />
  return (
    <div className={styles.train}>
      <header className={styles.trainHead}>
        <Link to={`/web/repo/view/${repoId}`}>{training.repoId_dictText}</Link>
        <h1>
          {tLabel(trainMode[mode])}
          {training.scope_dictText !== '' && <span className={styles.trainDim}> · {training.scope_dictText}</span>}
        </h1>
        <span className={styles.trainDim}>{isReview ? '' : t('已答 {{n}} / {{total}}', { n: answered, total: card.length })}</span>
        <Button onClick={() => void restart()} hidden={isReview || answered === 0}>
          {t('重新开始')}
        </Button>
        <Button type="primary" ghost loading={finish.isPending} onClick={() => void end()}>
          {endWord}
        </Button>
      </header>
      <div className={styles.trainBody}>
        <main>
          <TrainQuestion
            trainId={id}
            quId={row.quId}
            number={position + 1}
            total={card.length}
            isMock={isMock}
            isReview={isReview}
            onJudged={(quId, result) => set(quId, { result })}
            onFavourite={(quId, favourite) => set(quId, { favourite })}
            drafts={drafts}
          />
          <nav className={styles.trainNav} aria-label={t('上一题或下一题')}>
            <Button size="large" disabled={position === 0} onClick={() => go(position - 1)}>
              {t('上一题')}
            </Button>
            {position < card.length - 1 ? (
              <Button size="large" type="primary" onClick={() => go(position + 1)}>
                {t('下一题')}
              </Button>
            ) : (
              <Button size="large" type="primary" loading={finish.isPending} onClick={() => void end()}>
                {endWord}
              </Button>
            )}
          </nav>
        </main>
        <TrainCard card={card} position={position} isReview={isReview} onGo={go} />
      </div>
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Arrow keys move between questions, except while the focus is in an input. */
function useKeys(keys: Record<string, () => void>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      keys[event.key]?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
