// For those who lead the marking of an exam: opinions on its questions, how well they agree with people, and when markers see them.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistMark, opinionOf } from '@shuyuan/contract/assist/mark/mark.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Card, Flex, Modal, Progress, Segmented, Switch, Table } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { type Figure, Figures } from '../../../kernel/piece/Figures.tsx'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { SentNote } from '../ledger/SentNote.tsx'
import styles from './mark.module.css'

const LOOK_MS = 3_000
type Row = Data<typeof assistMark.agreement>[number]
type Which = keyof typeof opinionOf

export function Opinions({ examId }: { examId: string }) {
  const { data, error, refetch } = useCall(
    assistMark.agreement,
    { examId },
    { quiet: true, refetchInterval: ({ state }) => (state.data?.some((one) => one.percent !== null) ? LOOK_MS : false) },
  )
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" />
  if (data.length === 0) return <PageEmpty text={t('还没有需要人工评分的试题')} />
  return (
    <div className={styles.markQuestions}>
      <Alert
        type="info"
        showIcon
        title={t('阅卷建议只给阅卷人参考，不会自己给分。默认在阅卷人评分之后才显示，这样的对照才能看出建议是否可靠。')}
      />
      {data.map((row) => (
        <Question key={row.leaf} examId={examId} row={row} />
      ))}
    </div>
  )
}

function Question({ examId, row }: { examId: string; row: Row }) {
  const [asking, setAsking] = useState(false)
  const early = useCommand(assistMark.early, { refresh: [assistMark.agreement] })
  return (
    <Card
      size="small"
      title={<span className={styles.markTitle}>{row.title}</span>}
      extra={
        <Button size="small" disabled={!row.hasRubric || row.isKept || row.percent !== null} onClick={() => setAsking(true)}>
          {t('生成阅卷建议')}
        </Button>
      }
    >
      <Flex vertical gap="small">
        {row.byRules > 0 && <Alert type="info" showIcon title={t('{{n}} 份建议没有使用模型，只按评分点的字词比较', { n: row.byRules })} />}
        {row.isKept && <Alert type="warning" showIcon title={t('本题库设为不发送给智能助手')} />}
        {!row.hasRubric && <Alert type="warning" showIcon title={t('没有评分点时建议不可靠，请先添加评分点')} />}
        {row.error !== '' && <Alert type="warning" showIcon title={row.error} />}
        {row.percent !== null && <Progress percent={row.percent} status="active" aria-label={t('生成进度')} />}
        <Compared row={row} />
        {row.n > 0 && <Bands row={row} />}
        {row.n > 0 && row.lines.length > 0 && <Lines row={row} />}
        <Flex gap="small" align="center" wrap>
          <Switch
            checked={row.early}
            loading={early.isPending}
            disabled={row.notEarly !== '' && !row.early}
            aria-label={t('评前显示')}
            onChange={(isEarly) => early.mutate({ examId, leaf: row.leaf, early: isEarly })}
          />
          <span>{t('评前显示')}</span>
          {row.notEarly !== '' && <small className={styles.markNote}>{row.notEarly}</small>}
        </Flex>
      </Flex>
      {asking && <StartDialog examId={examId} leaf={row.leaf} onClose={() => setAsking(false)} />}
    </Card>
  )
}

const percent = (share: number) => `${Math.round(share * 100)}%`
const signed = (value: number) => (value > 0 ? `+${value}` : String(value))

function Compared({ row }: { row: Row }) {
  const answers = (n: number) => t('{{n}} 份', { n })
  const items: Figure[] = [
    { label: t('有建议'), value: answers(row.ready), ...(row.stale > 0 ? { hint: t('另有 {{n}} 份已失效', { n: row.stale }) } : {}) },
    ...(row.flagged > 0 ? [{ label: t('写给程序的话'), value: answers(row.flagged) }] : []),
    ...(row.apart > 0 ? [{ label: t('几次不一致'), value: answers(row.apart), hint: t('排在您的队列最前') }] : []),
    {
      label: t('先评后看的对照'),
      value: answers(row.n),
      ...(row.anchored > 0 ? { hint: t('先看后评 {{n}} 份，不计入', { n: row.anchored }) } : {}),
    },
    ...(row.n > 0
      ? [
          { label: t('完全一致'), value: percent(row.exact) },
          { label: t('相差一档以内'), value: percent(row.within) },
          { label: t('平均偏差'), value: t('{{n}} 分', { n: signed(row.bias) }) },
          { label: t('二次加权一致性'), value: row.qwk === null ? t('样本太少') : row.qwk.toFixed(2) },
        ]
      : []),
  ]
  return <Figures items={items} />
}

function Bands({ row }: { row: Row }) {
  const bands = [
    { key: 'low', name: t('低分段'), ...row.low },
    { key: 'mid', name: t('中分段'), ...row.mid },
    { key: 'high', name: t('高分段'), ...row.high },
  ]
  return (
    <Table
      size="small"
      rowKey="key"
      pagination={false}
      dataSource={bands}
      columns={[
        { title: t('阅卷人给的分'), dataIndex: 'name' },
        { title: t('份数'), dataIndex: 'n', align: 'right' },
        { title: t('平均偏差'), align: 'right', render: (_value, one) => (one.n === 0 ? '—' : signed(one.bias)) },
      ]}
    />
  )
}

function Lines({ row }: { row: Row }) {
  return (
    <Table
      size="small"
      rowKey="line"
      pagination={false}
      dataSource={row.lines}
      scroll={{ x: 480 }}
      columns={[
        { title: t('评分点'), dataIndex: 'text' },
        { title: t('都认可'), dataIndex: 'both', align: 'right' },
        { title: t('只有建议认可'), dataIndex: 'model', align: 'right' },
        { title: t('只有阅卷人认可'), dataIndex: 'person', align: 'right' },
      ]}
    />
  )
}

function StartDialog({ examId, leaf, onClose }: { examId: string; leaf: string; onClose: () => void }) {
  const [which, setWhich] = useState<Which>('sample')
  const { data: state } = useCall(assist.state, {}, { quiet: true })
  const { data: plan, error } = useCall(assistMark.estimate, { examId, leaf, which }, { quiet: true })
  const start = useCommand(assistMark.start, { refresh: [assistMark.agreement, assist.state], onDone: onClose })
  return (
    <Modal
      open
      title={t('生成阅卷建议')}
      okText={t('开始生成')}
      confirmLoading={start.isPending}
      okButtonProps={{ disabled: !plan || plan.count === 0 }}
      onOk={() => start.mutate({ examId, leaf, which })}
      onCancel={onClose}
    >
      <Flex vertical gap="middle">
        <Segmented<Which>
          aria-label={t('哪些答案')}
          value={which}
          onChange={setWhich}
          options={(Object.keys(opinionOf) as Which[]).map((value) => ({ value, label: tLabel(opinionOf[value]) }))}
        />
        {error && <Alert type="error" showIcon title={error.message} />}
        {plan && <output>{plan.count === 0 ? t('没有需要生成建议的答案') : t('将为 {{n}} 份答案生成建议', { n: plan.count })}</output>}
        {plan && state && plan.count > 0 && <SentNote state={state} tokens={plan.tokens} cost={plan.cost} />}
      </Flex>
    </Modal>
  )
}
