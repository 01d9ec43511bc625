// A question with its key in few lines, for lists in which many are checked.
import { CheckCircleFilled } from '@ant-design/icons'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { hasContent } from '@shuyuan/contract/qu/rich-content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Tag } from 'antd'
import { HtmlView } from '../../kernel/html/HtmlView.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import styles from './question-lines.module.css'

type Simple = Omit<SimpleQuestion, 'quType'>

export function QuestionLines({ type, body }: { type: number; body: QuestionBody }) {
  return (
    <div className={styles.questionLines}>
      <SimpleLines type={type} body={body} />
      {type === QuType.composite && (
        <ol className={styles.questionSubs}>
          {body.subs.map((sub) => (
            <li key={sub.id}>
              <Tag>{tLabel(quTypeText[sub.quType as keyof typeof quTypeText])}</Tag>
              <SimpleLines type={sub.quType} body={sub} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function SimpleLines({ type, body }: { type: number; body: Simple }) {
  return (
    <>
      <HtmlView html={body.content} className={styles.questionStem} />
      {body.options.length > 0 && <Options body={body} />}
      {type === QuType.fillIn && (
        <Fact name={t('答案')}>{body.blanks.map((blank) => splitAlternatives(blank.answer).join(t(' 或 '))).join('；')}</Fact>
      )}
      {type === QuType.matching && <Pairs body={body} />}
      {type === QuType.shortAnswer && hasContent(body.modelAnswer) && (
        <Fact name={t('参考答案')}>
          <HtmlView inline html={body.modelAnswer} />
        </Fact>
      )}
      {hasContent(body.analysis) && (
        <Fact name={t('解析')}>
          <HtmlView inline html={body.analysis} />
        </Fact>
      )}
    </>
  )
}

function Options({ body }: { body: Simple }) {
  return (
    <ul className={styles.questionOptions}>
      {body.options.map((option) => (
        <li key={option.tag} data-right={option.isRight || undefined}>
          <b>{option.tag}</b>
          <HtmlView inline html={option.content} />
          {option.image && <img src={option.image} alt={t('选项{{letter}}的图片', { letter: option.tag })} />}
          {option.isRight && <CheckCircleFilled aria-label={t('正确答案')} />}
        </li>
      ))}
    </ul>
  )
}

function Pairs({ body }: { body: Simple }) {
  const contentOf = (tag: string) => body.right.find((one) => one.tag === tag)?.content ?? ''
  const used = new Set(body.pairs.map(([, tag]) => tag))
  return (
    <ul className={styles.questionOptions}>
      {body.left.map((item) => (
        <li key={item.tag}>
          <HtmlView inline html={item.content} /> —
          <HtmlView inline html={contentOf(body.pairs.find(([tag]) => tag === item.tag)?.[1] ?? '')} />
        </li>
      ))}
      {body.right
        .filter((item) => !used.has(item.tag))
        .map((item) => (
          <li key={item.tag}>
            × <HtmlView inline html={item.content} />
          </li>
        ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={styles.questionFact}>
      <span>{name}</span>
      <div>{children}</div>
    </div>
  )
}
