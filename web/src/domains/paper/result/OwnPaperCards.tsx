// The learner's papers on phones: title and date at the left, the score and the verdict at the right.
import { ExState, exState, PaperState, paperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { ReactNode } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { pointsText } from '../question/marked.ts'
import { PassTag } from '../question/PassTag.tsx'
import type { OwnPaper } from './own-papers.tsx'
import styles from './own-papers.module.css'

/** `2026-01-01 09:00:00` without its seconds. */
const short = (moment: string) => moment.slice(0, 16)

function Score({ row: { state, score, totalScore, passed } }: { row: OwnPaper }) {
  if (state !== PaperState.done) return <Tag tone="warn">{tLabel(paperState[state])}</Tag>
  if (score === null) return <span className={styles.paperHidden}>{t('暂未公布')}</span>
  return (
    <>
      <strong>{pointsText(score)}</strong>
      <span className={styles.paperOf}>/ {pointsText(totalScore)}</span>
      {passed !== null && <PassTag state={state} passed={passed} />}
    </>
  )
}

export function OwnPaperCards({ rows, actions }: { rows: readonly OwnPaper[]; actions: (row: OwnPaper) => ReactNode }) {
  return (
    <ul className={styles.papersCards}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={styles.paperWhat}>
            <h2>{row.title}</h2>
            <time>{short(row.handTime ?? row.startTime)}</time>
            {row.exState !== ExState.normal && <Tag tone="bad">{tLabel(exState[row.exState])}</Tag>}
          </div>
          <p className={styles.paperScore}>
            <Score row={row} />
          </p>
          <div className={styles.papersLinks}>{actions(row)}</div>
        </li>
      ))}
    </ul>
  )
}
