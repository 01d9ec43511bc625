// The head of the exam room: title, timer, save state, hand-in.
import { t } from '../../../../kernel/i18n.ts'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { Countdown } from './Countdown.tsx'
import type { SaveLabel } from '../save/save-label.ts'
import styles from './room.module.css'

type RoomHeadProps = { title: string; saved: SaveLabel; leftMs: () => number; canHand: boolean; onHand: () => void }

export function RoomHead({ title, saved, leftMs, canHand, onHand }: RoomHeadProps) {
  return (
    <header className={styles.roomHead}>
      <h1>{title}</h1>
      <Countdown leftMs={leftMs} />
      <span className={styles.roomSave} data-kind={saved.kind} data-testid="save-state">
        {saved.text}
      </span>
      <Button strong disabled={!canHand} onClick={onHand}>
        {t('交卷')}
      </Button>
    </header>
  )
}
