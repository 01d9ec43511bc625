// In the form of a question: suggestions of the assistant beside what stands there. Each is taken into the form by the author, who saves.
import { BulbOutlined } from '@ant-design/icons'
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistQuestion, IMPROVE_OVERHEAD_TOKENS, improvable, type Improvable } from '@shuyuan/contract/assist/improve/improve.ts'
import { tokensOf } from '@shuyuan/contract/assist/tokens.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { type QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { hasContent } from '@shuyuan/contract/qu/rich-content.ts'
import { Alert, Button, Checkbox, Drawer, Flex } from 'antd'
import { useState } from 'react'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import type { ImproveProps } from '../../qu/qu-tools.ts'
import { costOf } from '../ledger/price.ts'
import { type AssistState, SentNote } from '../ledger/SentNote.tsx'
import { useAsk } from '../ledger/useAsk.ts'
import { Waiting } from '../ledger/Waiting.tsx'
import { SuggestionCard } from './SuggestionCard.tsx'
import styles from './improve.module.css'

type Found = Data<typeof assistQuestion.improve>
const offered = Object.keys(improvable) as Improvable[]

export function ImproveQuestion(props: ImproveProps) {
  const [open, setOpen] = useState(false)
  const { data } = useCall(assist.state, {}, { enabled: can(['assist:improve']), quiet: true })
  if (data?.improve !== true) return null
  return (
    <>
      <Button icon={<BulbOutlined />} disabled={!hasContent(props.body.content)} onClick={() => setOpen(true)}>
        {t('智能改题')}
      </Button>
      <Drawer open={open} title={t('智能改题')} size={760} onClose={() => setOpen(false)} destroyOnHidden>
        <Improving {...props} state={data} />
      </Drawer>
    </>
  )
}

function Improving({ quType, level, body, quId, repoId, onTake, state }: ImproveProps & { state: AssistState }) {
  const hasWrong = quType === QuType.single || quType === QuType.multiple
  const ways = offered.filter((one) => (one !== 'options' || hasWrong) && (one !== 'translate' || state.provider !== 'rules'))
  const [wants, setWants] = useState<Improvable[]>(() => ways.filter((one) => one !== 'translate'))
  /** the suggestions with the question that they were made for */
  const [made, setMade] = useState<{ found: Found; of: QuestionBody; level: number }>()
  const ask = useAsk(assistQuestion.improve, { refresh: [assist.state] })
  const [times, setTimes] = useState(0)
  const size = tokensOf(JSON.stringify(body))
  const of = { ...(quId === undefined ? {} : { quId }), ...(repoId === '' ? {} : { repoId }) }
  const send = () =>
    ask.send({ quType, level, body, wants, ...of } as Body<typeof assistQuestion.improve>, (found) => {
      setMade({ found, of: body, level })
      setTimes(times + 1)
    })
  return (
    <Flex vertical gap="middle">
      <Checkbox.Group
        aria-label={t('改哪些')}
        value={wants}
        onChange={setWants}
        options={ways.map((value) => ({ value, label: tLabel(improvable[value]) }))}
      />
      <SentNote state={state} tokens={IMPROVE_OVERHEAD_TOKENS + 2 * size} cost={costOf(state, IMPROVE_OVERHEAD_TOKENS + size, size)} />
      <Flex justify="space-between" align="center" gap="small" wrap>
        <span>{ask.isPending && <Waiting seconds={ask.seconds} onCancel={ask.cancel} />}</span>
        <Button type="primary" loading={ask.isPending} disabled={wants.length === 0} onClick={send}>
          {made ? t('再看看建议') : t('看看建议')}
        </Button>
      </Flex>
      {made && <Suggestions key={times} {...made} onTake={onTake} />}
    </Flex>
  )
}

type SuggestionsProps = { found: Found; of: QuestionBody; level: number; onTake: ImproveProps['onTake'] }

function Suggestions({ found: { items, dropped, tokens }, of, level, onTake }: SuggestionsProps) {
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set())
  const take = (places: readonly number[], isTaken: boolean) => {
    for (const place of places) {
      const one = items[place]
      if (!one) continue
      onTake(isTaken ? one : { ...one, html: htmlOf(of, one), level: one.field === 'level' ? level : null })
    }
    setTaken((before) => new Set([...before, ...places].filter((place) => isTaken || !places.includes(place))))
  }
  const rest = items.flatMap((_one, place) => (taken.has(place) ? [] : [place]))
  if (items.length === 0)
    return <Alert type="success" showIcon title={dropped > 0 ? t('没有能用的建议，请再试一次') : t('没有需要改的地方')} />
  return (
    <>
      <Alert type="info" showIcon title={t('采用的内容只放进表单，点“保存”才生效。')} />
      <ul className={styles.improveCards}>
        {items.map((one, place) => (
          <SuggestionCard
            key={`${one.field} ${one.at}`}
            suggestion={one}
            isTaken={taken.has(place)}
            onTake={(isTaken) => take([place], isTaken)}
          />
        ))}
      </ul>
      <Flex gap="small" align="center" justify="space-between" wrap>
        <small>
          {[
            ...(dropped > 0 ? [t('另有 {{n}} 条建议没有通过检查', { n: dropped })] : []),
            ...(tokens > 0 ? [t('这次用了 {{n}} tokens', { n: tokens })] : []),
          ].join('，')}
        </small>
        <Button disabled={rest.length === 0} onClick={() => take(rest, true)}>
          {t('全部采用')}
        </Button>
      </Flex>
    </>
  )
}

/** What the field held when the suggestions were made. */
function htmlOf(body: QuestionBody, { field, at }: Found['items'][number]): string {
  if (field === 'option') return body.options[at]?.content ?? ''
  return field === 'analysis' ? body.analysis : body.content
}
