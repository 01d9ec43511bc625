// The head of the exam room: title, timer, save state, hand-in.
import { useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import textStyles from '../../../../kernel/plain/text.module.css'
import { Countdown } from './Countdown.tsx'
import type { SaveLabel } from '../save/save-label.ts'
import styles from './room.module.css'

/** `spoken`: what a screen reader is told of saving, '' while there is nothing new. */
type RoomHeadProps = { title: string; saved: SaveLabel; leftMs: () => number; canHand: boolean; onHand: () => void; spoken?: string }

export function RoomHead({ title, saved, leftMs, canHand, onHand, spoken = '' }: RoomHeadProps) {
  const [said, setSaid] = useState(spoken)
  // the last text stays while the next answer is sent
  if (spoken !== '' && spoken !== said) setSaid(spoken)
  return (
    <header className={styles.roomHead}>
      <h1>{title}</h1>
      <Countdown leftMs={leftMs} />
      <span className={styles.roomSave} data-kind={saved.kind} data-testid="save-state">
        {saved.text}
      </span>
      <span className={textStyles.visuallyHidden} role="status">
        {said}
      </span>
      <Button strong disabled={!canHand} onClick={onHand}>
        {t('交卷')}
      </Button>
    </header>
  )
}
