// The frame of a SCORM package and the list of its parts.
import { t } from '../../../kernel/i18n.ts'
import styles from './package.module.css'

type Part = { title: string; depth: number; note?: string }
type PackageFrameProps = {
  title: string
  frame: { url: string; sandbox: string }
  parts: readonly Part[]
  /** the place of the open part */
  part: number
  onPart: (part: number) => void
}

const INDENT = '\u3000'

export function PackageFrame({ title, frame, parts, part, onPart }: PackageFrameProps) {
  return (
    <div className={styles.package} data-part="package">
      {parts.length > 1 && (
        <div className={styles.packageParts}>
          <span aria-hidden="true">{t('学习单元')}</span>
          <select aria-label={t('学习单元')} value={part} onChange={(event) => onPart(Number(event.target.value))}>
            {parts.map((one, at) => (
              // two parts may have one title
              // oxlint-disable-next-line react/no-array-index-key
              <option key={at} value={at}>
                {INDENT.repeat(one.depth)}
                {one.title}
                {one.note ? `（${one.note}）` : ''}
              </option>
            ))}
          </select>
          <button type="button" disabled={part + 1 >= parts.length} onClick={() => onPart(part + 1)}>
            {t('下一单元')}
          </button>
        </div>
      )}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the server names what the frame may do */}
      <iframe key={frame.url} src={frame.url} sandbox={frame.sandbox} title={title} allow="fullscreen; autoplay" />
    </div>
  )
}
