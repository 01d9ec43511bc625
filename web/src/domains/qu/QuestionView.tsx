// A question as a learner sees it, optionally followed by its key.
import { CheckCircleFilled } from '@ant-design/icons'
import { type QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { hasContent } from '@shuyuan/contract/qu/rich-content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Image, Tag } from 'antd'
import { HtmlView } from '../../kernel/html/HtmlView.tsx'
import { listed, t, tLabel } from '../../kernel/i18n.ts'
import styles from './qu-view.module.css'

type Simple = Omit<SimpleQuestion, 'quType'>
type QuestionViewProps = {
  type: number
  body: QuestionBody
  /** shows right answers and analysis */
  withKey?: boolean
}

export function QuestionView({ type, body, withKey = false }: QuestionViewProps) {
  return (
    <article className={styles.quView}>
      <SimpleView type={type} body={body} withKey={withKey} />
      {type === QuType.composite && (
        <ol className={styles.quSubs}>
          {body.subs.map((sub, i) => (
            <li key={sub.id}>
              <Tag>{t('第{{n}}小题', { n: i + 1 })}</Tag>
              <Tag>{tLabel(quTypeText[sub.quType as keyof typeof quTypeText])}</Tag>
              <SimpleView type={sub.quType} body={sub} withKey={withKey} />
            </li>
          ))}
        </ol>
      )}
    </article>
  )
}

function SimpleView({ type, body, withKey }: { type: number; body: Simple; withKey: boolean }) {
  return (
    <>
      <HtmlView html={body.content} />
      {body.options.length > 0 && <Options body={body} withKey={withKey} />}
      {type === QuType.matching && <Sides body={body} />}
      {type === QuType.fillIn && !withKey && <p className={styles.quHint}>{t('共{{n}}个空', { n: body.blanks.length })}</p>}
      {withKey && <KeyView type={type} body={body} />}
    </>
  )
}

function Options({ body, withKey }: { body: Simple; withKey: boolean }) {
  return (
    <ul className={styles.quOptions}>
      {body.options.map((option) => (
        <li key={option.tag} className={withKey && option.isRight ? styles.quRight : undefined}>
          <b>{option.tag}</b>
          <div>
            <HtmlView inline html={option.content} />
            {option.image && <Image src={option.image} alt={t('选项{{letter}}的图片', { letter: option.tag })} height={96} />}
          </div>
          {withKey && option.isRight && <CheckCircleFilled className={styles.quTick} aria-label={t('正确答案')} />}
        </li>
      ))}
    </ul>
  )
}

function Sides({ body }: { body: Simple }) {
  const side = (items: Simple['left'], label: string) => (
    <ul aria-label={label}>
      {items.map((item) => (
        <li key={item.tag}>
          <b>{item.tag}</b>
          <HtmlView inline html={item.content} />
        </li>
      ))}
    </ul>
  )
  return (
    <div className={styles.quSides}>
      {side(body.left, t('左侧项'))}
      {side(body.right, t('右侧项'))}
    </div>
  )
}

const keyText = (type: number, body: Simple): string => {
  if (type === QuType.matching) return body.pairs.map(([from, to]) => `${from} — ${to}`).join('，')
  const right = body.options.filter((option) => option.isRight)
  return listed(right.map((option) => option.tag))
}

function KeyView({ type, body }: { type: number; body: Simple }) {
  const text = keyText(type, body)
  return (
    <dl className={styles.quKey}>
      {text !== '' && (
        <div>
          <dt>{t('正确答案')}</dt>
          <dd>{text}</dd>
        </div>
      )}
      {type === QuType.fillIn &&
        body.blanks.map((blank, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- blanks are identified by their position alone
          <div key={i}>
            <dt>{t('第{{n}}空', { n: i + 1 })}</dt>
            <dd>{splitAlternatives(blank.answer).join(t(' 或 '))}</dd>
          </div>
        ))}
      {type === QuType.shortAnswer && (
        <div>
          <dt>{t('参考答案')}</dt>
          <dd>{hasContent(body.modelAnswer) ? <HtmlView html={body.modelAnswer} /> : '—'}</dd>
        </div>
      )}
      {hasContent(body.analysis) && (
        <div>
          <dt>{t('解析')}</dt>
          <dd>
            <HtmlView html={body.analysis} />
          </dd>
        </div>
      )}
    </dl>
  )
}
