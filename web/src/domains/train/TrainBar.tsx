// The bar of a training: back, answer card, on. On phones it stays above the tabs and opens the card as a sheet; elsewhere the card is beside.
import { type ReactNode, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import textStyles from '../../kernel/plain/text.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { useMedia } from '../../kernel/state/useMedia.ts'
import { TrainCard } from './TrainCard.tsx'
import { TrainDialog } from './TrainDialog.tsx'
import type { CardRow } from './train-labels.ts'
import styles from './train.module.css'

type TrainBarProps = {
  card: CardRow[]
  position: number
  isReview: boolean
  onGo: (at: number) => void
  /** in the place of the way on, at the last question */
  children: ReactNode
}

export function TrainBar({ card, position, isReview, onGo, children }: TrainBarProps) {
  const wide = useMedia('(min-width: 901px)')
  const [open, setOpen] = useState(false)
  const shared = { card, position, isReview }
  return (
    <>
      <nav className={styles.trainNav} aria-label={t('上一题或下一题')}>
        <button type="button" className={buttonStyles.btn} disabled={position === 0} onClick={() => onGo(position - 1)}>
          {t('上一题')}
        </button>
        {!wide && (
          <button type="button" className={buttonStyles.btn} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <span className={textStyles.visuallyHidden}>{t('答题卡')} </span>
            {position + 1} / {card.length}
          </button>
        )}
        {position < card.length - 1 ? (
          <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={() => onGo(position + 1)}>
            {t('下一题')}
          </button>
        ) : (
          children
        )}
      </nav>
      {wide && <TrainCard {...shared} onGo={onGo} />}
      {open && (
        <TrainDialog title={t('答题卡')} onClose={() => setOpen(false)}>
          <TrainCard
            {...shared}
            bare
            onGo={(at) => {
              setOpen(false)
              onGo(at)
            }}
          />
        </TrainDialog>
      )}
    </>
  )
}
