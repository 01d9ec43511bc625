// Learner: the lobby of battles (banks, code of a friend, ranking, own battles) and the room of one battle.
import { battle, type BattleMode } from '@shuyuan/contract/battle/battle.ts'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { ready } from '../../../kernel/piece/ready.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { useBattle, useSecondsLeft } from '../useBattle.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from '../battle.module.css'

// the lobby shows no questions
const lobby = ready(async () => ({ default: (await import('../BattleLobby.tsx')).BattleLobby }))
const loadRoom = () => import('../BattleRoom.tsx')
const room = ready(async () => ({ default: (await loadRoom()).BattleRoom }))
const result = ready(async () => ({ default: (await loadRoom()).BattleResult }))

export const first = (): Promise<unknown> =>
  window.location.pathname === '/web/battle' ? lobby.fetch() : Promise.all([room.fetch(), result.fetch()])

export default function BattlePage() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Suspense fallback={<PageLoading rows={6} />}>
        <lobby.Component />
      </Suspense>
    )
  // beside the first call, also for one who comes from the lobby; a failure is shown where the room is rendered
  first().catch(() => undefined)
  return (
    <Suspense fallback={<PageLoading rows={4} />}>
      <Battle key={id} id={id} />
    </Suspense>
  )
}

function Battle({ id }: { id: string }) {
  const { data, error, refetch, endsAt, set } = useBattle(id)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />
  if (data.phase === 'waiting') return <Waiting id={id} mode={data.mode} code={data.code} endsAt={endsAt} onAsk={() => void refetch()} />
  if (data.phase === 'over') return <result.Component data={data} />
  return <room.Component data={data} endsAt={endsAt} onChange={set} onAsk={() => void refetch()} />
}

type WaitingProps = { id: string; mode: BattleMode; code: string; endsAt: number; onAsk: () => void }
function Waiting({ id, mode, code, endsAt, onAsk }: WaitingProps) {
  const leave = useCommand(battle.leave, { onDone: onAsk })
  const left = useSecondsLeft(endsAt)
  return (
    <section className={classes(styles.room, styles.waiting)} aria-busy="true">
      <span className={styles.pulse} aria-hidden="true" />
      <h1>{mode === 'friend' ? t('把邀请码告诉好友') : t('正在寻找对手')}</h1>
      {code !== '' && <p className={styles.code}>{code}</p>}
      <p>{mode === 'friend' ? t('邀请码 {{n}} 秒后失效', { n: left }) : t('{{n}} 秒后由机器人应战', { n: left })}</p>
      <button
        type="button"
        className={classes(buttonStyles.btn, styles.big)}
        disabled={leave.isPending}
        onClick={() => leave.mutate({ id })}
      >
        {t('取消')}
      </button>
    </section>
  )
}
