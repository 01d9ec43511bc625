// The learner's name over a file: it deters from passing recordings of the screen on.
import { classes } from '../../../../kernel/theme/classes.ts'
import styles from './player.module.css'

/** Spread over the picture, so that no part can be cut out without a name. */
const PLACES = 6

export const Watermark = ({ text, onPaper = false }: { text: string; onPaper?: boolean }) => (
  <div className={classes(styles.watermark, onPaper && styles.onPaper)} aria-hidden="true" data-part="watermark">
    {Array.from({ length: PLACES }, (_one, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the places never change
      <span key={at}>{text}</span>
    ))}
  </div>
)
