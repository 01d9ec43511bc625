// The room of a battle: waiting, counting down, question, result.
import { battle, battleEnding, type BattleDetail, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../kernel/call/api.ts'
import { useCommand } from '../../kernel/call/query.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { SoundButton } from '../../kernel/plain/SoundButton.tsx'
import { play, warmSound } from '../../kernel/state/sound.ts'
import { classes } from '../../kernel/theme/classes.ts'
import { Choices, tagsOf } from '../train/Choices.tsx'
import { useSecondsLeft } from './useBattle.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import textStyles from '../../kernel/plain/text.module.css'
import styles from './battle.module.css'

type Side = BattleDetail['sides'][number]
type RoomProps = { data: BattleDetail; endsAt: number; onChange: (next: Partial<BattleDetail>) => void; onAsk: () => void }
const HURRY_S = 3

export const nameOf = (side: Side | undefined) => (side?.isRobot ? t('机器人') : (side?.realName ?? '…'))
const sidesOf = ({ sides, side }: BattleDetail) => {
  const own = sides.find((one) => one.side === (side || 1))
  return { own, rival: sides.find((one) => one.side !== own?.side) }
}

function Player({ side, mine }: { side: Side | undefined; mine: boolean }) {
  return (
    <div className={styles.player} data-mine={mine}>
      <span className={styles.face} aria-hidden="true">
        {side?.avatar ? <img src={side.avatar} alt="" /> : nameOf(side).slice(0, 1)}
      </span>
      <span className={styles.playerName}>{nameOf(side)}</span>
      <b key={side?.score ?? 0} className={styles.score}>
        {side?.score ?? 0}
      </b>
      {side?.done && <small className={styles.done}>{t('已选择')}</small>}
    </div>
  )
}

export function BattleRoom({ data, endsAt, onChange, onAsk }: RoomProps) {
  const { own, rival } = sidesOf(data)
  useEffect(warmSound, [])
  return (
    <section className={styles.room} data-room="battle" aria-label={t('对战')}>
      <h1 className={textStyles.visuallyHidden}>{t('知识对战')}</h1>
      <header className={styles.sides}>
        <Player side={own} mine />
        <Middle data={data} endsAt={endsAt} />
        <Player side={rival} mine={false} />
      </header>
      {data.phase === 'question' && data.question && (
        <Question key={data.question.quId} data={data} question={data.question} onChange={onChange} onAsk={onAsk} />
      )}
      {data.phase === 'question' && !data.question && <p role="status">{t('本题在您的考试中，不能显示')}</p>}
      {data.phase === 'count' && <Reveal data={data} />}
      <footer className={styles.roomFoot}>
        <SoundButton />
        <Leave id={data.id} onDone={onAsk} />
      </footer>
    </section>
  )
}

function Middle({ data: { phase, no, total }, endsAt }: { data: BattleDetail; endsAt: number }) {
  const left = useSecondsLeft(endsAt)
  const isHurry = phase === 'question' && left <= HURRY_S && left > 0
  useEffect(() => {
    if (isHurry && left > 0) play('tick')
  }, [isHurry, left])
  return (
    <div className={styles.middle}>
      <small>
        {no} / {total}
      </small>
      <b className={styles.clock} data-hurry={isHurry} role="timer" aria-label={t('剩余 {{n}} 秒', { n: left })}>
        {left}
      </b>
      {phase === 'question' && (
        <span className={styles.track} aria-hidden="true">
          <i style={{ transform: `scaleX(${Math.min(1, (left * 1_000) / battleRule.question)})` }} />
        </span>
      )}
    </div>
  )
}

type QuestionProps = Omit<RoomProps, 'endsAt'> & { question: NonNullable<BattleDetail['question']> }
function Question({ data, question, onChange, onAsk }: QuestionProps) {
  const sent = tagsOf(data.answer)
  const [tags, setTags] = useState(sent)
  const [failed, setFailed] = useState(false)
  const isMultiple = question.quType === QuType.multiple
  const isSent = data.answer !== null
  const send = (chosen: string[]) => {
    play('tap')
    setFailed(false)
    onChange({ answer: { tags: chosen } })
    call(battle.fill, { id: data.id, quId: question.quId, answer: { tags: chosen } }, { quiet: true }).then(
      ({ closed }) => closed && onAsk(),
      () => {
        onChange({ answer: null })
        setFailed(true)
        onAsk()
      },
    )
  }
  return (
    <>
      <Choices
        question={question}
        chosen={isSent ? sent : tags}
        disabled={isSent}
        onChoose={(chosen) => (isMultiple ? setTags(chosen) : send(chosen))}
      />
      {isMultiple && (
        <button
          type="button"
          className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.big)}
          disabled={isSent || tags.length === 0}
          onClick={() => send(tags)}
        >
          {t('确定')}
        </button>
      )}
      <p className={styles.note} role="status">
        {failed ? t('没有送达，请再选一次') : isSent ? t('等待对手作答') : ''}
      </p>
    </>
  )
}

