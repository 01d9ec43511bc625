// Matching: a left item is chosen, then its right item. Mouse, fingers and keyboard use the same buttons; on a keyboard the letter of a right
// item pairs it with the chosen left one.
import { type KeyboardEvent, useState } from 'react'
import { HtmlView } from '../../../../kernel/html/HtmlView.tsx'
import { listed, t } from '../../../../kernel/i18n.ts'
import textStyles from '../../../../kernel/plain/text.module.css'
import { pairsOf, pairUp } from '../answer.ts'
import type { RunnerSub } from '../questions.ts'
import type { InputProps } from './input-props.ts'
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

export function MatchInput({ question: { left, right }, answer, onChange, disabled, labelledBy }: InputProps) {
  const pairs = new Map(pairsOf(answer))
  const [picked, setPicked] = useState<string>()
  const [said, setSaid] = useState('')
  const next = (from: ReadonlyMap<string, string>) => left.find((item) => !from.has(item.tag))?.tag
  const active = picked ?? next(pairs)
  const pick = (tag: string) => {
    setPicked(tag)
    setSaid(t('请为 {{tag}} 选择对应的右项', { tag }))
  }
  const choose = ({ tag, reusable = false }: Item) => {
    if (active === undefined) return
    const undone = pairs.get(active) === tag
    const paired = pairUp(reusable, answer, active, undone ? undefined : tag)
    const following = next(new Map(pairsOf(paired)))
    setPicked(undefined)
    setSaid(
      listed([
        undone ? t('{{tag}} 未配对', { tag: active }) : t('{{tag}} 对应 {{right}}', { tag: active, right: tag }),
        ...(following === undefined ? [] : [t('请为 {{tag}} 选择对应的右项', { tag: following })]),
      ]),
    )
    onChange(paired, 'choice')
  }
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const item = right.find((one) => one.tag.toLowerCase() === key.toLowerCase())
    if (item === undefined || disabled || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    // F flags the question elsewhere
    event.stopPropagation()
    choose(item)
  }
  const takers = (tag: string) => left.filter((item) => pairs.get(item.tag) === tag).map((item) => item.tag)
  return (
    <div className={styles.match} role="group" aria-labelledby={labelledBy}>
      <p className={styles.matchHint}>{t('先点左项，再点它对应的右项；再点一次取消')}</p>
      <p className={textStyles.visuallyHidden} role="status">
        {said}
      </p>
      <div className={styles.matchTaps}>
        <ul className={styles.matchList} aria-label={t('左项')}>
          {left.map((item) => {
            const partner = pairs.get(item.tag)
            return (
              <li key={item.tag}>
                <button
                  type="button"
                  aria-pressed={active === item.tag}
                  disabled={disabled}
                  onClick={() => pick(item.tag)}
                  onKeyDown={press}
                >
                  <ItemText item={item} />
                  <b className={styles.matchBadge}>
                    <span aria-hidden="true">{partner === undefined ? '—' : `→ ${partner}`}</span>
                    <span className={textStyles.visuallyHidden}>
                      {partner === undefined ? t('未答') : t('{{tag}} 对应 {{right}}', { tag: item.tag, right: partner })}
                    </span>
                  </b>
                </button>
              </li>
            )
          })}
        </ul>
        <ul className={styles.matchList} aria-label={t('右项')}>
          {right.map((item) => (
            <li key={item.tag}>
              <button type="button" disabled={disabled || active === undefined} onClick={() => choose(item)} onKeyDown={press}>
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
