// The lobby of battles: banks, code of a friend, ranking, own battles.
import { battle, battleMode, type BattleMode, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { SoundButton } from '../../kernel/plain/SoundButton.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import { Own, Ranking } from './Lobby.tsx'
import buttonStyles from '../../kernel/plain/button.module.css'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './battle.module.css'

const MOST_BANKS = 50
const CODE = /^\d{6}$/
const roomOf = (id: string) => `/web/battle/${id}`

export function BattleLobby() {
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
