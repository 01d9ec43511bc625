// What a training offers besides its questions, so that its head stays one line.
import { t } from '../../kernel/i18n.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './train.module.css'
import type { useSound } from './useSound.ts'

type TrainMoreProps = {
  /** answers are judged at once */
  isJudged: boolean
  autoNext: boolean
  onAutoNext: (on: boolean) => void
  sound: ReturnType<typeof useSound>
  /** undefined: nothing is answered yet */
  onRestart: (() => void) | undefined
}

export function TrainMore({ isJudged, autoNext, onAutoNext, sound, onRestart }: TrainMoreProps) {
  if (!isJudged && !onRestart) return null
  return (
    <details className={styles.trainMore}>
      <summary className={buttonStyles.btn}>{t('更多')}</summary>
      <div>
        {isJudged && (
          <>
            <label className={styles.trainAuto}>
              <input type="checkbox" checked={autoNext} onChange={(event) => onAutoNext(event.target.checked)} />
              {t('答对自动下一题')}
            </label>
            <label className={styles.trainAuto}>
              <input type="checkbox" checked={sound.on} onChange={(event) => sound.set(event.target.checked)} />
              {t('答对时播放音效')}
            </label>
          </>
        )}
        {onRestart && (
          <button type="button" className={buttonStyles.btn} onClick={onRestart}>
            {t('重新开始')}
          </button>
        )}
      </div>
    </details>
  )
}
