// The sections of a long form: the first is open, the others fold to one line that says their values; anchors lead to each.
import { DownOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import { FieldNames, useFormContext } from './form-context.ts'
import styles from './folded-sections.module.css'

export type FormPart = {
  id: string
  title: string
  /** the values in words, shown while the section is folded; undefined: the section is always open */
  summary?: string
  content: ReactNode
}

/** A section with a wrong field opens by itself, and its anchor shows a mark. Stands inside a SchemaForm. */
export function FoldedSections({ parts }: { parts: readonly FormPart[] }) {
  const { wrong } = useFormContext()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [names] = useState(() => new Map(parts.map(({ id }) => [id, new Set<string>()])))
  const [seen, setSeen] = useState(wrong.attempt)
  const isWrong = (id: string) => wrong.names.some((name) => names.get(id)?.has(name))
  const opening = (ids: string[]) => setOpened((before) => new Set([...before, ...ids]))
  if (seen !== wrong.attempt) {
    setSeen(wrong.attempt)
    opening(parts.map(({ id }) => id).filter(isWrong))
  }
  const fold = (id: string) => setOpened((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const goTo = (id: string) => {
    opening([id])
    document.querySelector(`#part-${id}`)?.scrollIntoView({ block: 'start' })
    document.querySelector<HTMLElement>(`#part-${id} :is(h2, button)`)?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.foldedSections}>
      <nav aria-label={t('表单目录')} className={styles.foldedSectionsAnchors}>
        {parts.map(({ id, title }) => (
          <button key={id} type="button" onClick={() => goTo(id)}>
            {title}
            {isWrong(id) && <Wrong />}
          </button>
        ))}
      </nav>
      <div className={styles.foldedSectionsParts}>
        {parts.map((part) => (
          <FieldNames key={part.id} value={names.get(part.id)}>
            <Part part={part} isWrong={isWrong(part.id)} isOpen={opened.has(part.id)} onFold={() => fold(part.id)} />
          </FieldNames>
        ))}
      </div>
    </div>
  )
}

const Wrong = () => (
  <span className={styles.foldedSectionsWrong} role="img" aria-label={t('有内容需要修改')}>
    !
  </span>
)

type PartProps = { part: FormPart; isWrong: boolean; isOpen: boolean; onFold: () => void }

function Part({ part: { id, title, summary, content }, isWrong, isOpen, onFold }: PartProps) {
  const open = summary === undefined || isOpen
  return (
    <section id={`part-${id}`} className={styles.foldedSectionsPart} aria-labelledby={`part-${id}-title`}>
      {summary === undefined ? (
        <h2 id={`part-${id}-title`} tabIndex={-1}>
          {title}
        </h2>
      ) : (
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={`part-${id}-body`} onClick={onFold}>
            <span id={`part-${id}-title`} className={styles.foldedSectionsTitle}>
              {title}
            </span>
            {isWrong && <Wrong />}
            <span className={styles.foldedSectionsSummary}>{isOpen ? '' : summary}</span>
            <DownOutlined aria-hidden rotate={isOpen ? 180 : 0} />
          </button>
        </h2>
      )}
      {/* stays mounted while it is folded, so that its fields are checked */}
      <div id={`part-${id}-body`} hidden={!open} className={styles.foldedSectionsBody}>
        {content}
      </div>
    </section>
  )
}
