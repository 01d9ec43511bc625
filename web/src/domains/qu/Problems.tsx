// Problems of a draft: shown at their fields after the field was changed and left, or saving was tried.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import type { DraftProblem } from './useDraft.ts'
import { classes } from '../../kernel/theme/classes.ts'
import styles from './problems.module.css'

type Judgement = { problems: DraftProblem[]; tries: number; touched: ReadonlySet<string>; touch: (path: string) => void }
const Context = createContext<Judgement>({ problems: [], tries: 0, touched: new Set(), touch: () => undefined })

type ProviderProps = { problems: DraftProblem[]; tries: number; children: ReactNode }

/** Wraps the editors of a draft. After a refused save the first invalid field gets the focus. */
export function ProblemProvider({ problems, tries, children }: ProviderProps) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const box = useRef<HTMLDivElement>(null)
  const value = useMemo(
    () => ({
      problems,
      tries,
      touched,
      touch: (path: string) => setTouched((before) => (before.has(path) ? before : new Set([...before, path]))),
    }),
    [problems, tries, touched],
  )
  useEffect(() => {
    if (tries === 0) return undefined
    // the same attempt expands collapsed parts with problems
    const frame = requestAnimationFrame(() => focusFirst(box.current))
    return () => cancelAnimationFrame(frame)
  }, [tries])
  return (
    <Context value={value}>
      <div ref={box}>{children}</div>
    </Context>
  )
}

/** Order of preference: an editor's text area before the buttons of its toolbar. */
const focusable = [
  '[contenteditable="true"]',
  'input:not([disabled]), textarea:not([disabled])',
  'button:not([disabled], .sortable-handle)',
]

function focusFirst(box: HTMLElement | null) {
  const place = box?.querySelector('[data-problem]')
  place?.scrollIntoView({ block: 'center' })
  const target = focusable.map((one) => place?.querySelector<HTMLElement>(one)).find((one) => one)
  target?.focus({ preventScroll: true })
}

/** How often saving was refused. */
export const useTries = () => useContext(Context).tries

/** The problems to show at a path: those of exactly this path, with `below` also of all paths inside it. */
export function useProblems(at: string, below = false): DraftProblem[] {
  const { problems, tries, touched } = useContext(Context)
  const here = problems.filter((one) => one.path === at || (below && one.path.startsWith(`${at}.`)))
  return here.filter((one) => one.warn || tries > 0 || touched.has(one.path))
}

/** The messages of a path. */
export function ProblemLines({ at }: { at: string }) {
  const shown = useProblems(at)
  return (
    <div className={styles.problemLines} aria-live="polite">
      {shown.map((one) => (
        <div key={one.message} className={one.warn ? styles.problemWarn : styles.problemError}>
          {one.message}
        </div>
      ))}
    </div>
  )
}

type PlaceProps = { at: string; label?: ReactNode; required?: boolean; extra?: ReactNode; className?: string; children: ReactNode }

/** A field of a draft with label and messages. `extra` is shown to the right of the label. */
export function Place({ at, label, required = false, extra, className, children }: PlaceProps) {
  const { touch } = useContext(Context)
  const changed = useRef(false)
  const wrong = useProblems(at).some((one) => !one.warn)
  return (
    <div
      className={classes(styles.place, className)}
      data-problem={wrong || undefined}
      onInput={() => {
        changed.current = true
      }}
      onBlur={() => changed.current && touch(at)}
    >
      {(label !== undefined || extra !== undefined) && (
        <div className={styles.placeHead} data-part="place-head">
          <span className={styles.placeLabel}>
            {label}
            {required && (
              <span className={styles.placeRequired} title={t('必填')}>
                *
              </span>
            )}
          </span>
          {extra}
        </div>
      )}
      {children}
      <ProblemLines at={at} />
    </div>
  )
}
