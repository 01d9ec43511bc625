// Parts of QuestionView below the stem, by question type.
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { listed, t } from '../../../kernel/i18n.ts'
import type { ShownQuestion } from './marked.ts'
import styles from './question-view.module.css'

type Part = { question: ShownQuestion }
const letters = (tags: readonly string[]) => (tags.length > 0 ? listed(tags) : t('未作答'))

/** Options; own and right choices are marked by text and signs besides colour. */
export function ChoicesView({ question: { answerList, answer, key } }: Part) {
  const own = answer && 'tags' in answer ? answer.tags : []
  const verdictOf = (tag: string) => {
    if (key?.right.includes(tag)) return 'right'
    return key && own.includes(tag) ? 'wrong' : undefined
  }
  return (
    <>
      <ul className={styles.qvOptions}>
        {answerList.map(({ tag, content, image }) => (
          <li key={tag} data-own={own.includes(tag)} data-verdict={verdictOf(tag)}>
            <span className={styles.qvLetter}>{tag}</span>
            <div className={styles.qvOption}>
              <HtmlView html={content} inline />
              {image ? <img src={image} alt={t('选项 {{tag}} 的图片', { tag })} loading="lazy" /> : null}
            </div>
            {own.includes(tag) && <span className={styles.qvMine}>{t('已选')}</span>}
            {key?.right.includes(tag) && <span className={styles.qvRight}>✓ {t('正确答案')}</span>}
            {verdictOf(tag) === 'wrong' && <span className={styles.qvWrong}>✗</span>}
          </li>
        ))}
      </ul>
      {answer !== undefined && (
        <p className={styles.qvLine}>
          {t('作答')}：<b>{letters(own)}</b>
          {key && (
            <>
              {'　'}
              {t('正确答案')}：<b>{letters(key.right)}</b>
            </>
          )}
        </p>
      )}
    </>
  )
}

export function TextView({ question: { answer, key } }: Part) {
  const text = answer && 'text' in answer ? answer.text : ''
  return (
    <>
      {answer !== undefined && (
        <section className={styles.qvText}>
          <b>{t('作答')}</b>
          {text === '' ? <p className={styles.qvNone}>{t('未作答')}</p> : <HtmlView html={text} />}
        </section>
      )}
      {key?.modelAnswer ? (
        <section className={styles.qvNote}>
          <b>{t('参考答案')}</b>
          <HtmlView html={key.modelAnswer} />
        </section>
      ) : null}
    </>
  )
}

const blankKey = (key: string) => splitAlternatives(key).join(' / ')

export function BlanksView({ question: { blankCount, answer, key } }: Part) {
  const own = answer && 'blanks' in answer ? answer.blanks : []
  if (answer === undefined && !key) return null
  return (
    <table className={styles.qvBlanks}>
      <thead>
        <tr>
          <th scope="col">{t('空')}</th>
          {answer !== undefined && <th scope="col">{t('作答')}</th>}
          {key && <th scope="col">{t('正确答案')}</th>}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: blankCount }, (_, at) => (
          <tr key={at}>
            <td>{at + 1}</td>
            {answer !== undefined && <td>{own[at] ? own[at] : <span className={styles.qvNone}>{t('未作答')}</span>}</td>}
            {key && <td>{blankKey(key.blanks[at] ?? '')}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Item = { tag: string; content: string; image?: string | undefined }
/** A left or right item of a matching question. */
function ItemView({ item }: { item: Item | undefined }) {
  if (!item) return <span className={styles.qvNone}>{t('未作答')}</span>
  return (
    <span className={styles.qvItem}>
      <span className={styles.qvLetter}>{item.tag}</span>
      <span>
        <HtmlView html={item.content} inline />
        {item.image ? <img src={item.image} alt="" loading="lazy" /> : null}
      </span>
    </span>
  )
}

export function MatchView({ question: { left, right, answer, key } }: Part) {
  const own = answer && 'pairs' in answer ? answer.pairs : []
  const partner = (pairs: readonly (readonly [string, string])[], tag: string) =>
    right.find((one) => one.tag === pairs.find(([l]) => l === tag)?.[1])
  return (
    <>
      {(answer === undefined || !key) && (
        <ul className={styles.qvPool} aria-label={t('可选项')}>
          {right.map((item) => (
            <li key={item.tag}>
              <ItemView item={item} />
            </li>
          ))}
        </ul>
      )}
      <table className={styles.qvMatch}>
        <thead>
          <tr>
            <th scope="col">{t('左项')}</th>
            {answer !== undefined && <th scope="col">{t('作答')}</th>}
            {key && <th scope="col">{t('正确答案')}</th>}
          </tr>
        </thead>
        <tbody>
          {left.map((item) => (
            <tr key={item.tag}>
              <td>
                <ItemView item={item} />
              </td>
              {answer !== undefined && (
                <td>
                  <ItemView item={partner(own, item.tag)} />
                </td>
              )}
              {key && (
                <td>
                  <ItemView item={partner(key.pairs, item.tag)} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
