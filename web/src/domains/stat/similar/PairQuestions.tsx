// The questions of two papers with both answers. A word, an icon and the edge of the row mark equal right and equal wrong answers.
import { CheckCircleOutlined, CloseCircleOutlined, MinusCircleOutlined, SwapOutlined } from '@ant-design/icons'
import { Radio, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { questionTitle } from '../../../shared/question-title.ts'
import { commonPieces, isWritten, type Piece } from './common-text.ts'
import { nameOf } from './PersonName.tsx'
import { type Detail, type Line, secondsBetween } from './similar-view.ts'
import styles from './similar.module.css'

const SAME_MOMENT = 20

type Relation = Line['relation']
const relations = {
  sameWrong: { label: '相同的错误', icon: <CloseCircleOutlined aria-hidden />, color: 'warning' },
  sameRight: { label: '相同且正确', icon: <CheckCircleOutlined aria-hidden />, color: 'success' },
  different: { label: '答案不同', icon: <SwapOutlined aria-hidden />, color: 'default' },
  notCompared: { label: '没有比较', icon: <MinusCircleOutlined aria-hidden />, color: 'default' },
} as const satisfies Record<Relation, { label: string; icon: ReactNode; color: string }>
const order = ['sameWrong', 'sameRight', 'different', 'notCompared'] as const

const isSame = ({ relation }: Line) => relation === 'sameRight' || relation === 'sameWrong'

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  // pieces have no identity; they are made anew with the texts
  return pieces.map(({ text, common }, at) => (common ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))
}

function answersOf({ answerA, answerB, title, relation }: Line): [ReactNode, ReactNode] {
  if (relation !== 'notCompared' && isWritten(answerA, answerB)) {
    const [a, b] = commonPieces(answerA, answerB, title)
    return [<Pieces key="a" pieces={a} />, <Pieces key="b" pieces={b} />]
  }
  const none = <span className={styles.none}>{t('没有作答')}</span>
  return [answerA === '' ? none : answerA, answerB === '' ? none : answerB]
}

const Time = ({ time }: { time: string | null }) => (time === null ? null : <small className={styles.time}>{time.slice(11, 19)}</small>)

function Row({ line, number, names, textShare }: { line: Line; number: number; names: [string, string]; textShare: number | undefined }) {
  const { icon, label, color } = relations[line.relation]
  const [answerA, answerB] = answersOf(line)
  const seconds = isSame(line) ? secondsBetween(line) : null
  return (
    <tr data-relation={line.relation}>
      <th scope="row">
        {number}. {questionTitle(line.title)}
      </th>
      <td data-label={names[0]}>
        <span className={styles.answer}>{answerA}</span> <Time time={line.timeA} />
      </td>
      <td data-label={names[1]}>
        <span className={styles.answer}>{answerB}</span> <Time time={line.timeB} />
      </td>
      <td data-label={t('正确答案')}>{line.right === '' ? '—' : line.right}</td>
      <td data-label={t('对照结果')}>
        <span className={styles.factTags}>
          <Tag color={color} icon={icon}>
            {t(label)}
          </Tag>
          {seconds !== null && seconds <= SAME_MOMENT && <Tag>{t('相差 {{n}} 秒', { n: Math.round(seconds) })}</Tag>}
          {textShare !== undefined && <Tag>{t('文字重合 {{p}}', { p: `${Math.round(textShare * 100)}%` })}</Tag>}
        </span>
      </td>
    </tr>
  )
}

export function PairQuestions({ detail: { pair, questions } }: { detail: Detail }) {
  const [only, setOnly] = useState<Relation | 'all'>('all')
  const names: [string, string] = [nameOf(pair.a), nameOf(pair.b)]
  const shares = new Map(pair.facts.texts.map((one) => [one.quId, one.share]))
  const count = (relation: Relation) => questions.filter((one) => one.relation === relation).length
  const lines = [...questions.entries()].filter(([, one]) => only === 'all' || one.relation === only)
  return (
    <section className={styles.compare}>
      <h3>{t('逐题对照')}</h3>
      <p className={styles.note}>
        {t('按{{name}}的试题顺序。选项字母是题库中的字母，与考生看到的顺序无关；时间是服务器收到最后一次修改的时间。', { name: names[0] })}
      </p>
      <Radio.Group
        optionType="button"
        aria-label={t('显示哪些试题')}
        className={styles.filter}
        value={only}
        onChange={(event) => setOnly(event.target.value as Relation | 'all')}
        options={[
          { value: 'all', label: `${t('全部')} ${questions.length}` },
          ...order
            .map((relation) => ({ relation, n: count(relation) }))
            .filter(({ n }) => n > 0)
            .map(({ relation, n }) => ({ value: relation, label: `${t(relations[relation].label)} ${n}` })),
        ]}
      />
      <table className={styles.questions}>
        <thead>
          <tr>
            <th scope="col">{t('题干')}</th>
            <th scope="col">{names[0]}</th>
            <th scope="col">{names[1]}</th>
            <th scope="col">{t('正确答案')}</th>
            <th scope="col">{t('对照结果')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([at, line]) => (
            <Row key={line.item} line={line} number={at + 1} names={names} textShare={shares.get(line.item)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
