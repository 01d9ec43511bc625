// Matching: a select beside each left item; on phones, taps on a left and a right item pair them.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { useRef, useState } from 'react'
import { HtmlView } from '../../../../kernel/HtmlView.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { useMedia } from '../../../../kernel/useMedia.ts'
import { pairsOf, pairUp } from '../answer.ts'
import type { RunnerSub } from '../questions.ts'
import type { InputProps } from './input-props.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import styles from './inputs.module.css'

type Item = RunnerSub['right'][number]

function ItemText({ item: { tag, content, image } }: { item: Item }) {
  return (
    <span className={styles.matchItem}>
      <span className={styles.choiceLetter}>{tag}</span>
      <span className={styles.choiceText}>
        <HtmlView html={content} inline zoom={false} />
        {image ? <img src={image} alt={t('选项 {{tag}} 的图片', { tag })} /> : null}
      </span>
    </span>
  )
}

/** An item as plain text, because options of a select show no markup. */
const plain = ({ tag, content }: Item) => {
  const text = new DOMParser().parseFromString(content, 'text/html').body.textContent.trim()
  return text === '' ? tag : `${tag}. ${text}`
}

export function MatchInput(props: InputProps) {
  const wide = useMedia('(min-width: 768px)')
  const { question, answer, onChange } = props
  const pairs = new Map(pairsOf(answer))
  const pair = (left: string, right: string | undefined, from = answer) => {
    const reusable = question.right.find((item) => item.tag === right)?.reusable === true
    const paired = pairUp(reusable, from, left, right)
    onChange(paired, 'choice')
    return paired
  }
  const shared = { ...props, pairs, pair }
  return wide ? <MatchSelects {...shared} /> : <MatchTaps {...shared} />
}

interface Shared extends InputProps {
  pairs: Map<string, string>
  /** Pairs a left item with a right one, in `from` or in the present answer. @returns the new answer */
  pair: (left: string, right: string | undefined, from?: Answer | null) => Answer | null
}

function MatchSelects({ question: { left, right }, answer, pairs, pair, disabled }: Shared) {
  // the arrow keys pass over items that another select has: those pairs come back when the choice moves on,
  // as long as nothing else has changed the answer in between
  const last = useRef<{ tag: string; from: Answer | null; to: Answer | null }>(undefined)
  const choose = (tag: string, right: string | undefined) => {
    const before = last.current
    const goesOn = before?.tag === tag && JSON.stringify(before.to) === JSON.stringify(answer)
    const from = goesOn ? before.from : answer
    last.current = { tag, from, to: pair(tag, right, from) }
  }
  return (
    <div className={styles.match}>
      <ul className={styles.matchList}>
        {left.map((item) => (
          <li key={item.tag} className={styles.matchRow}>
            <ItemText item={item} />
            <select
              aria-label={t('{{tag}} 对应', { tag: item.tag })}
              value={pairs.get(item.tag) ?? ''}
              disabled={disabled}
              onFocus={() => {
                last.current = undefined
              }}
              onChange={(event) => choose(item.tag, event.target.value || undefined)}
            >
              <option value="">{t('请选择')}</option>
              {right.map((one) => (
                <option key={one.tag} value={one.tag}>
                  {plain(one)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      <ul className={classes(styles.matchList, styles.matchPool)} aria-label={t('可选项')}>
        {right.map((item) => (
          <li key={item.tag}>
            <ItemText item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function MatchTaps({ question: { left, right }, pairs, pair, disabled }: Shared) {
  const next = left.find((item) => !pairs.has(item.tag))?.tag
  const [picked, setPicked] = useState<string>()
  const active = picked ?? next
  const tapRight = (tag: string) => {
    if (active === undefined) return
    pair(active, pairs.get(active) === tag ? undefined : tag)
    setPicked(undefined)
  }
  const takers = (tag: string) => left.filter((item) => pairs.get(item.tag) === tag).map((item) => item.tag)
  return (
    <div className={styles.match}>
      <p className={styles.matchHint}>{t('先点左项，再点它对应的右项；再点一次取消')}</p>
      <div className={styles.matchTaps}>
        <ul className={styles.matchList} aria-label={t('左项')}>
          {left.map((item) => (
            <li key={item.tag}>
              <button type="button" aria-pressed={active === item.tag} disabled={disabled} onClick={() => setPicked(item.tag)}>
                <ItemText item={item} />
                <b className={styles.matchBadge}>{pairs.has(item.tag) ? `→ ${pairs.get(item.tag)}` : '—'}</b>
              </button>
            </li>
          ))}
        </ul>
        <ul className={styles.matchList} aria-label={t('右项')}>
          {right.map((item) => (
            <li key={item.tag}>
              <button type="button" disabled={disabled || active === undefined} onClick={() => tapRight(item.tag)}>
                <ItemText item={item} />
                {takers(item.tag).length > 0 && <b className={styles.matchBadge}>{takers(item.tag).join(' ')}</b>}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
