// Learner: the lobby of battles (banks, code of a friend, ranking, own battles) and the room of one battle.
import { battle, battleMode, type BattleMode, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { SoundButton } from '../../../kernel/plain/SoundButton.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import { Own, Ranking } from '../Lobby.tsx'
import { useBattle, useSecondsLeft } from '../useBattle.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from '../battle.module.css'

// the lobby shows no questions
const loadRoom = () => import('../BattleRoom.tsx')
const BattleRoom = lazy(async () => ({ default: (await loadRoom()).BattleRoom }))
const BattleResult = lazy(async () => ({ default: (await loadRoom()).BattleResult }))

const MOST_BANKS = 50
const CODE = /^\d{6}$/
const roomOf = (id: string) => `/web/battle/${id}`

export default function BattlePage() {
  const { id } = useParams()
  if (id === undefined) return <Lobby />
  // beside the first call; a failure is shown where the room is rendered
  loadRoom().catch(() => undefined)
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
  if (data.phase === 'over') return <BattleResult data={data} />
  return <BattleRoom data={data} endsAt={endsAt} onChange={set} onAsk={() => void refetch()} />
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

function Lobby() {
  const navigate = useNavigate()
  const [repoId, setRepoId] = useState('')
  const [code, setCode] = useState('')
  const banks = useCall(repo.paging, { current: 1, size: MOST_BANKS, params: { isTrain: true } }, { quiet: true })
  const going = useCall(battle.check, {}, { quiet: true, refetchOnMount: 'always' })
  const start = useCommand(battle.start, { onDone: ({ id }) => void navigate(roomOf(id)), refresh: [battle['my-paging']] })
  const playable = banks.data?.records.filter((one) => one.objCount >= battleRule.questions) ?? []
  const chosen = repoId || playable[0]?.id
  const begin = (mode: BattleMode) => chosen !== undefined && start.mutate({ repoId: chosen, mode })
  return (
    <div className={styles.lobby}>
      <header className={styles.lobbyHead}>
        <h1>{t('知识对战')}</h1>
        <SoundButton />
      </header>
      {(banks.isPending || going.isPending) && (
        <div data-holds="">
          <PageLoading rows={6} />
        </div>
      )}
      {going.data && (
        <section className={panelStyles.goOn} aria-label={t('未结束的对战')}>
          <b>{t('您有一场对战正在进行')}</b>
          <button
            type="button"
            className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.big)}
            onClick={() => void navigate(roomOf(going.data!.id))}
          >
            {t('继续对战')}
          </button>
        </section>
      )}
      <section className={classes(panelStyles.panel, styles.start)}>
        {banks.error && <PageError compact error={banks.error} onRetry={() => void banks.refetch()} />}
        {banks.data && playable.length === 0 && <PageEmpty hint={t('还没有可以对战的题库：需要开放训练，并有 10 道以上客观题。')} />}
        {playable.length > 0 && (
          <>
            <label className={styles.field}>
              {t('题库')}
              <select value={chosen} onChange={(event) => setRepoId(event.target.value)}>
                {playable.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.title}
                  </option>
                ))}
              </select>
            </label>
            <p className={styles.note}>{t('每场 10 题，每题 15 秒，答得又对又快得分高。')}</p>
            <div className={styles.modes}>
              {(Object.keys(battleMode) as BattleMode[]).map((mode) => (
                <button
                  key={mode}
                  type="button"
                  className={classes(buttonStyles.btn, mode === 'match' && buttonStyles.btnPrimary, styles.big)}
                  disabled={start.isPending}
                  onClick={() => begin(mode)}
                >
                  {tLabel(battleMode[mode])}
                </button>
              ))}
            </div>
          </>
        )}
        <form
          className={styles.join}
          onSubmit={(event) => {
            event.preventDefault()
            start.mutate({ mode: 'friend', code })
          }}
        >
          <label className={styles.field}>
            {t('好友的邀请码')}
            <input inputMode="numeric" maxLength={6} value={code} onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))} />
          </label>
          <button type="submit" className={classes(buttonStyles.btn, styles.big)} disabled={!CODE.test(code) || start.isPending}>
            {t('应战')}
          </button>
        </form>
      </section>
      <div className={styles.lists}>
        <Ranking />
        <Own />
      </div>
    </div>
  )
}
