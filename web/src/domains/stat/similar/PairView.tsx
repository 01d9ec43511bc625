// Both papers of a pair beside each other, what they have in common, and what people noted.
import { ArrowLeftOutlined } from '@ant-design/icons'
import { examSimilar, pairFamily, pairLevel, pairState } from '@shuyuan/contract/stat/similar.ts'
import { Button, Tag } from 'antd'
import { useEffect, useRef } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Caution } from './HowToRead.tsx'
import { PairNotes } from './PairNotes.tsx'
import { PairQuestions } from './PairQuestions.tsx'
import { nameOf, PaperLink, PersonName } from './PersonName.tsx'
import { SameBar } from './SameBar.tsx'
import { type Detail, hasFigures, levelColours, type Pair, stateColours } from './similar-view.ts'
import styles from './similar.module.css'

const percent = (share: number) => `${Math.round(share * 100)}%`

/** What was found and what was to be expected, in a sentence. */
function sentenceOf(pair: Pair): string {
  const [a, b] = [nameOf(pair.a), nameOf(pair.b)]
  if (!hasFigures(pair)) return t('{{a}}与{{b}}的简答题文字有大段重合，因此列出；选项没有不寻常的相似。', { a, b })
  return t(
    '{{a}}与{{b}}共同作答{{common}}题，选项相同{{same}}题，其中{{wrong}}题为相同的错误选项；按两人水平和各题选择情况，预计相同约{{expected}}题。',
    { a, b, common: pair.common, same: pair.same, wrong: pair.sameWrong, expected: Math.round(pair.expected) },
  )
}

const addressOf = ({ facts }: Pair) => {
  if (facts.sameAddress === null) return t('不适用：没有记录，或很多人共用这个地址')
  return facts.sameAddress ? t('相同') : t('不同')
}
const momentOf = ({ together }: Pair) => {
  if (together === null) return t('不适用：只在试题顺序各不相同的考试中比较')
  return together > 0 ? t('{{n}} 题，多于偶然会有的', { n: together }) : t('没有多于偶然会有的')
}
const textOf = ({ facts }: Pair) =>
  facts.texts.length === 0
    ? t('没有大段重合')
    : t('{{n}} 题重合，最多的一题 {{p}}', { n: facts.texts.length, p: percent(Math.max(...facts.texts.map((one) => one.share))) })

function Summary({ pair }: { pair: Pair }) {
  const facts = [
    { label: t('网络地址'), value: addressOf(pair) },
    { label: t('20 秒内答出相同选项'), value: momentOf(pair) },
    { label: t('简答题文字'), value: textOf(pair) },
  ]
  return (
    <section className={styles.summary} aria-label={t('相似情况')}>
      <p className={styles.sentence}>{sentenceOf(pair)}</p>
      {hasFigures(pair) && <SameBar pair={pair} />}
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Caution />
    </section>
  )
}

function Head({ pair, onBack }: { pair: Pair; onBack: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // the list with the pressed button is gone
  useEffect(() => heading.current?.focus(), [])
  return (
    <header className={styles.pairHead}>
      <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
        {t('返回列表')}
      </Button>
      <div className={styles.pairTitle}>
        <h2 ref={heading} tabIndex={-1}>
          {t('{{a}}与{{b}}', { a: nameOf(pair.a), b: nameOf(pair.b) })}
        </h2>
        <Tag color={levelColours[pair.level]}>{tLabel(pairLevel[pair.level])}</Tag>
        <Tag>{tLabel(pairFamily[pair.family])}</Tag>
        <Tag color={stateColours[pair.state]}>{tLabel(pairState[pair.state])}</Tag>
      </div>
      <ul className={styles.sides}>
        {[pair.a, pair.b].map((person) => (
          <li key={person.paperId}>
            <PersonName person={person} />
            <PaperLink person={person} />
          </li>
        ))}
      </ul>
    </header>
  )
}

/** @param pairId read once: each view leaves a row in the audit log */
export function PairView({ pairId, onBack }: { pairId: string; onBack: () => void }) {
  const { data, error, refetch } = useCall(examSimilar.detail, { pairId }, { quiet: true, staleTime: Infinity, gcTime: 0 })
  if (error && !data)
    return (
      <>
        <PageError error={error} onRetry={() => void refetch()} />
        <div className={styles.centred}>
          <Button onClick={onBack}>{t('返回列表')}</Button>
        </div>
      </>
    )
  if (!data) return <PageLoading rows={8} />
  const reread = async (): Promise<Detail> => (await refetch({ throwOnError: true })).data ?? data
  return (
    <div className={styles.similar}>
      <Head pair={data.pair} onBack={onBack} />
      <div className={styles.pairBody}>
        <div className={styles.pairMain}>
          <Summary pair={data.pair} />
          <PairQuestions detail={data} />
        </div>
        <PairNotes detail={data} reread={reread} />
      </div>
    </div>
  )
}
