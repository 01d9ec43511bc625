// The learner's tries with their marks, the newest first.
import { t } from '../../../kernel/i18n.ts'
import { minuteText } from '../../../kernel/text/short-date.ts'
import type { Own } from './draft.ts'
import { HandTag } from './HandTag.tsx'
import { WorkFiles } from './WorkFiles.tsx'
import styles from './work.module.css'

type Hand = Own['hands'][number]

export const OwnHands = ({ work }: { work: Own }) => (
  <ol className={styles.hands} aria-label={t('提交记录')}>
    {work.hands.map((hand) => (
      <li key={hand.id}>
        <header>
          <b>{t('第 {{n}} 次提交', { n: hand.tryNo })}</b>
          <HandTag {...hand} />
          <small>{minuteText(hand.handTime ?? hand.saveTime)}</small>
          {hand.lateDays > 0 && <small>{t('逾期 {{n}} 天', { n: hand.lateDays })}</small>}
        </header>
        <Mark hand={hand} maxScore={work.maxScore} />
        {hand.content !== '' && <p className={styles.words}>{hand.content}</p>}
        <WorkFiles files={hand.files} label={t('第 {{n}} 次提交的文件', { n: hand.tryNo })} />
      </li>
    ))}
  </ol>
)

function Mark({ hand, maxScore }: { hand: Hand; maxScore: number }) {
  const { score, finalScore, lines, comment } = hand
  if (finalScore === null && comment === '') return null
  return (
    <div className={styles.mark}>
      {finalScore !== null && (
        <p>
          <b>{t('{{n}} 分', { n: finalScore })}</b> / {maxScore}
          {score !== null && score !== finalScore && (
            <small> {t('批改得 {{score}} 分，逾期扣 {{less}} 分', { score, less: round(score - finalScore) })}</small>
          )}
        </p>
      )}
      {lines.length > 0 && (
        <ul>
          {lines.map((one) => (
            <li key={one.id}>
              {one.text} <small>{one.points > 0 ? `+${one.points}` : one.points}</small>
            </li>
          ))}
        </ul>
      )}
      {comment !== '' && <p className={styles.words}>{t('评语：{{text}}', { text: comment })}</p>}
    </div>
  )
}

const round = (value: number) => Math.round(value * 100) / 100
