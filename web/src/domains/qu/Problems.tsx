// Where in a draft something is wrong: shown at its place, once it was left or saving was tried.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../kernel/i18n.ts'
import type { DraftProblem } from './useDraft.ts'
import { classes } from '../../kernel/theme/classes.ts'
import styles from './problems.module.css'

type Judgement = { problems: DraftProblem[]; tries: number; touched: ReadonlySet<string>; touch: (path: string) => void }
const Context = createContext<Judgement>({ problems: [], tries: 0, touched: new Set(), touch: () => undefined })

type ProviderProps = { problems: DraftProblem[]; tries: number; children: ReactNode }

/** Around the editors of a draft. After a refused attempt the first place that is wrong gets the focus. */
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
    // what is wrong inside a folded part is unfolded by the same attempt
    const frame = requestAnimationFrame(() => focusFirst(box.current))
    return () => cancelAnimationFrame(frame)
  }, [tries])
  return (
    <Context value={value}>
      <div ref={box}>{children}</div>
    </Context>
  )
}

/** In this order: an editor's text comes before the buttons over it. */
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

/** What is to be shown at a place: the problems of exactly this path; with `below` those of everything in it too. */
export function useProblems(at: string, below = false): DraftProblem[] {
  const { problems, tries, touched } = useContext(Context)
  const here = problems.filter((one) => one.path === at || (below && one.path.startsWith(`${at}.`)))
  return here.filter((one) => one.warn || tries > 0 || touched.has(one.path))
}

/** The messages of a place. */
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

/** A place of a draft with its label and messages. `extra` stands at the label's right. */
export function Place({ at, label, required = false, extra, className, children }: PlaceProps) {
  const { touch } = useContext(Context)
  const wrong = useProblems(at).some((one) => !one.warn)
  return (
    <div className={classes(styles.place, className)} data-problem={wrong || undefined} onBlur={() => touch(at)}>
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