function Reveal({ data }: { data: BattleDetail }) {
  const last = data.closed.at(-1)
  const own = last?.answers.find((one) => one.side === data.side)
  const [isRight, no] = [own?.isRight, last?.no]
  useEffect(() => {
    if (isRight !== undefined && no !== undefined) play(isRight ? 'right' : 'wrong')
  }, [isRight, no])
  if (!last)
    return (
      <div className={styles.ready}>
        <p>{t('准备')}</p>
        <p className={styles.rule}>{t('每场 10 题，每题 15 秒，答得又对又快得分高。')}</p>
      </div>
    )
  return (
    <div className={styles.reveal}>
      <p className={styles.verdict} data-right={own?.isRight ?? false} role="status">
        {own?.isRight ? t('答对了 +{{n}}', { n: own.score }) : own?.answer ? t('答错了') : t('未作答')}
      </p>
      <Closed data={data} closed={last} />
    </div>
  )
}

function Closed({ data, closed }: { data: BattleDetail; closed: BattleDetail['closed'][number] }) {
  if (!closed.question || !closed.key) return <p>{t('本题在您的考试中，不能显示')}</p>
  const own = closed.answers.find((one) => one.side === (data.side || 1))
  const rival = closed.answers.find((one) => one.side !== own?.side)
  const marks = Object.fromEntries(tagsOf(rival?.answer ?? null).map((tag) => [tag, [nameOf(sidesOf(data).rival)]]))
  return <Choices question={closed.question} chosen={tagsOf(own?.answer ?? null)} right={closed.key.right} marks={marks} />
}

function Leave({ id, onDone }: { id: string; onDone: () => void }) {
  const leave = useCommand(battle.leave, { onDone })
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <button type="button" className={classes(buttonStyles.btn, styles.big)} onClick={() => setAsked(true)}>
        {t('离开')}
      </button>
    )
  return (
    <span className={styles.ask} role="group" aria-label={t('离开就是认输')}>
      <span>{t('离开就是认输')}</span>
      <button type="button" className={classes(buttonStyles.btn, styles.big)} onClick={() => setAsked(false)}>
        {t('继续对战')}
      </button>
      <button
        type="button"
        className={classes(buttonStyles.btn, styles.big)}
        disabled={leave.isPending}
        onClick={() => leave.mutate({ id })}
      >
        {t('认输')}
      </button>
    </span>
  )
}

/** The result, with every question that was closed. */
export function BattleResult({ data }: { data: BattleDetail }) {
  const { own, rival } = sidesOf(data)
  // others than the players win and lose nothing
  const outcome = data.winner === null || data.side === 0 ? 'none' : data.winner === 0 ? 'draw' : data.winner === own?.side ? 'win' : 'lose'
  useEffect(() => {
    if (outcome === 'win' || outcome === 'lose') play(outcome)
  }, [outcome])
  const words = { none: t('对战已取消'), draw: t('平局'), win: t('您赢了'), lose: t('您输了') }
  const title = data.side === 0 ? t('对战结果') : words[outcome]
  return (
    <section className={styles.room} aria-label={t('结果')}>
      <div className={styles.outcome} data-outcome={outcome}>
        <h1>{title}</h1>
        {data.ending && data.ending !== 'finished' && <p>{tLabel(battleEnding[data.ending])}</p>}
        <p className={styles.final}>
          <span>{nameOf(own)}</span>
          <b>{own?.score ?? 0}</b>
          <i>:</i>
          <b>{rival?.score ?? 0}</b>
          <span>{nameOf(rival)}</span>
        </p>
        {own && own.ratingAfter !== null && own.ratingBefore !== null && (
          <p>
            {t('等级分')} {own.ratingAfter} ({own.ratingAfter >= own.ratingBefore ? '+' : ''}
            {own.ratingAfter - own.ratingBefore})
          </p>
        )}
        {data.side !== 0 && (
          <Link to="/web/battle" className={classes(buttonStyles.btn, buttonStyles.btnPrimary, styles.big)}>
            {t('返回大厅')}
          </Link>
        )}
      </div>
      {data.closed.map((one) => (
        <details key={one.no} className={styles.past}>
          <summary>
            {t('第 {{number}} 题', { number: one.no })}
            <span>
              {[own, rival].map((player) => {
                const score = one.answers.find(({ side }) => side === player?.side)?.score ?? 0
                return (
                  player && (
                    <b key={player.side} data-won={score > 0}>
                      {nameOf(player)} {score > 0 ? `+${score}` : 0}
                    </b>
                  )
                )
              })}
            </span>
          </summary>
          <Closed data={data} closed={one} />
        </details>
      ))}
    </section>
  )
}
