// Third way of an import: questions of a text, a course file or a notice, written by the assistant and checked by the author.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistQuestions, madeTypes, MOST_QUESTIONS, type MaterialSource } from '@shuyuan/contract/assist/questions/questions.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { Alert, Button, Checkbox, Flex, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { ChooseSource, type Kind } from './ChooseSource.tsx'
import { FileText } from './FileSource.tsx'
import { RunProgress } from './RunProgress.tsx'
import { type AssistState, SentNote } from '../ledger/SentNote.tsx'
import styles from './make.module.css'

type MadeType = keyof typeof madeTypes
const types = [QuType.single, QuType.multiple, QuType.trueFalse, QuType.fillIn, QuType.shortAnswer] as const
/** Several choices and short answers need a model. */
const byRules: readonly MadeType[] = [QuType.single, QuType.trueFalse, QuType.fillIn]
const MOST_OF_TYPE = 30

/** `repoId` undefined until one is chosen; with `given` only that material is offered. */
type MakeProps = { repoId: string | undefined; given?: GivenSource }
export type GivenSource = { fileId: string } | { noticeId: string }

export function MakeQuestions({ repoId, given }: MakeProps) {
  const { data: state } = useCall(assist.state, {})
  const { data: last, refetch } = useCall(assistQuestions.runs, { current: 1, size: 1 }, { quiet: true })
  const [started, setStarted] = useState<string>()
  const going = last?.records.find((one) => one.state === 'running')
  const runId = started ?? going?.id
  if (runId !== undefined) {
    const again = () => {
      setStarted(undefined)
      void refetch()
    }
    return <RunProgress runId={runId} onAgain={again} />
  }
  return state ? <MakeForm repoId={repoId} state={state} onStarted={setStarted} {...(given ? { given } : {})} /> : null
}

type FormProps = MakeProps & { state: AssistState; onStarted: (runId: string) => void }

function MakeForm({ repoId, given: preset, state, onStarted }: FormProps) {
  const [kind, setKind] = useState<Kind>('text')
  const [text, setText] = useState('')
  const [source, setSource] = useState<MaterialSource | undefined>(preset)
  const [ended, setEnded] = useState<MaterialSource>()
  const [counts, setCounts] = useState<Partial<Record<MadeType, number>>>({ [QuType.single]: 5, [QuType.trueFalse]: 3 })
  const [more, setMore] = useState('')
  const [cite, setCite] = useState(true)
  const isRules = state.provider === 'rules'
  const start = useCommand(assistQuestions.start, { refresh: [assistQuestions.runs], onDone: ({ runId }) => onStarted(runId) })
  const offered = types.filter((type) => !isRules || byRules.includes(type))
  const wants = offered.flatMap((quType) => (counts[quType] ? [{ quType, count: counts[quType] }] : []))
  const total = wants.reduce((sum, one) => sum + one.count, 0)
  const isText = !preset && kind === 'text'
  const given: MaterialSource | undefined = isText ? { text } : source
  const send = () => {
    if (repoId === undefined) return notify.warning(t('请先选择题库'))
    if (given === undefined || (isText && text.trim() === '')) return notify.warning(t('请先选择或粘贴材料'))
    if (total === 0) return notify.warning(t('请至少选择一种题型'))
    start.mutate({ repoId, source: given, wants, more, cite })
  }
  const choose = (next: Kind) => {
    setKind(next)
    setSource(undefined)
  }
  return (
    <Flex vertical gap="middle">
      {preset ? (
        <GivenText given={preset} onSource={setSource} />
      ) : (
        <ChooseSource kind={kind} text={text} onKind={choose} onText={setText} onSource={setSource} onEnded={setEnded} />
      )}
      <fieldset className={styles.makeCounts}>
        <legend>{t('题型和题数')}</legend>
        {offered.map((type) => (
          <label key={type}>
            {tLabel(madeTypes[type])}
            <InputNumber
              min={0}
              max={MOST_OF_TYPE}
              precision={0}
              value={counts[type] ?? 0}
              onChange={(value) => setCounts((before) => ({ ...before, [type]: value ?? 0 }))}
            />
          </label>
        ))}
      </fieldset>
      {!isRules && (
        <Input
          value={more}
          maxLength={500}
          aria-label={t('补充要求')}
          placeholder={t('补充要求，例如：侧重温度和时间，给新员工用')}
          onChange={(event) => setMore(event.target.value)}
        />
      )}
      <Checkbox checked={cite} onChange={(event) => setCite(event.target.checked)}>
        {t('在解析里注明出处')}
      </Checkbox>
      {isRules ? (
        <Alert type="info" showIcon title={t('示例：不使用模型，按原文的数字和要求出题')} />
      ) : (
        <Estimated state={state} source={isText ? ended : source} wants={wants} />
      )}
      <Flex gap="small" align="center" justify="space-between" wrap>
        <output className={styles.makeHint}>{t('共 {{n}} 题', { n: total })}</output>
        <Button type="primary" loading={start.isPending} disabled={total > MOST_QUESTIONS} onClick={send}>
          {t('开始出题')}
        </Button>
      </Flex>
    </Flex>
  )
}

/** The pages of a file that was chosen on its row; a notice is taken whole. */
const GivenText = ({ given, onSource }: { given: GivenSource; onSource: (source: MaterialSource) => void }) =>
  'fileId' in given ? <FileText fileId={given.fileId} onSource={onSource} /> : null

type EstimatedProps = {
  state: AssistState
  source: MaterialSource | undefined
  wants: { quType: MadeType; count: number }[]
}

/** Where the material goes and what the run costs about, as the server would divide it. */
function Estimated({ state, source, wants }: EstimatedProps) {
  const isWhole = source !== undefined && wants.length > 0
  const body = { source: source ?? { text: '' }, wants }
  const { data } = useCall(assistQuestions.estimate, body, { quiet: true, enabled: isWhole, placeholderData: keepPreviousData as never })
  return <SentNote state={state} {...(isWhole && data ? { tokens: data.tokens, cost: data.cost } : {})} />
}
